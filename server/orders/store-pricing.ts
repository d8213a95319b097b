import type { Order } from '#contract/orders/orders.ts'
import { explainTotals } from '#domain/explain-totals.ts'
import { type Incoterm, termSentence } from '#domain/incoterm.ts'
import { legacyDecision } from '#domain/legacy-terms.ts'
import { type Currency, WHOLE_RATE } from '#domain/money.ts'
import {
  type CalculatedTax,
  computeOrderTotals,
  type OrderTotals,
  type OrderTotalsInput,
  type ShippingCharge,
} from '#domain/order-totals.ts'
import type { Promo } from '#domain/promotion.ts'
import type { LeadTime } from '#domain/quote.ts'
import type { DeliveryDays, ShippingMethod } from '#domain/shipping.ts'
import { highestPercent, type TaxDecision, taxLabel } from '#domain/tax-decision.ts'
import { computeTotals, type ShopRules, type TotalStep, type Totals, type TotalsInput, type TotalsLine } from '#domain/totals.ts'
import type { PricedInput } from '#server/cart/price-cart.ts'
import type { KnownVatCheck, ReferenceRate, TaxTerms } from '#server/pricing/tax/tax-record.ts'

/** Input of an order's total, stored with the order: the proof of what was charged. */
interface PricingBefore {
  currency: Currency
  shippingMethod: ShippingMethod
  rules: ShopRules
  promo: (Omit<Promo, 'startsAt' | 'endsAt'> & { startsAt: string | null; endsAt: string | null }) | null
  lines: readonly TotalsLine[]
  /** List prices in USD of the same lines, in their order. */
  usdPriceCents: number[]
  placedAt: string
}

/**
 * As of version 2, with the decisions and charges of the order, to which its lines refer. It holds all that version 1 reads, so that a
 * server of the version before shows an order of this one.
 */
interface PricingNow extends PricingBefore {
  version: 2
  /** Source of each decision, in their order; absent where the shop had one rate everywhere. */
  taxSources?: PricedInput['taxSources']
  /** Check of the buyer's VAT id that the decisions rely on, or that was missing; absent without one. */
  vatCheck?: FrozenVatCheck
  /**
   * Newest reference rates of the order's day, by which its documents state tax in the currency of its country; absent where there are
   * none.
   */
  exchange?: readonly ReferenceRate[]
  lines: readonly (TotalsLine & { decision: number; listCents?: number })[]
  decisions: readonly TaxDecision[]
  charges: readonly ShippingCharge[]
  /** Discount on the whole that was agreed; absent without one. */
  agreedDiscount?: NonNullable<OrderTotalsInput['agreedDiscount']>
  /** Offer that it was made of; absent for others. */
  offer?: OrderedOffer
  /** Taxes that the provider calculated; absent where the shop's rules count. */
  calculated?: CalculatedTax
}

/** Offer that an order was made of: id and number of its quote, delivery term and lead time. */
export interface OrderedOffer {
  id: string
  number: string
  incoterm: { rule: Incoterm; place: string }
  delivery: { country: string }
  dispatchCountry?: string | undefined
  leadTime: LeadTime
}

/** A VAT id with the newest answer about it at the order; `counted` is false where VAT was charged all the same. */
interface FrozenVatCheck {
  vatId: string
  counted: boolean
  /** True where it counted although nobody had confirmed it. */
  isTrusted: boolean
  answer: KnownVatCheck | null
  /** Products that are sent from the country of the VAT id, where it takes no VAT away; absent without any. */
  domestic?: readonly string[]
}

/** Pricing of an order; without `version` it is of version 1. */
export type StoredPricing = PricingBefore | PricingNow

/** Totals of a stored order, whatever its version. */
type ReplayedTotals = Omit<Totals, 'lines' | 'parts' | 'steps'> & Pick<OrderTotals, 'mode' | 'taxLines'> & { steps: TotalStep[] }

const isNow = (pricing: StoredPricing): pricing is PricingNow => 'version' in pricing

