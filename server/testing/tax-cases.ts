import type { BuyerKind } from '#domain/buyer-kind.ts'
import { decideTax, type TaxBuyer, type TaxedLine, type TaxOutcome, type TaxSeller, type TaxSetup } from '#domain/decide-tax.ts'
import { SEEDED_RATES, type TaxRule } from '#domain/tax-rates.ts'
import type { TaxRegistration, TaxScheme } from '#domain/tax-registration.ts'
import type { Place } from '#domain/tax-territory.ts'

/* Cases of the decision about tax: the demo's registrations, buyers, and lines with the places between which they go. */

const DAY = '2026-11-27'
export const placed = (country: string, postalCode = '', state = ''): Place => ({ country, postalCode, state })
export const registered = (scheme: TaxScheme, country: string, more: Partial<TaxRegistration> = {}): TaxRegistration => ({
  country,
  state: null,
  scheme,
  number: `${country}-${scheme}`,
  isBelowThreshold: false,
  validFrom: '2026-01-01',
  validTo: null,
  ...more,
})

/** The registrations of the demo (T12). */
export const DEMO = [
  registered('domestic', 'IE'),
  registered('domestic', 'SE'),
  registered('domestic', 'DE'),
  registered('domestic', 'FR'),
  registered('oss', 'IE'),
]
export const SETUP: TaxSetup = {
  sellerOfRecord: 'platform',
  usMode: 'flat',
  flatPercent: 8,
  rules: SEEDED_RATES,
  registrations: DEMO,
  day: DAY,
}
const rate = (country: string, percent: number, more: Partial<TaxRule> = {}): TaxRule => ({
  country,
  state: null,
  postcodeFrom: null,
  postcodeTo: null,
  taxClass: 'standard',
  rate: percent * 10_000,
  shipsTaxed: true,
  validFrom: '2026-01-01',
  validTo: null,
  ...more,
})
export const IN_STATES: TaxSetup = {
  ...SETUP,
  usMode: 'states',
  rules: [
    ...SEEDED_RATES,
    rate('US', 8.25, { state: 'TX' }),
    rate('US', 6.25, { state: 'IL', shipsTaxed: false }),
    rate('US', 10.25, { state: 'IL', postcodeFrom: '606', postcodeTo: '606', shipsTaxed: false }),
  ],
  registrations: [
    ...DEMO,
    registered('sales_tax', 'US', { state: 'TX', number: 'TX-1' }),
    registered('sales_tax', 'US', { state: 'IL', number: 'IL-1' }),
  ],
}

export const IRISH: TaxSeller = {
  businessId: 'irish',
  country: 'IE',
  vatScheme: 'regular',
  registrations: [registered('domestic', 'IE')],
  hasAgreed: true,
}
export const line = (from: string, to: Place, more: Partial<TaxedLine> = {}): TaxedLine => ({
  name: 'EcoMat trial mats',
  taxClass: 'standard',
  seller: IRISH,
  dispatch: placed(from),
  destination: to,
  consignmentEurCents: 36_90,
  ...more,
})
export const buyerOf = (kind: BuyerKind, more: Partial<TaxBuyer> = {}): TaxBuyer => ({
  kind,
  vatCountry: null,
  certificates: [],
  seesGross: kind === 'consumer',
  ...more,
})
export const consumer = buyerOf('consumer')
export const business = buyerOf('business')
export const withVatId = (vatCountry: string) => buyerOf('business', { vatCountry })
export const CERTIFICATE = { number: 'IL-7788', states: ['IL', 'WI'], validTo: '2027-01-31' }

/** A decision in one line: its row, reason and percent, or the sentence of a refusal. */
export function short(outcome: TaxOutcome): string {
  if (outcome.refusal !== null) return `${outcome.row} refused: ${outcome.text}`
  return `${outcome.row} ${outcome.decision.reason} ${outcome.decision.percent / 10_000}`
}
export const decide = (buyer: TaxBuyer, taxed: TaxedLine, setup: TaxSetup = SETUP) => short(decideTax(setup, buyer, taxed))
export const decisionOf = (outcome: TaxOutcome) => {
  if (outcome.refusal !== null) throw new Error(outcome.text)
  return outcome.decision
}
