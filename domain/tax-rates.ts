import { isWithinPostalCodes } from './postal-code.ts'
import type { TaxClass } from './product-fields.ts'
import type { Place } from './tax-territory.ts'

/** A rate of a country, of a state or of a range of postal codes in it. Days are ISO dates; both ends count. */
export interface TaxRule {
  country: string
  /** Code of a state; null: the whole country. */
  state: string | null
  /** Range of postal codes, or of their first characters; both or neither. */
  postcodeFrom: string | null
  postcodeTo: string | null
  taxClass: TaxClass
  /** Ten-thousandths of a percent. */
  rate: number
  /** True if shipping is taxed at the rate of the products. */
  shipsTaxed: boolean
  validFrom: string
  /** null: until further notice. */
  validTo: string | null
}

/** Returns true if a day lies in a span of days; both ends count, null has no end. */
export function isInForce({ validFrom, validTo }: { validFrom: string; validTo: string | null }, day: string): boolean {
  return validFrom <= day && (validTo === null || day <= validTo)
}

/** Specificity of a rule: a range of postal codes beats a state, a state the country. */
function weightOf({ state, postcodeFrom }: TaxRule): number {
  return (postcodeFrom === null ? 0 : 2) + (state === null ? 0 : 1)
}

function isAbout(rule: TaxRule, { country, state, postalCode }: Place): boolean {
  if (rule.country !== country || (rule.state !== null && rule.state !== state)) return false
  return (
    rule.postcodeFrom === null ||
    (postalCode !== '' && isWithinPostalCodes(postalCode, country, [rule.postcodeFrom, rule.postcodeTo ?? rule.postcodeFrom]))
  )
}

/**
 * Returns the rule of a place, a class and a day, the most specific one; null where there is none. A class without a rate of its own is
 * taxed at the standard rate.
 */
export function findRate<Rule extends TaxRule>(rules: readonly Rule[], place: Place, taxClass: TaxClass, day: string): Rule | null {
  const fitting = rules.filter((rule) => isInForce(rule, day) && isAbout(rule, place))
  const ofClass = fitting.filter((rule) => rule.taxClass === taxClass)
  const candidates = ofClass.length > 0 ? ofClass : fitting.filter((rule) => rule.taxClass === 'standard')
  return candidates.toSorted((one, other) => weightOf(other) - weightOf(one))[0] ?? null
}

/** The first day of the rates that come with the shop. */
export const SEEDED_FROM = '2026-01-01'

const COMMISSION = 'European Commission, Taxes in Europe database'

const MEMBER_STATES =
  'AT 20|BE 21|BG 20|CY 19|CZ 21|DE 19|DK 25|EE 24|ES 21|FI 25.5|FR 20|GR 24|HR 25|HU 27|IE 23|IT 22|LT 21|LU 17|LV 21|MT 18|NL 21|PL 23|PT 23|' +
  'RO 21|SE 25|SI 22|SK 23'

/** A rate that comes with the shop. */
interface SeededRate extends TaxRule {
  name: string
  source: string
}

function seeded(country: string, percent: number, more: Partial<SeededRate> = {}): SeededRate {
  return {
    country,
    state: null,
    postcodeFrom: null,
    postcodeTo: null,
    taxClass: 'standard',
    rate: Math.round(percent * 10_000),
    shipsTaxed: true,
    name: 'Standard rate',
    validFrom: SEEDED_FROM,
    validTo: null,
    source: COMMISSION,
    ...more,
  }
}

/** The rates that come with the shop, to be checked by staff: standard rates by country, and by postal code where a region has its own. */
export const SEEDED_RATES: readonly SeededRate[] = [
  ...MEMBER_STATES.split('|').map((line) => seeded(line.slice(0, 2), Number(line.slice(3)))),
  seeded('GB', 20, { source: 'GOV.UK, VAT rates' }),
  seeded('CH', 8.1, { source: 'Swiss Federal Tax Administration, VAT rates' }),
  seeded('NO', 25, { source: 'Norwegian Tax Administration, VAT rates' }),
  seeded('PT', 22, { postcodeFrom: '9000', postcodeTo: '9499', name: 'Madeira' }),
  seeded('PT', 16, { postcodeFrom: '9500', postcodeTo: '9999', name: 'Azores' }),
  seeded('AT', 19, { postcodeFrom: '6691', postcodeTo: '6691', name: 'Jungholz' }),
  seeded('AT', 19, { postcodeFrom: '6991', postcodeTo: '6993', name: 'Mittelberg' }),
  seeded('DE', 7, { taxClass: 'reduced', name: 'Reduced rate' }),
]
