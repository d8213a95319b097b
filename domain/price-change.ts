import { percentOf } from './money.ts'

/** Ways of rounding a changed price. */
export const ROUNDINGS = ['cent', 'tenth', 'whole', 'ninety-nine'] as const
export type Rounding = (typeof ROUNDINGS)[number]

export const ROUNDING_LABELS: Readonly<Record<Rounding, string>> = {
  cent: 'To the cent',
  tenth: 'To 10 cents',
  whole: 'To whole amounts',
  'ninety-nine': 'To prices that end in .99',
}

/** Least and greatest change of a price, in percent. */
export const MIN_PERCENT = -90
export const MAX_PERCENT = 500

const toStep = (cents: number, step: number) => Math.floor((cents + step / 2) / step) * step

/**
 * Returns a price in cents after a change by `percent`, rounded half up. It may be 0 or less for a price below the step of the rounding:
 * the caller refuses that.
 */
export function changedPrice(cents: number, percent: number, rounding: Rounding): number {
  const exact = cents + percentOf(cents, percent)
  if (rounding === 'tenth') return toStep(exact, 10)
  if (rounding === 'whole') return toStep(exact, 100)
  return rounding === 'ninety-nine' ? toStep(exact + 1, 100) - 1 : exact
}
