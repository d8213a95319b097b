import { normalizeIdentifier } from './text.ts'
/** The shop's two currencies; prices are kept in each and never converted. */
export const CURRENCIES = ['USD', 'EUR'] as const

/** A currency of the shop, by its ISO 4217 code. */
export type Currency = (typeof CURRENCIES)[number]

/** Largest amount, in cents, that `toMinor` accepts: exact as a double with room to multiply. */
const MAX_CENTS = 9_000_000_000_000

/** A percentage counts in ten-thousandths, so 8, 8.25 and 8.875 percent are exact. */
const PERCENT_SCALE = 10_000

/** Up to here every step of `roundHalfUp` stays a safe integer; beyond, it counts in BigInt. */
const SMALL = 2 ** 50

const SYMBOLS: Readonly<Record<Currency, string>> = { USD: '$', EUR: '€' }

/**
 * Divides two integers and rounds half up (towards plus infinity), exactly.
 * @param denominator above 0
 * @throws RangeError when an argument is no safe integer or the denominator is not above 0: a bug, not an input.
 */
export function roundHalfUp(numerator: number, denominator: number): number {
  if (!Number.isSafeInteger(numerator) || !Number.isSafeInteger(denominator) || denominator <= 0) {
    throw new RangeError(`roundHalfUp needs integers and a denominator above 0: ${numerator} / ${denominator}`)
  }
  if (Math.abs(numerator) < SMALL && denominator < SMALL) {
    const doubled = 2 * numerator + denominator
    const divisor = 2 * denominator
    const remainder = ((doubled % divisor) + divisor) % divisor
    return (doubled - remainder) / divisor
  }
  return Number(floorDivide(2n * BigInt(numerator) + BigInt(denominator), 2n * BigInt(denominator)))
}

function floorDivide(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator
  return numerator % denominator < 0n ? quotient - 1n : quotient
}

/**
 * `percent` percent of `cents`, rounded half up to the cent.
 * @param percent 10 means 10%; exact for two decimals (and up to four); further digits are rounded away first
 * @throws RangeError when `cents` is no safe integer or `percent` is not finite.
 */
export function percentOf(cents: number, percent: number): number {
  return fractionOf(cents, Math.round(percent * PERCENT_SCALE), 100 * PERCENT_SCALE)
}

/**
 * `numerator / denominator` of `cents`, rounded half up to the cent, exactly at any size.
 * @throws RangeError when an argument is no safe integer or the denominator is not above 0.
 */
export function fractionOf(cents: number, numerator: number, denominator: number): number {
  const product = cents * numerator
  if (Number.isSafeInteger(product)) return roundHalfUp(product, denominator)
  const exact = 2n * BigInt(cents) * BigInt(numerator) + BigInt(denominator)
  return Number(floorDivide(exact, 2n * BigInt(denominator)))
}

/**
 * A rate of 100%: rates of tax are whole numbers of ten-thousandths of a percent, so that 25.5% (255,000) and 8.875% (88,750) are exact.
 */
export const WHOLE_RATE = 1_000_000

/** Returns an amount with tax at a rate in ten-thousandths of a percent, rounded half up to the cent; at 0 as it is. */
export const withTax = (netCents: number, rate: number): number => fractionOf(netCents, WHOLE_RATE + rate, WHOLE_RATE)

/**
 * Splits `totalCents` in proportion to `weights` by largest remainder, so that the shares add up exactly.
 * Equal remainders go to the lower index; when every weight is 0 the split is even.
 * @param weights safe integers from 0
 * @throws RangeError for a negative or fractional weight, or for no weights and a total that is not 0.
 */
export function allocate(totalCents: number, weights: readonly number[]): number[] {
  if (weights.length === 0 && totalCents !== 0) throw new RangeError('allocate has nobody to give to')
  if (weights.some((weight) => weight < 0)) throw new RangeError('allocate needs weights from 0')
  if (![totalCents, ...weights].every(Number.isSafeInteger)) throw new RangeError('allocate needs safe integers')
  if (weights.length === 1) return [totalCents]
  if (totalCents === 0) return weights.map(() => 0)
  const parts = weights.every((weight) => weight === 0) ? weights.map(() => 1) : weights
  const whole = parts.reduce((sum, weight) => sum + weight, 0) // at least as large as each of them
  if (totalCents < 0 || !Number.isSafeInteger(totalCents * whole)) return allocateLarge(totalCents, parts)
  const shares = parts.map((weight, index) => {
    const remainder = (totalCents * weight) % whole
    return { index, share: (totalCents * weight - remainder) / whole, remainder }
  })
  return giveRemainders(totalCents - shares.reduce((sum, { share }) => sum + share, 0), shares)
}

/** As `allocate`, for amounts whose products with the weights are no safe integers. */
function allocateLarge(totalCents: number, weights: readonly number[]): number[] {
  const given = weights.map((weight) => BigInt(weight))
  const whole = given.reduce((sum, weight) => sum + weight, 0n)
  const total = BigInt(totalCents)
  const shares = given.map((weight, index) => {
    const share = floorDivide(total * weight, whole)
    return { index, share, remainder: total * weight - share * whole }
  })
  return giveRemainders(Number(total - shares.reduce((sum, { share }) => sum + share, 0n)), shares)
}

/** Gives one cent more to the `left` shares with the largest remainders, of equal ones to those that come first. */
function giveRemainders(left: number, shares: readonly { index: number; share: number | bigint; remainder: number | bigint }[]): number[] {
  if (left === 0) return shares.map(({ share }) => Number(share))
  const luckiest = [...shares].sort((a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder) || a.index - b.index)
  const lucky = new Set(luckiest.slice(0, left).map(({ index }) => index))
  return shares.map(({ index, share }) => Number(share) + (lucky.has(index) ? 1 : 0))
}

/**
 * Reads a decimal amount as integer cents: 149.9 and '149.90' give 14990.
 * @returns null for anything that is not a plain decimal with at most two places (1.005, '1e3', '', NaN),
 *   or that lies beyond plus or minus 9e12 cents. Nothing is ever rounded.
 */
export function toMinor(value: number | string): number | null {
  const match = /^(-?)(\d*)(?:\.(\d{1,2}))?$/.exec(typeof value === 'string' ? normalizeIdentifier(value) : String(value))
  if (!match) return null
  const [, sign = '', units = '', fraction = ''] = match
  if (units === '' && fraction === '') return null
  const cents = Number(units) * 100 + Number(fraction.padEnd(2, '0'))
  if (cents > MAX_CENTS) return null
  return sign === '-' && cents !== 0 ? -cents : cents
}

/** Cents as the decimal number used in JSON: 14990 gives 149.9. */
export function toDecimal(cents: number): number {
  return cents / 100
}

/** Returns an amount as text, the same on server and browser: '$1,234.50', '€1,234.50', and with a minus sign (U+2212) '−$5.00' (S322). */
export function formatMoney(cents: number, currency: Currency): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  const units = digits.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/g, ',')
  return `${cents < 0 ? '−' : ''}${SYMBOLS[currency]}${units}.${digits.slice(-2)}`
}

/** A percentage as people read it, without needless zeros: 8 gives '8%', 8.25 gives '8.25%'; at most four decimals. */
export function formatPercent(percent: number): string {
  return `${Math.round(percent * PERCENT_SCALE) / PERCENT_SCALE}%`
}
