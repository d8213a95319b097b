import { normalizeIdentifier } from './text.ts'

/** Dimensions with their units; each unit as numerator and denominator of how many of the first unit it is, exactly. */
const DIMENSIONS = {
  length: { mm: [1n, 1n], cm: [10n, 1n], m: [1000n, 1n], in: [254n, 10n], ft: [3048n, 10n] },
  mass: { g: [1n, 1n], kg: [1000n, 1n], lb: [45_359_237n, 100_000n] },
  // the mechanical horsepower, 550 foot-pounds a second
  power: { W: [1n, 1n], kW: [1000n, 1n], hp: [74_569_987_158_227_022n, 100_000_000_000_000n] },
  voltage: { V: [1n, 1n] },
  frequency: { Hz: [1n, 1n] },
  noise: { 'dB(A)': [1n, 1n] },
  volume: { l: [1n, 1n], 'm³': [1000n, 1n] },
  speed: { 'm/min': [1n, 1n] },
  throughput: { 'units/h': [1n, 1n] },
  'mass flow': { 'kg/h': [1n, 1n] },
  grammage: { 'g/m²': [1n, 1n] },
  density: { 'kg/m³': [1n, 1n] },
  time: { month: [1n, 1n], year: [12n, 1n] },
  temperature: { '°C': [1n, 1n] },
  share: { '%': [1n, 1n] },
} as const satisfies Record<string, Record<string, readonly [bigint, bigint]>>

type Dimension = keyof typeof DIMENSIONS
type UnitsOf<D> = D extends Dimension ? keyof (typeof DIMENSIONS)[D] : never
/** Symbol of a unit, as specifications show it. */
export type Unit = UnitsOf<Dimension>

interface Definition {
  dimension: Dimension
  numerator: bigint
  denominator: bigint
}

const DEFINITIONS: ReadonlyMap<string, Definition> = new Map(
  Object.entries(DIMENSIONS).flatMap(([dimension, units]) =>
    Object.entries<readonly [bigint, bigint]>(units).map(([unit, [numerator, denominator]]) => [
      unit,
      { dimension: dimension as Dimension, numerator, denominator },
    ]),
  ),
)

/** Symbols of all units, in the order of their dimensions. */
export const UNITS: readonly [Unit, ...Unit[]] = [...DEFINITIONS.keys()] as [Unit, ...Unit[]]

/** Other ways to type a unit, in lower case, without superscripts and final dots. */
const SPELLINGS: Readonly<Record<string, Unit>> = {
  millimeter: 'mm',
  millimeters: 'mm',
  millimetre: 'mm',
  millimetres: 'mm',
  centimeter: 'cm',
  centimeters: 'cm',
  centimetre: 'cm',
  centimetres: 'cm',
  meter: 'm',
  meters: 'm',
  metre: 'm',
  metres: 'm',
  '"': 'in',
  inch: 'in',
  inches: 'in',
  zoll: 'in',
  pouce: 'in',
  pouces: 'in',
  "'": 'ft',
  foot: 'ft',
  feet: 'ft',
  gram: 'g',
  grams: 'g',
  kgs: 'kg',
  kilogram: 'kg',
  kilograms: 'kg',
  kilo: 'kg',
  kilos: 'kg',
  lbs: 'lb',
  pound: 'lb',
  pounds: 'lb',
  watt: 'W',
  watts: 'W',
  kilowatt: 'kW',
  kilowatts: 'kW',
  horsepower: 'hp',
  volt: 'V',
  volts: 'V',
  hertz: 'Hz',
  db: 'dB(A)',
  dba: 'dB(A)',
  'db a': 'dB(A)',
  liter: 'l',
  liters: 'l',
  litre: 'l',
  litres: 'l',
  litern: 'l',
  'cubic meter': 'm³',
  'cubic meters': 'm³',
  'meters per minute': 'm/min',
  'unit/h': 'units/h',
  'units per hour': 'units/h',
  'kg per hour': 'kg/h',
  gsm: 'g/m²',
  months: 'month',
  years: 'year',
  c: '°C',
  percent: '%',
}

const plain = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll('²', '2')
    .replaceAll('³', '3')
    .replace(/[″”]/g, '"')
    .replace(/[′’]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/\.$/, '')

const FOUND: ReadonlyMap<string, Unit> = new Map([...UNITS.map((unit) => [plain(unit), unit] as const), ...Object.entries(SPELLINGS)])

/** Symbols and names of units, in small letters without superscripts. */
export const UNIT_NAMES: readonly string[] = [...FOUND.keys()]

/** Returns the unit that a text names: a symbol in any case, or its English name; null for any other. */
export const unitOf = (text: string): Unit | null => FOUND.get(plain(text)) ?? null

const definitionOf = (unit: Unit): Definition => {
  const found = DEFINITIONS.get(unit)
  if (!found) throw new RangeError(`No such unit: ${unit}`)
  return found
}

/** Returns the numerator and denominator of how many of `to` one of `from` is, or null where they measure different things. */
function factorOf(from: Unit, to: Unit): readonly [bigint, bigint] | null {
  const [a, b] = [definitionOf(from), definitionOf(to)]
  return a.dimension === b.dimension ? [a.numerator * b.denominator, a.denominator * b.numerator] : null
}

/** Returns whether two units measure the same thing; none measures the same as none. */
export const isSameDimension = (one: Unit | null, other: Unit | null): boolean =>
  one === null || other === null ? one === other : definitionOf(one).dimension === definitionOf(other).dimension