/** Returns the offer that an order was made of; null for others, and for orders from before it was stored. */
export function offerOf(stored: unknown): OrderedOffer | null {
  const pricing = stored as StoredPricing // only storePricing writes this column
  return isNow(pricing) ? (pricing.offer ?? null) : null
}

/** Presents the offer that an order was made of; nothing for others. */
export function presentOffer(stored: unknown): { quote?: Order['quote'] } {
  const offer = offerOf(stored)
  if (!offer) return {}
  const { id, number, leadTime } = offer
  return { quote: { id, number, term: termSentence(offer), leadTime } }
}

/** Writes down what a total follows from. @param dispatchCountries ISO codes of the countries that the sellers send from, by seller */
export function storePricing(
  { now, promo, lines, decisions, taxSources, charges, agreedDiscount, calculated, currency, shippingMethod, rules }: PricedInput,
  terms: Pick<TaxTerms, 'vat' | 'exchange'> | null = null,
  dispatchCountries: ReadonlyMap<string, string> = new Map(),
): PricingNow {
  const { vat = null, exchange = [] } = terms ?? {}
  const domestic = lines.filter(({ businessId }) => vat && dispatchCountries.get(businessId) === vat.country)
  return {
    version: 2,
    currency,
    shippingMethod,
    rules,
    promo: promo && { ...promo, startsAt: promo.startsAt?.toISOString() ?? null, endsAt: promo.endsAt?.toISOString() ?? null },
    lines: lines.map(({ priceCents, ...line }) => ({ ...line, basePriceCents: priceCents[currency] })),
    usdPriceCents: lines.map(({ priceCents }) => priceCents.USD),
    decisions,
    charges,
    ...(agreedDiscount && { agreedDiscount }),
    ...(calculated && { calculated }),
    ...(taxSources.length > 0 && { taxSources }),
    ...(vat && {
      vatCheck: {
        vatId: vat.vatId,
        counted: vat.problem === null,
        isTrusted: vat.isTrusted,
        answer: vat.check,
        ...(domestic.length > 0 && { domestic: domestic.map(({ productId }) => productId) }),
      },
    }),
    ...(exchange.length > 0 && { exchange }),
    placedAt: now.toISOString(),
  }
}

/**
 * Returns a stored pricing with another input: what a change of the order is priced by. All else stays as it was when it was placed.
 * @param sources those of the decisions that were added
 */
export function repricing(stored: unknown, input: OrderTotalsInput, sources: PricedInput['taxSources']): unknown {
  const pricing = stored as StoredPricing // only storePricing writes this column
  if (!isNow(pricing)) throw new Error('An order of version 1 is not priced anew')
  const noSource = { row: 'T9', registration: null, certificate: null }
  const known = pricing.taxSources ?? pricing.decisions.map(() => noSource)
  const added = input.decisions.slice(pricing.decisions.length).map((_decision, index) => sources[index] ?? noSource)
  const hasSources = pricing.taxSources !== undefined || sources.length > 0
  const { rules, shippingMethod, placedAt } = pricing
  return {
    ...pricing,
    ...storePricing({ ...input, rules, shippingMethod, taxSources: hasSources ? [...known, ...added] : [], now: new Date(placedAt) }),
  } satisfies PricingNow
}

/** Computes an order's total again from what was stored with it: rules, rates and products that changed since do not matter. */
export function replayTotals(stored: unknown): ReplayedTotals {
  const pricing = stored as StoredPricing // only storePricing writes this column
  return replayIn(pricing, pricing.currency)
}

/** Computes the USD total again. */
export function replayUsdTotals(stored: unknown): ReplayedTotals {
  return replayIn(stored as StoredPricing, 'USD') // only storePricing writes this column
}

/** Returns the tax rate of an order in percent: 8 means 8%; of several the highest. */
export function taxPercentOf(stored: unknown): number {
  const pricing = stored as StoredPricing // only storePricing writes this column
  return isNow(pricing) ? highestPercent(pricing.decisions) : pricing.rules.taxPercent
}

