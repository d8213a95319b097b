import { formatDecimal } from './text.ts'

/** Units that are shown in another one in the United States, and how many of the first the other is. */
const US_UNITS = { mm: { unit: 'in', size: 25.4 }, kg: { unit: 'lb', size: 0.453_592_37 } } as const
type Metric = keyof typeof US_UNITS

const isMetric = (unit: string | null): unit is Metric => unit !== null && unit in US_UNITS

/** Returns the unit in which the United States show a metric one: `in` for `mm`, `lb` for `kg`; null for any other. */
export const usUnitOf = (unit: string | null): 'in' | 'lb' | null => (isMetric(unit) ? US_UNITS[unit].unit : null)

const scaled = (number: number, decimals: number) => Math.round(number * 10 ** decimals) / 10 ** decimals

/** Returns the decimals with which a number is shown: three digits or more. */
const decimalsOf = (number: number) => (Math.round(number) >= 100 ? 0 : scaled(number, 1) >= 1 ? 1 : 2)

/**
 * Returns a number of a metric unit in the unit of the United States, rounded as it is shown: 16.9 for 430 mm. A number of any other unit
 * stays.
 */
export function toUsNumber(number: number, unit: string | null): number {
  if (!isMetric(unit)) return number
  const converted = number / US_UNITS[unit].size
  return scaled(converted, decimalsOf(converted))
}

/** Share of a shown digit by which the end of a range is moved outwards: what is shown as equal to the end lies within. */
const SLACK = 0.49
/** Decimals of a metric number that was typed in the other unit. */
const DECIMALS = 4

/**
 * Returns the end of a range, typed in the unit of the United States, in the metric unit; 16.9 in as the upper end includes 430 mm, which
 * is shown as that.
 */
export function fromUsNumber(number: number, unit: string | null, end: 'min' | 'max'): number {
  if (!isMetric(unit)) return number
  const slack = SLACK / 10 ** decimalsOf(number)
  return Math.max(0, scaled((number + (end === 'min' ? -slack : slack)) * US_UNITS[unit].size, DECIMALS))
}

/**
 * Reads a number of a text: `1,000` is a thousand, `0,5` a half. Smaller than reading by all rules of typed quantities, which pages need
 * not load.
 */
const readNumber = (text: string) =>
  Number(text.replace(/^[1-9]\d{0,2}(?:,\d{3})+(?=[.,]|$)/, (thousands) => thousands.replaceAll(',', '')).replace(',', '.'))

const NUMBER = String.raw`\d+(?:[.,]\d+)*`
/**
 * Numbers with one unit behind the last: `430 mm`, `1200 × 800 × 1100 mm`, `2 to 8 mm`; not `7 kg/m³`. Numbers without a unit match too, so
 * that none is read again from its middle.
 */
const QUANTITIES = new RegExp(
  String.raw`(?<![\p{L}\d.,])(${NUMBER}(?:\s*(?:[×x–±/-]|to|and|by)\s*${NUMBER})*)(?:(\s?)(mm|kg)(?![\p{L}\d/²³·]))?`,
  'gu',
)

/** Units in which a number of five digits and more is shown instead, and how many of the first each is. */
const LARGER = { mm: ['m', 1000], cm: ['m', 100], g: ['kg', 1000], W: ['kW', 1000], l: ['m³', 1000] } as const
/** A number of five digits and more that stands alone: not that of a size such as `1200 × 12000 mm`. */
const MANY = new RegExp(
  String.raw`(?<![\p{L}\d.,×x–±/-])(?<!(?:[×x–±/-]|to|and|by)\s)([1-9]\d{4,8}|[1-9]\d{1,2},\d{3}|[1-9]\d{0,2}(?:,\d{3}){2})(\s?)(mm|cm|g|W|l)(?![\p{L}\d/²³·])`,
  'gu',
)

/** Returns a text with its large numbers in the larger metric unit: `50 m` for `50000 mm`, as typed specifications are shown. */
export function inLargerUnits(text: string): string {
  return text.replace(MANY, (_, typed: string, space: string, unit: keyof typeof LARGER) => {
    const [larger, size] = LARGER[unit]
    return `${readNumber(typed) / size}${space}${larger}`
  })
}

/** Returns a text with its lengths in mm and its weights in kg in inches and pounds: `17 in` for `431.8 mm`. What else it says stays. */
export function inUsUnits(text: string): string {
  return text.replace(QUANTITIES, (all: string, numbers: string, space: string, unit: Metric | undefined) => {
    if (unit === undefined) return all
    const shown = numbers.replace(new RegExp(NUMBER, 'g'), (typed) => {
      const number = readNumber(typed)
      return Number.isNaN(number) ? typed : formatDecimal(toUsNumber(number, unit), 2)
    })
    return `${shown}${space}${US_UNITS[unit].unit}`
  })
}
