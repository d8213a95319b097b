import { askOf, provisionalOutcome, type TaxAnswer, type TaxAsk, withCalculatedTax } from '#domain/calculated-tax.ts'
import { decideTax, type TaxedLine, type TaxOutcome } from '#domain/decide-tax.ts'
import type { OrderTotals, OrderTotalsInput } from '#domain/order-totals.ts'
import { type Ladder, unitPriceCents } from '#domain/pricing.ts'
import type { TaxClass } from '#domain/product-fields.ts'
import type { Destination } from '#domain/shipping-zones.ts'
import { findRate } from '#domain/tax-rates.ts'
import { findCertificate } from '#domain/tax-registration.ts'
import { type Place, territoryOf } from '#domain/tax-territory.ts'
import type { CartProduct } from '#server/catalog/products/product-record.ts'
import { type ProductSeller, sellersOf, type TaxTerms, type VatIdState } from '#server/pricing/tax/tax-record.ts'

/** Returns a destination as decisions about taxes know it. */
export const taxPlace = ({ country, state, postcode }: Destination): Place => ({ country, state: state ?? '', postalCode: postcode ?? '' })

/** A line of a cart as its taxes need it; `problem` null: it can be bought. */
interface CartLine {
  product: ProductSeller & Pick<CartProduct, 'name' | 'taxClass' | 'priceEurCents'>
  quantity: number
  ladder: Ladder
  problem: object | null
  /** Agreed delivery term; absent: the shop's own. */
  term?: TaxedLine['term']
}

/** Taxes of a cart. */
export interface CartTax {
  /** Outcome of each line, in the order of the lines. */
  outcomes: readonly TaxOutcome[]
  /** A VAT id that would change the tax if it counted, or that counts at the shop's risk; null for none. */
  doubtful: VatIdState | null
}

const isReverseCharge = (outcome: TaxOutcome) => outcome.refusal === null && outcome.decision.reason === 'intra_community'

/**
 * Basis of the taxes of a cart: the shop's rules; the same with a rate for what they refuse, since the provider may know it; or the shop's
 * rules until the provider has answered.
 */
export type TaxBasis = 'own rules' | 'as if calculated' | 'until calculated'

/** Decides the tax of each line of a cart. */
export function taxCart(terms: TaxTerms, to: Place, lines: readonly CartLine[], basis: TaxBasis): CartTax {
  const { setup, sellers, buyer, vat } = terms
  const places = new Map(sellersOf(lines.map(({ product }) => product)).map(({ businessId, dispatch }) => [businessId, dispatch]))
  const consignments = consignmentsOf(lines)
  const taxed = lines.flatMap(({ term, product: { name, taxClass, businessId } }): TaxedLine[] => {
    const [seller, dispatch] = [sellers.get(businessId), places.get(businessId)]
    if (!seller || !dispatch) return [] // never: both are made of the lines
    const consignmentEurCents = consignments.get(businessId) ?? null
    return [{ name, taxClass, seller, dispatch, destination: to, consignmentEurCents, ...(term && { term }) }]
  })
  const mode = buyer.kind === 'consumer' && buyer.seesGross ? 'included' : 'added'
  const outcomes = taxed.map((line) => {
    const outcome = decideTax(setup, buyer, line)
    if (basis !== 'as if calculated') return outcome
    const percent = placeRate(terms, to, line.taxClass)
    return provisionalOutcome(outcome, { mode, percent: mode === 'included' ? percent : 0, to })
  })
  const ifConfirmed = () => taxed.some((line) => isReverseCharge(decideTax(setup, { ...buyer, vatCountry: vat?.country ?? null }, line)))
  const isDoubtful = vat !== null && (vat.problem !== null || vat.isTrusted) && ifConfirmed()
  return { outcomes, doubtful: isDoubtful ? vat : null }
}

/** Value of what each seller sends, in cents of EUR without tax, before a discount: what passes customs together. */
function consignmentsOf(lines: readonly CartLine[]): Map<string, number> {
  const values = new Map<string, number>()
  for (const { product, quantity, ladder, problem } of lines) {
    if (problem) continue
    const cents = unitPriceCents(product.priceEurCents, quantity, ladder) * quantity
    values.set(product.businessId, (values.get(product.businessId) ?? 0) + cents)
  }
  return values
}