/** Returns the reference rates that were frozen with an order, by currency; none where it has none. */
export function exchangeOf(stored: unknown): ReadonlyMap<string, ReferenceRate> {
  const pricing = stored as StoredPricing // only storePricing writes this column
  return new Map((isNow(pricing) ? (pricing.exchange ?? []) : []).map((rate) => [rate.currency, rate]))
}

/** Returns the calculations of the provider that an order was taxed by; none where the shop's rules count. */
export function calculationsOf(stored: unknown): CalculatedTax['calculations'] {
  const pricing = stored as StoredPricing // only storePricing writes this column
  return isNow(pricing) ? (pricing.calculated?.calculations ?? []) : []
}

/** Rows of decisions by which a business paid VAT that a confirmed VAT id of another member state takes away. */
const CROSS_BORDER = ['T4.12', 'T4.13', 'T4.14']

/** Returns the keys (`lineKey`) of the lines of an order whose VAT a confirmed VAT id takes away. */
export function chargedVatRows(stored: unknown): Set<string> {
  const pricing = stored as StoredPricing // only storePricing writes this column
  if (!isNow(pricing)) return new Set()
  const isCharged = (decision: number) => CROSS_BORDER.includes(pricing.taxSources?.[decision]?.row ?? '')
  const domestic = new Set(pricing.vatCheck?.domestic)
  const charged = pricing.lines.filter(({ productId, decision }) => isCharged(decision) && !domestic.has(productId))
  return new Set(charged.map(({ productId }) => productId))
}

/**
 * Returns a function that gives the tax decision of a line of an order by its key (`lineKey`). Orders without a version have one for all,
 * from their settings.
 * @param customer form of the order, for the place of an order without a version
 */
export function decisionsOf(stored: unknown, customer: Readonly<Record<string, string>>): (key: string) => TaxDecision {
  const pricing = stored as StoredPricing // only storePricing writes this column
  const [first = legacyDecision(pricing.rules.taxPercent, customer)] = isNow(pricing) ? pricing.decisions : []
  if (!isNow(pricing)) return () => first
  const byProduct = new Map(pricing.lines.map(({ productId, decision }) => [productId, pricing.decisions[decision]]))
  return (key) => byProduct.get(key) ?? first
}

/**
 * Returns a function that gives the registration that the tax of a line was decided by, by its key (`lineKey`); null where none was stored.
 */
export function registrationsOf(stored: unknown): (key: string) => string | null {
  const pricing = stored as StoredPricing // only storePricing writes this column
  if (!isNow(pricing)) return () => null
  const byProduct = new Map(
    pricing.lines.map(({ productId, decision }) => [productId, pricing.taxSources?.[decision]?.registration ?? null]),
  )
  return (key) => byProduct.get(key) ?? null
}

/**
 * Returns the business days in which some products of an order travel: those of their zones when the order was placed, else those of its
 * method.
 */
export function deliveryDaysOf(stored: unknown, productIds: ReadonlySet<string>): DeliveryDays {
  const pricing = stored as StoredPricing // only storePricing writes this column
  const isMeant = ({ lines }: ShippingCharge) => lines.some((index) => productIds.has(pricing.lines[index]?.productId ?? ''))
  const windows = isNow(pricing) ? pricing.charges.filter(isMeant).flatMap(({ window }) => window ?? []) : []
  if (windows.length === 0) return pricing.rules.shippingRates[pricing.shippingMethod]
  return { minDays: Math.max(...windows.map(({ minDays }) => minDays)), maxDays: Math.max(...windows.map(({ maxDays }) => maxDays)) }
}