const SPACE = "[ \\u00a0\\u2009\\u202f']"
/** Numbers with thousands separated by spaces, commas or dots, then plain ones; each group is the separator of thousands. */
const NUMBERS = [
  new RegExp(`^\\d{1,3}(?:${SPACE}\\d{3})+(?:[.,]\\d+)?$`),
  /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/,
  /^[1-9]\d{0,2}(?:\.\d{3})+,\d+$/,
  /^[1-9]\d{0,2}(?:\.\d{3}){2,}$/,
  /^\d*[.,]?\d+$/,
] as const
/** Separators of thousands in the numbers of the same place. */
const SEPARATORS = [new RegExp(SPACE, 'g'), /,/g, /\./g, /\./g, /(?!)/g] as const

/** Longest text that is read as a number, or as a number with its unit. */
const MAX_TYPED = 100

/**
 * Reads a typed number into digits with a decimal point, or returns null. Both decimal signs are read; `1,000` and `1 000` are a thousand,
 * `0,750` and `1.000` are not.
 */
export function readNumber(text: string): string | null {
  if (text.length > MAX_TYPED) return null
  const typed = normalizeIdentifier(text)
  const [sign, digits] = typed.startsWith('-') ? ['-', typed.slice(1)] : ['', typed]
  const at = NUMBERS.findIndex((pattern) => pattern.test(digits))
  const separator = SEPARATORS[at]
  if (!separator) return null
  const number = digits.replace(separator, '').replace(',', '.')
  return `${sign}${number.startsWith('.') ? '0' : ''}${number}`
}

/** A typed number, as `readNumber` returns it, with its unit; null: none was typed. */
type Quantity = { number: string; unit: Unit | null }

/** Reads a number and, joined or apart, a unit: `430mm`, `0,75 kW`, `17"`, `1 000`; null for anything else. */
export function readQuantity(text: string): Quantity | null {
  if (text.length > MAX_TYPED) return null
  const [, digits = '', rest = ''] = /^\s*([-−]?[.,]?\d(?:[\d.,'\u00a0\u2009\u202f ]*\d)?)\s*(.*?)\s*$/s.exec(text) ?? []
  const number = digits === '' ? null : readNumber(digits)
  if (number === null) return null
  const unit = rest === '' ? null : unitOf(rest)
  return rest !== '' && unit === null ? null : { number, unit }
}

/** Largest number that a specification stores. */
const LIMIT = 10n ** 12n

/** Rounds a fraction to decimals, halves away from zero. */
function roundTo(numerator: bigint, denominator: bigint, decimals: number): number | null {
  const [above, scale] = [numerator < 0n ? -numerator : numerator, 10n ** BigInt(decimals)]
  const rounded = (2n * above * scale + denominator) / (2n * denominator)
  if (rounded >= LIMIT * scale) return null
  const digits = String(rounded).padStart(decimals + 1, '0')
  const number = Number(decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`)
  return numerator < 0n && number !== 0 ? -number : number
}

/**
 * Returns a quantity in `unit`, exactly rounded to decimals; null where it measures something else, or is 10¹² or more. A number without a
 * unit is in `unit`.
 */
function quantityIn({ number, unit }: Quantity, target: Unit | null, decimals: number): number | null {
  if (unit !== null && target === null) return null
  const factor = unit === null || target === null ? ([1n, 1n] as const) : factorOf(unit, target)
  if (!factor) return null
  const [whole = '', fraction = ''] = number.split('.')
  return roundTo(BigInt(whole + fraction) * factor[0], 10n ** BigInt(fraction.length) * factor[1], decimals)
}

/** Returns what somebody typed as a number of `unit`, exactly rounded to decimals; null where it is none. */
export function numberIn(text: string, unit: Unit | null, decimals: number): number | null {
  const read = readQuantity(text)
  return read && quantityIn(read, unit, decimals)
}

/** Returns the sentence for a text that `numberIn` cannot read. */
export const numberProblem = (unit: Unit | null): string => (unit ? `Please enter a number in ${unit}.` : 'Please enter a number.')

/** Largest number that may be entered, in any unit. */
const MAX_ENTERED = 100_000_000

/** Returns the sentence for a number that nothing measured in `unit` has, or null: only temperatures are below 0, a share ends at 100%. */
export function boundProblem(number: number, unit: Unit | null): string | null {
  const symbol = unit === null ? '' : ` ${unit}`
  if (unit === '%') return number < 0 || number > 100 ? 'Please enter 0 to 100%.' : null
  if (number < 0 && unit !== '°C') return `Please enter 0${symbol} or more.`
  return Math.abs(number) > MAX_ENTERED ? `Please enter at most 100,000,000${symbol}.` : null
}

/** Units in which numbers of five digits and more are written instead. */
const LARGER: Readonly<Partial<Record<Unit, Unit>>> = { mm: 'm', cm: 'm', g: 'kg', W: 'kW', l: 'm³' }
/** Number from which on the larger unit is taken. */
const MANY = 10_000
/** Decimals of a number in the larger unit: none of the smaller one is lost. */
const MOVED_DECIMALS = 9

/** Returns a number with its unit, as specifications show it: `430 mm`, `100%`, and `50 m` for 50,000 mm. */
export function formatQuantity(number: number, unit: Unit | null): string {
  if (unit === null) return String(number)
  if (unit === '%') return `${number}%`
  const larger = Math.abs(number) >= MANY ? LARGER[unit] : undefined
  const moved = larger && numberIn(`${number} ${unit}`, larger, MOVED_DECIMALS)
  return larger && typeof moved === 'number' ? `${moved} ${larger}` : `${number} ${unit}`
}