/** Rate that the prices of a line are shown with, in ten-thousandths of a percent; of one that is not sold there, the rate of the place. */
export function shownRate(
  { setup, buyer }: TaxTerms,
  to: Place,
  { taxClass }: Pick<CartProduct, 'taxClass'>,
  outcome: TaxOutcome | undefined,
): number {
  if (outcome && outcome.refusal === null) return outcome.decision.mode === 'included' ? outcome.decision.percent : 0
  if (buyer.kind !== 'consumer' || !buyer.seesGross) return 0
  return placeRate({ setup }, to, taxClass)
}

/** Returns the rate of a place that prices with tax are shown with where no decision says one. */
function placeRate({ setup }: Pick<TaxTerms, 'setup'>, to: Place, taxClass: TaxClass): number {
  const { country } = territoryOf(to)
  return findRate(setup.rules, { ...to, country }, taxClass, setup.day)?.rate ?? 0
}

/** A cart that is priced by the shop's rules; `problem` null: the line can be bought. */
interface PricedTotals {
  lines: readonly { product: CartProduct; problem: object | null }[]
  freeLines: readonly { line: Pick<CartProduct, 'taxClass'>; seller: ProductSeller; problem: object | null }[]
  input: OrderTotalsInput
  totals: OrderTotals
  shipping: { to: Destination }
}

/** Returns the question for the taxes of a priced cart; null where there is nothing to ask. */
export function askOfCart({ lines, freeLines, input, totals, shipping }: PricedTotals, terms: TaxTerms): TaxAsk | null {
  const to = taxPlace(shipping.to)
  const { setup, buyer, vat } = terms
  const free = freeLines.map(({ line: { taxClass }, seller, problem }) => ({ product: { ...seller, taxClass }, problem }))
  const sold = [...lines, ...free].filter(({ problem }) => !problem).map(({ product }) => product)
  const places = new Map(sellersOf(sold).map(({ businessId, dispatch }) => [businessId, dispatch]))
  return askOf(input, totals, {
    to,
    vatId: vat && vat.problem === null ? vat.vatId : '',
    isExempt: to.country === 'US' && findCertificate(buyer.certificates, to.state, setup.day) !== null,
    day: setup.day,
    lines: sold.map(({ businessId, taxClass }) => ({ taxClass, from: places.get(businessId) ?? to })),
  })
}

/** Returns the input of a cart with the taxes of the provider; each of its decisions keeps the source of the shop's own decision. */
export function calculatedInput<Input extends OrderTotalsInput & { taxSources: readonly TaxSource[] }>(
  input: Input,
  { ask, answer }: { ask: TaxAsk; answer: TaxAnswer },
): Input {
  const calculated = withCalculatedTax(input, ask, answer)
  const taxSources = calculated.decisions.map((_decision, decision): TaxSource => {
    const own = input.lines[calculated.lines.findIndex((line) => line.decision === decision)]
    return input.taxSources[own?.decision ?? 0] ?? { row: 'T9', registration: null, certificate: null }
  })
  return { ...calculated, taxSources }
}

/** Source of a tax decision: its row of the table, the number of the registration, and that of the certificate. */
export interface TaxSource {
  row: string
  registration: string | null
  certificate: string | null
}

/** Returns the decisions of some outcomes without repetitions, the source of each, and the index of each outcome's decision. */
export function groupOutcomes(outcomes: readonly TaxOutcome[]) {
  const decided = outcomes.flatMap((outcome) => {
    if (outcome.refusal !== null) return []
    const { decision, row, registration, certificate } = outcome
    const source: TaxSource = { row, registration, certificate }
    return [{ decision, source }]
  })
  const keys = decided.map((one) => JSON.stringify(one))
  const distinct = [...new Set(keys)]
  const groups = distinct.flatMap((key) => decided[keys.indexOf(key)] ?? [])
  return {
    decisions: groups.map(({ decision }) => decision),
    sources: groups.map(({ source }) => source),
    indexes: keys.map((key) => distinct.indexOf(key)),
  }
}