/** Returns the labels of the extras that were ordered for the freight of some products, such as "Lift-gate delivery". */
export function freightExtrasOf(stored: unknown, productIds: ReadonlySet<string>): string[] {
  const pricing = stored as StoredPricing // only storePricing writes this column
  if (!isNow(pricing)) return []
  const isMeant = ({ isExtra, lines }: ShippingCharge) =>
    isExtra === true && lines.some((index) => productIds.has(pricing.lines[index]?.productId ?? ''))
  return pricing.charges.filter(isMeant).map(({ label }) => label)
}

/**
 * Terms of an order beside the list: the text of its freight, and the unit prices of the list by product, in cents; null and empty without
 * any.
 */
export function agreedTermsOf(stored: unknown): { freightText: string | null; listCents: ReadonlyMap<string, number> } {
  const pricing = stored as StoredPricing // only storePricing writes this column
  if (!isNow(pricing)) return { freightText: null, listCents: new Map() }
  const listCents = pricing.lines.flatMap((line): [string, number][] =>
    line.listCents === undefined ? [] : [[line.productId, line.listCents]],
  )
  return { freightText: pricing.charges.find(({ isAgreed }) => isAgreed)?.label ?? null, listCents: new Map(listCents) }
}

/** Totals of orders in their own currency: the answer, the emails and the documents of an order replay the same one. */
const replayed = new WeakMap<StoredPricing, ReplayedTotals>()

function replayIn(pricing: StoredPricing, currency: Currency): ReplayedTotals {
  const known = currency === pricing.currency ? replayed.get(pricing) : undefined
  if (known) return known
  const totals = isNow(pricing) ? replayNow(inputOf(pricing, currency)) : replayBefore(pricing, currency)
  if (currency === pricing.currency) replayed.set(pricing, totals)
  return totals
}

function replayNow(input: OrderTotalsInput): ReplayedTotals {
  const totals = computeOrderTotals(input)
  return { ...totals, steps: explainTotals(input, totals) }
}

/** Returns the input of an order's total in its own currency; null for orders of version 1, which have no charges of their own. */
export function readTotalsInput(stored: unknown): OrderTotalsInput | null {
  const pricing = stored as StoredPricing // only storePricing writes this column
  return isNow(pricing) ? inputOf(pricing, pricing.currency) : null
}

function inputOf(
  { promo, placedAt, usdPriceCents, lines, decisions, charges, agreedDiscount, calculated }: PricingNow,
  currency: Currency,
): OrderTotalsInput {
  return {
    currency,
    lines: lines.map(({ basePriceCents, ...line }, index) => {
      const usdCents = usdPriceCents[index] ?? basePriceCents
      return { ...line, priceCents: { USD: usdCents, EUR: basePriceCents } } // of an order in USD both are the same
    }),
    decisions,
    charges,
    ...(agreedDiscount && { agreedDiscount }),
    ...(calculated && { calculated }),
    promo: readPromo(promo),
    now: new Date(placedAt),
  }
}

function replayBefore(pricing: PricingBefore, currency: Currency): ReplayedTotals {
  const { promo, placedAt, usdPriceCents, ...rest } = pricing
  const lines = currency === pricing.currency ? rest.lines : rest.lines.map((line, index) => inUsd(line, usdPriceCents[index]))
  const input: TotalsInput = { ...rest, currency, lines, promo: readPromo(promo), now: new Date(placedAt) }
  const totals = computeTotals(input)
  const percent = Math.round((rest.rules.taxPercent * WHOLE_RATE) / 100)
  const decision = { percent, reason: 'us_flat', text: '' } as const
  const baseCents = totals.subtotalCents - totals.discountCents
  return { ...totals, mode: 'added', taxLines: [{ ...decision, label: taxLabel(decision), baseCents, taxCents: totals.taxCents }] }
}

const inUsd = (line: TotalsLine, usdCents = line.basePriceCents): TotalsLine => ({ ...line, basePriceCents: usdCents })

function readPromo(promo: PricingBefore['promo']): Promo | null {
  const date = (text: string | null) => (text === null ? null : new Date(text))
  return promo && { ...promo, startsAt: date(promo.startsAt), endsAt: date(promo.endsAt) }
}
