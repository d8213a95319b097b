import { countryNameOf } from './country-name.ts'
import type { DocumentDecision } from './document.ts'
import { EU_COUNTRIES } from './market-country.ts'
import { allocate, fractionOf, WHOLE_RATE } from './money.ts'
import { TAX_CLASSES, type TaxClass } from './product-fields.ts'
import { findRate, type TaxRule } from './tax-rates.ts'
import { findRegistration, type TaxRegistration, type VatScheme } from './tax-registration.ts'
import type { Place } from './tax-territory.ts'
import { vatIdCountry } from './vat-id.ts'

/** A seller that the platform bills, or that bills the platform. */
export interface BilledSeller {
  /** Country in which it is established (ISO 3166). */
  country: string
  vatScheme: VatScheme
  /** Its VAT ID as its profile has it; '' without one. */
  vatId: string
  registrations: readonly TaxRegistration[]
}

/** Facts that decide the tax between the platform and a seller on a day (ISO date). */
interface MonthlyTaxFacts {
  seller: BilledSeller
  rules: readonly TaxRule[]
  /** Registrations of the platform. */
  registrations: readonly TaxRegistration[]
  day: string
}

/** Decision about the tax of a monthly document. */
type MonthlyDecision = Pick<DocumentDecision, 'percent' | 'reason' | 'text' | 'country'> & {
  /** Registration of the issuer that the tax is reported by; '' for none. */
  registration: string
}

const REVERSE = 'Reverse charge: the recipient accounts for the VAT (Art. 44 and 196 Directive 2006/112/EC)'

const none = (reason: DocumentDecision['reason'], text: string, country: string): MonthlyDecision => ({
  percent: 0,
  reason,
  text,
  country,
  registration: '',
})

/**
 * Decides the tax of the platform's commission, a service to a business: the rate of the seller's country where the platform is registered
 * there, else the seller owes it (Art. 44, 196); no VAT outside the European Union.
 */
export function decideCommission({ seller: { country }, rules, registrations, day }: MonthlyTaxFacts): MonthlyDecision {
  if (country === 'US') return none('no_nexus', 'No sales tax on this service', country)
  if (!EU_COUNTRIES.includes(country))
    return none('not_taxed', 'Service to a business outside the European Union, no VAT (Art. 44)', country)
  const registration = findRegistration(registrations, 'domestic', { country }, day)
  const rate = registration && findRate(rules, { country, state: '', postalCode: '' }, 'standard', day)
  if (!registration || !rate) return none('reverse_charge', REVERSE, country)
  return { percent: rate.rate, reason: 'domestic', text: '', country, registration: registration.number }
}

/**
 * Decides the tax of the seller's sale to the platform, which sells on: transport belongs to the platform, which uses its VAT id of the
 * dispatch state, so that the sale is taxed there (Art. 36a(2)), at the rate of the class of the products.
 */
export function decideSelfBill(
  { seller, rules, day }: Omit<MonthlyTaxFacts, 'registrations'>,
  dispatch: Place,
  taxClass: TaxClass,
): MonthlyDecision {
  const { country } = dispatch
  if (country === 'US') return none('no_nexus', 'Sale for resale, no sales tax', country)
  if (!EU_COUNTRIES.includes(country)) return none('not_taxed', 'Sale outside the European Union, no VAT', country)
  if (seller.vatScheme === 'small_business' && seller.country === country) {
    return none('small_business', 'VAT exempt: small enterprise scheme (Art. 284)', country)
  }
  const registered =
    findRegistration(seller.registrations, 'domestic', { country }, day)?.number ??
    (seller.vatId && vatIdCountry(seller.vatId) === country ? seller.vatId : '')
  const rate = findRate(rules, dispatch, taxClass, day)
  if (!registered || !rate) return none('not_taxed', `No VAT: the seller is not registered for VAT in ${countryNameOf(country)}`, country)
  return { percent: rate.rate, reason: 'domestic', text: '', country, registration: registered }
}

/**
 * Splits cents, which may be below 0, over the classes of tax of products by their worth; without any worth all are of the standard class.
 */
export function splitByClass(cents: number, weights: Partial<Record<TaxClass, number>>): [TaxClass, number][] {
  const classes = TAX_CLASSES.filter((taxClass) => (weights[taxClass] ?? 0) > 0)
  if (classes.length < 2) return [[classes[0] ?? 'standard', cents]]
  const shares = allocate(
    Math.abs(cents),
    classes.map((taxClass) => weights[taxClass] ?? 0),
  )
  return classes.map((taxClass, index) => [taxClass, Math.sign(cents) * (shares[index] ?? 0)])
}

/**
 * Taxes amounts of one decision, which may be below 0: that of their sum, rounded once, shared so that each running sum is right to the
 * cent.
 * @param percent the rate in ten-thousandths of a percent
 */
export function taxRunningSums(amounts: readonly number[], percent: number): number[] {
  let [sum, taxed] = [0, 0]
  return amounts.map((cents) => {
    sum += cents
    const next = Math.sign(sum) * fractionOf(Math.abs(sum), percent, WHOLE_RATE)
    const own = next - taxed
    taxed = next
    return own
  })
}
