import type { TaxOutcome } from './decide-tax.ts'
import { EU_COUNTRIES } from './market-country.ts'
import type { Currency } from './money.ts'
import type { CalculatedTax, OrderTotals, OrderTotalsInput } from './order-totals.ts'
import type { TaxClass } from './product-fields.ts'
import { stateName } from './states.ts'
import type { TaxDecision, TaxMode } from './tax-decision.ts'
import type { Place } from './tax-territory.ts'

/** Calculators of taxes: the shop by its own rules, or Stripe Tax. */
export const TAX_PROVIDERS = ['own', 'stripe'] as const

/** One of `TAX_PROVIDERS`. */
export type TaxProvider = (typeof TAX_PROVIDERS)[number]

/** Longest time in ms that a caller waits for a calculation. */
export const CALCULATION_MS = 3000
/** Longest time in ms that a checkout waits for all that it asks others about. */
export const CHECKOUT_ASKS_MS = 4500

/** Mark of an order whose taxes the provider did not calculate although it should have. */
export const OWN_RULES_TAG = 'tax from own rules'

/** Most lines of one calculation. */
const MAX_LINES = 100

/** Products that leave from one place together; amounts in cents in the mode of the ask, after discount. */
export interface AskedShipment {
  from: Place
  businessIds: readonly string[]
  lines: readonly { index: number; amountCents: number; quantity: number; taxClass: TaxClass }[]
  shippingCents: number
}

/** Question for the taxes of an order. */
export interface TaxAsk {
  currency: Currency
  mode: TaxMode
  to: Place
  /** VAT id that counts; '' for none. */
  vatId: string
  /** True for a buyer with an accepted certificate of the state. */
  isExempt: boolean
  day: string
  shipments: readonly AskedShipment[]
}

/** Calculation of one shipment: the tax of each line with its rate in ten-thousandths of a percent, and of the shipping. */
export interface ShipmentTax {
  id: string
  lines: readonly { index: number; taxCents: number; percent: number; isReverseCharge: boolean }[]
  shippingTaxCents: number
}

/** Answer to an ask: the calculations in the order of its shipments. */
export type TaxAnswer = readonly ShipmentTax[]

/** Facts that an ask is made of, beside the totals by the shop's rules. */
interface AskFacts {
  to: Place
  vatId: string
  isExempt: boolean
  day: string
  /** Tax class of each line and the place that it leaves from, in the order of the lines of the input. */
  lines: readonly { taxClass: TaxClass; from: Place }[]
}

/** Returns the question for the taxes of an order; null where there is nothing to ask, or too little is known of the place. */
export function askOf(input: OrderTotalsInput, totals: OrderTotals, { lines: facts, to, ...known }: AskFacts): TaxAsk | null {
  if (input.lines.length === 0 || (to.country === 'US' && to.postalCode === '')) return null
  const groups = Map.groupBy(input.lines.keys(), (index) => JSON.stringify(facts[index]?.from))
  const shipments = [...groups].map(([from, indexes]): AskedShipment => {
    const own = indexes.flatMap((index) => {
      const [item, priced, fact] = [input.lines[index], totals.lines[index], facts[index]]
      return item && priced && fact ? [{ index, item, priced, fact }] : []
    })
    return {
      from: JSON.parse(from) as Place, // written a line above
      businessIds: [...new Set(own.map(({ item }) => item.businessId))],
      lines: own
        .map(({ index, item, priced, fact }) => {
          const amountCents = priced.lineTotalCents - priced.discountCents
          return { index, amountCents, quantity: item.quantity, taxClass: fact.taxClass }
        })
        .filter(({ amountCents }) => amountCents > 0),
      shippingCents: own.reduce((sum, { priced }) => sum + priced.shippingCents, 0),
    }
  })
  if (shipments.some(({ lines }) => lines.length === 0 || lines.length > MAX_LINES)) return null
  return { ...known, to, currency: input.currency, mode: totals.mode, shipments }
}

/** Returns true if an answer is about the lines of its ask, and no tax is above its amount. */
export function isAnswerTo({ shipments }: TaxAsk, answer: TaxAnswer): boolean {
  const isPossible = (taxCents: number, amountCents: number) =>
    Number.isSafeInteger(taxCents) && taxCents >= 0 && (taxCents === 0 || taxCents <= amountCents)
  return (
    answer.length === shipments.length &&
    shipments.every((shipment, at) => {
      const { id = '', lines = [], shippingTaxCents = -1 } = answer[at] ?? {}
      const taxOf = (index: number) => lines.find((line) => line.index === index)
      return (
        id !== '' &&
        lines.length === shipment.lines.length &&
        isPossible(shippingTaxCents, shipment.shippingCents) &&
        shipment.lines.every(({ index, amountCents }) => {
          const line = taxOf(index)
          return line !== undefined && line.percent >= 0 && isPossible(line.taxCents, amountCents)
        })
      )
    })
  )
}

/** The decision that a line of an answer stands for: collector, issuer and mode are those of the shop's rules. */
function decisionOf(
  own: TaxDecision,
  { to, isExempt }: TaxAsk,
  { from, tax, shipsTaxed }: { from: Place; tax: ShipmentTax['lines'][number]; shipsTaxed: boolean },
): TaxDecision {
  const rated = { ...own, percent: tax.percent, country: own.country || to.country, shipsTaxed }
  if (tax.isReverseCharge) {
    const isOwn = own.reason === 'intra_community'
    return {
      ...rated,
      percent: 0,
      reason: 'intra_community',
      text: isOwn ? own.text : 'Reverse charge: the recipient accounts for the VAT',
    }
  }
  if (to.country === 'US') {
    if (tax.percent > 0) return { ...rated, reason: 'sales_tax', text: '' }
    if (isExempt && own.reason === 'exempt_certificate') return rated
    return { ...rated, reason: 'no_nexus', text: `No sales tax collected for ${stateName('US', to.state)}` }
  }
  if (tax.percent === 0) return own.percent === 0 ? rated : { ...rated, reason: 'export', text: '' }
  if (own.percent > 0) return { ...rated, text: '' }
  const isDomestic = from.country === to.country || !EU_COUNTRIES.includes(to.country)
  return { ...rated, reason: isDomestic ? 'domestic' : 'oss', text: '' }
}

/**
 * Returns the input of an order with the taxes of an answer: they are frozen with it, and prices stay as the shop's rules show them.
 * @param input of the shop's rules, which `askOf` made the ask of
 */
export function withCalculatedTax<Input extends OrderTotalsInput>(input: Input, ask: TaxAsk, answer: TaxAnswer): Input {
  const decisions: TaxDecision[] = []
  const found = input.lines.map((line, index) => {
    const own = input.decisions[line.decision]
    if (!own) throw new RangeError(`No decision for the line ${index}`)
    const at = ask.shipments.findIndex(({ businessIds }) => businessIds.includes(line.businessId))
    const [shipment, calculation] = [ask.shipments[at], answer[at]]
    const tax = calculation?.lines.find((one) => one.index === index)
    const decided =
      shipment && calculation && tax
        ? decisionOf(own, ask, { from: shipment.from, tax, shipsTaxed: calculation.shippingTaxCents > 0 })
        : own // nothing is paid for it
    const key = JSON.stringify(decided)
    const known = decisions.findIndex((one) => JSON.stringify(one) === key)
    const decision = known === -1 ? decisions.push(decided) - 1 : known
    return { line: { ...line, decision }, own, taxCents: tax?.taxCents ?? 0, calculation: at }
  })
  const calculated: CalculatedTax = {
    currency: ask.currency,
    calculations: answer.map(({ id, shippingTaxCents }, at) => ({
      id,
      businessIds: ask.shipments[at]?.businessIds ?? [],
      shippingTaxCents,
    })),
    lines: found.map(({ own, taxCents, calculation }) => ({
      taxCents,
      calculation,
      raisedBy: own.percent,
      shippingRaisedBy: own.shipsTaxed ? own.percent : 0,
    })),
    isPartial: false,
  }
  return { ...input, lines: found.map(({ line }) => line), decisions, calculated }
}

/**
 * Returns an outcome by which a line is priced until the provider has calculated its tax: without a registration of our own it has the rate
 * of its place.
 */
export function provisionalOutcome(outcome: TaxOutcome, { mode, percent, to }: { mode: TaxMode; percent: number; to: Place }): TaxOutcome {
  if (outcome.refusal !== 'no_registration') return outcome
  const decision: TaxDecision = {
    mode,
    percent,
    reason: percent > 0 ? 'oss' : 'export',
    text: '',
    collector: null,
    issuer: null,
    country: to.country,
    state: to.state,
    shipsTaxed: true,
  }
  return { row: 'T9', refusal: null, decision, registration: null, certificate: null }
}
