import type { Cart, CartItem } from '#contract/cart/cart.ts'
import { refusalText } from '#contract/refusals.ts'
import { freeItem, inBoth, MAX_LINE_CENTS } from '#domain/agreed-terms.ts'
import type { BuyerKind } from '#domain/buyer-kind.ts'
import type { TaxAnswer, TaxAsk } from '#domain/calculated-tax.ts'
import { isEuConsumer, lawOf } from '#domain/consumer-law.ts'
import { countryNameOf } from '#domain/country-name.ts'
import type { TaxOutcome } from '#domain/decide-tax.ts'
import { promiseOf } from '#domain/delivery.ts'
import { explainTotals } from '#domain/explain-totals.ts'
import { legacyTerms } from '#domain/legacy-terms.ts'
import { type LegalArea, privateBuyersText } from '#domain/market.ts'
import { type Currency, toDecimal, withTax } from '#domain/money.ts'
import type { IsOffered } from '#domain/offered-products.ts'
import { largestQuantity, quantityRefusal } from '#domain/order-quantity.ts'
import { computeOrderTotals, type OrderTotals, type OrderTotalsInput, type PricedItem } from '#domain/order-totals.ts'
import { type Ladder, ladderFor, priceBreakFor, unitPriceCents } from '#domain/pricing.ts'
import { DEFAULT_COUNTRY, DEFAULT_SHIPPING_RATES, type ShippingMethod } from '#domain/shipping.ts'
import { type LineSupply, supplyOf } from '#domain/supply.ts'
import { highestPercent, type TaxDecision } from '#domain/tax-decision.ts'
import { formatCount } from '#domain/text.ts'
import { dayOf } from '#domain/time.ts'
import type { ShopRules } from '#domain/totals.ts'
import { VAT_ID_ERROR, VAT_ID_NOTICES } from '#domain/vat-id.ts'
import { firstPicture } from '#drawings/product-pictures.ts'
import { presentContent } from '#server/catalog/products/fact-columns.ts'
import type { CartProduct } from '#server/catalog/products/product-record.ts'
import type { StoredPromo } from '#server/pricing/promotions/promotion-list.ts'
import type { TaxTerms } from '#server/pricing/tax/tax-record.ts'
import { type AgreedCart, asTaxed, atAgreedFreight, fromCheckedTraders, NO_TERMS, type PricedFreeLine } from './agreed-cart.ts'
import { presentOptions } from './arrivals.ts'
import { findAnswer } from './calculate-tax.ts'
import type { StoredCart, StoredCartItem } from './cart-record.ts'
import { asOffered, forConsumers, type LineProblem, notSoldThere, unlessPaused } from './offered-lines.ts'
import { presentPromo } from './present-promo.ts'
import { presentSteps, presentTax, presentTotals, taxRateOf } from './present-totals.ts'
import { type CartShipping, priceExtras, type ShippingFacts, shipCart } from './shipping-terms.ts'
import {
  askOfCart,
  type CartTax,
  calculatedInput,
  groupOutcomes,
  shownRate,
  type TaxBasis,
  type TaxSource,
  taxCart,
  taxPlace,
} from './tax-terms.ts'

/** A line of the cart with its product; `problem` null: it can be bought in this quantity. */
export interface PricedLine {
  product: CartProduct
  quantity: number
  ladder: Ladder
  /** Volume price of one unit in the cart's currency, in cents, as the buyer sees it. */
  unitPriceCents: number
  /** Rate in ten-thousandths of a percent that its prices are shown with; 0 where they are without tax. */
  shownRate: number
  problem: LineProblem | null
  supply: LineSupply
  /** False for a product that is made for the order. */
  takesStock: boolean
}

/**
 * Input of a total with the method of shipping and the rules of the shop that it was made with, and the source of each decision; none
 * without rules by country.
 */
export type PricedInput = OrderTotalsInput & { shippingMethod: ShippingMethod; rules: ShopRules; taxSources: readonly TaxSource[] }

/** A priced cart: for people (`cart`), and for the order that is made from it. */
export interface PricedCart {
  /** Composed when it is asked for: an order that can be placed never shows it. */
  readonly cart: Cart
  lines: PricedLine[]
  /** Lines without a product, which follow the others in the totals; carts of buyers have none. */
  freeLines: PricedFreeLine[]
  /** Input of the totals: the lines that can be bought. */
  input: PricedInput
  totals: OrderTotals
  shipping: CartShipping
  /** Taxes by the rules of countries; null: one rate everywhere. */
  tax: (CartTax & { terms: TaxTerms }) | null
  /**
   * Calculation of the taxes by the provider of the shop: `own` where the shop's rules take its place, with the ask that has no answer yet.
   */
  calculation: { by: 'provider' } | { by: 'own'; ask: TaxAsk | null } | null
  /** The code that counts in the totals; null for none. */
  activePromo: StoredPromo | null
  /** Law of consumers at the place that it goes to. */
  law: LegalArea
}

/** Everything that the price of a cart depends on. `promo` is null for no code and for one that the shop does not have. */
interface CartFacts {
  stored: StoredCart
  products: readonly CartProduct[]
  promo: StoredPromo | null
  shipping: Omit<ShippingFacts, 'extras'>
  buyer: BuyerKind
  /** Null: one rate everywhere. */
  tax: TaxTerms | null
  /** By the register numbers of its seller at the place that it goes to. */
  isOffered: IsOffered
  currency: Currency
  now: Date
  /** Terms beside the list; the products have the agreed prices. Absent in carts of buyers. */
  agreed?: AgreedCart
}

/** Specifications of a line by which a buyer recognizes the product. */
const FEATURES = 3

/** Refusal of a line beyond `MAX_LINE_CENTS`. */
export const TOO_LARGE = 'This order is too large to be placed online. Please contact us.'

/** The list price of a product, in cents of the currency. */
function listPriceCents(product: Pick<CartProduct, 'priceUsdCents' | 'priceEurCents'>, currency: Currency): number {
  return currency === 'USD' ? product.priceUsdCents : product.priceEurCents
}

/** The address of a product's first picture. */
export function imageOf(product: CartProduct): string {
  return firstPicture({ ...product, category: product.categoryValue })
}

/**
 * The one price of a cart. Lines that cannot be bought now stay in it, with a notice, and count nothing. Where a provider calculates the
 * taxes, its answer to the cart counts; until there is one, the shop's rules.
 */
export function priceCart(facts: CartFacts): PricedCart {
  if (facts.tax?.provider !== 'stripe') return priceBy(facts, 'own rules')
  const asked = priceBy(facts, 'as if calculated')
  const ask = askOfCart(asked, facts.tax)
  const answer = ask && findAnswer(ask)
  return ask && answer ? priceBy(facts, 'as if calculated', { ask, answer }) : priceBy(facts, 'until calculated', { ask, answer: null })
}

type Calculation = { ask: TaxAsk; answer: TaxAnswer } | { ask: TaxAsk | null; answer: null }

function priceBy(facts: CartFacts, basis: TaxBasis, calculation?: Calculation): PricedCart {
  const { stored, currency, promo, now } = facts
  const { rules, to } = facts.shipping
  const law = lawOf(to.country, facts.shipping.market?.legal)
  const { agreed = NO_TERMS } = facts
  const today = dayOf(now, facts.shipping.timeZone)
  const { tax, outcomes, ...taxed } = taxLines(
    facts,
    stored.items
      .flatMap((item) => priceLine(item, facts))
      .map(asOffered(facts.isOffered, to))
      .map((line) => (facts.agreed ? line : unlessPaused(today)(line))), // what was agreed with a seller is not held up
    basis,
  )
  const isConsumer = isEuConsumer({ country: to.country, law, buyerKind: facts.buyer })
  const lines = isConsumer ? taxed.lines.map(forConsumers(to)) : taxed.lines
  const freeLines = isConsumer ? taxed.freeLines.map(fromCheckedTraders(to)) : taxed.freeLines
  const available = lines.filter(({ problem }) => !problem)
  const availableFree = freeLines.filter(({ problem }) => !problem)
  const decided = outcomes.filter((_outcome, index) => !(lines[index] ?? freeLines[index - lines.length])?.problem)
  const { items, decisions, taxSources } = itemsOf(
    [
      ...available.map((line) => itemOf(line, agreed.listCents)),
      ...availableFree.map(({ line }) => freeItem(line, currency, agreed.ratio)),
    ],
    decided,
    legacyTerms(rules, { method: 'standard', lines: [], ...to }).decisions,
  )
  const products = items.slice(0, available.length)
  const byRates = shipCart({ ...facts.shipping, extras: stored.shippingExtras }, { products: available, items: products })
  const sentFree = availableFree.flatMap(({ line }, index) => (line.kind === 'custom' ? [products.length + index] : []))
  const shipping = atAgreedFreight(byRates, agreed, { currency, sent: [...products.keys(), ...sentFree] })
  const shippingMethod = methodOf(stored, shipping)
  const byRules: PricedInput = {
    currency,
    lines: items,
    decisions,
    charges: shipping.chargesBy(shippingMethod),
    promo: promo?.promo ?? null,
    shippingMethod,
    rules,
    taxSources,
    now,
    ...(agreed.discountCents > 0 && { agreedDiscount: inBoth(agreed.discountCents, currency, agreed.ratio) }),
  }
  const input = calculation?.answer ? calculatedInput(byRules, calculation) : byRules
  const totals = computeOrderTotals(input)
  const by = calculation && (calculation.answer ? ({ by: 'provider' } as const) : ({ by: 'own', ask: calculation.ask } as const))
  const activePromo = totals.promoRefusal ? null : promo
  const priced = { lines, freeLines, input, totals, shipping, tax, calculation: by ?? null, activePromo, law }
  let cart: Cart | undefined
  return {
    ...priced,
    get cart() {
      cart ??= presentCart(priced, facts)
      return cart
    },
  }
}

/**
 * Decides the taxes of the lines: their prices are then as the buyer sees them, and lines that are not sold to the place cannot be bought.
 */
function taxLines(
  { tax: terms, shipping: { to, market }, agreed = NO_TERMS, currency }: CartFacts,
  lines: readonly PricedLine[],
  basis: TaxBasis,
): { lines: PricedLine[]; freeLines: PricedFreeLine[]; tax: PricedCart['tax']; outcomes: readonly TaxOutcome[] } {
  const free = agreed.freeLines.map((one): PricedFreeLine => ({ ...one, unitPriceCents: one.line.unitCents, problem: null }))
  if (terms === null) return { lines: [...lines], freeLines: free, tax: null, outcomes: [] }
  const place = taxPlace(to)
  const all = [...lines, ...free.map((one) => asTaxed(one, currency, agreed.ratio))]
  const { term } = agreed
  const taxed = taxCart(terms, place, term ? all.map((line) => ({ ...line, term })) : all, basis)
  const isBusinessOnly = market?.sellsToConsumers === false && terms.buyer.kind === 'consumer'
  const shown = lines.map((line, index): PricedLine => {
    const outcome = taxed.outcomes[index]
    const rate = shownRate(terms, place, line.product, outcome)
    const refused = isBusinessOnly ? notSoldThere(privateBuyersText(to.country)) : refusalOf(outcome, basis)
    return { ...line, shownRate: rate, unitPriceCents: withTax(line.unitPriceCents, rate), problem: line.problem ?? refused }
  })
  const freeLines = free.map((one, index): PricedFreeLine => {
    const outcome = taxed.outcomes[lines.length + index]
    const rate = shownRate(terms, place, one.line, outcome)
    const refused = isBusinessOnly ? notSoldThere(privateBuyersText(to.country)) : refusalOf(outcome, basis)
    return { ...one, unitPriceCents: withTax(one.unitPriceCents, rate), problem: refused }
  })
  return { lines: shown, freeLines, tax: { ...taxed, terms }, outcomes: taxed.outcomes }
}

/** The problem of a line that its place has no tax for; where a provider may know it, nobody can say it now. */
function refusalOf(outcome: TaxOutcome | undefined, basis: TaxBasis): LineProblem | null {
  if (!outcome || outcome.refusal === null) return null
  if (basis === 'own rules' || outcome.refusal !== 'no_registration') return notSoldThere(outcome.text)
  const text = refusalText({ code: 'tax_unavailable' })
  return { notice: text, refusal: text, code: 'tax_unavailable' }
}

/** Returns the method of a cart: the chosen one where it is offered, else standard, or the first one that is. */
function methodOf({ shippingMethod }: StoredCart, { offered }: CartShipping): ShippingMethod {
  if (offered.includes(shippingMethod)) return shippingMethod
  return offered.includes('standard') ? 'standard' : (offered[0] ?? 'standard')
}

function presentCart(
  { lines, input, totals, shipping, tax }: Omit<PricedCart, 'cart' | 'calculation' | 'freeLines'>,
  facts: CartFacts,
): Cart {
  const { promo, currency } = facts
  const available = lines.filter(({ problem }) => !problem)
  const items = lines.map((line) => ({
    ...presentLine(line, facts, shipping),
    arrives: line.problem || shipping.quotes.has(line.product.id) ? null : promiseOf(line.product, input, shipping),
  }))
  return {
    items,
    itemCount: items.reduce((sum, item) => sum + item.quantity, 0),
    appliedPromoCode: presentPromo(promo, totals, currency),
    shippingMethod: input.shippingMethod,
    shippingOptions: presentOptions(input, available, shipping),
    shippingCountry: shipping.to.country,
    shippingExtras: priceExtras(shipping.extras, input),
    freightCharge: available.some(({ product }) => product.shippingClass === 'freight') ? toDecimal(freightCents(totals)) : null,
    quoteNotice: shipping.quoteNotice,
    buyerKind: shipping.to.country === DEFAULT_COUNTRY ? null : (tax?.terms.buyer.kind ?? null),
    vatNotice: vatNoticeOf(tax),
    currency,
    taxRate: taxRateOf(highestPercent(input.decisions)),
    tax: presentTax(totals),
    totals: presentTotals(totals),
    steps: presentSteps(explainTotals(input, totals)),
    canCheckOut: shipping.closed === null && items.length > 0 && items.every((item) => item.available && item.shipping === 'rate'),
    notices: noticesOf(facts, available, input.shippingMethod, shipping),
  }
}

/** The lines that count, with the decisions about them; without outcomes `legacy` is about all of them. */
function itemsOf(lines: readonly PricedItem[], outcomes: readonly TaxOutcome[], legacy: readonly TaxDecision[]) {
  const { decisions, sources, indexes } = groupOutcomes(outcomes)
  const items = lines.map((line, index): PricedItem => ({ ...line, decision: indexes[index] ?? 0 }))
  return { items, decisions: decisions.length > 0 ? decisions : legacy, taxSources: sources }
}

/** Returns a line as an item of the totals, at its price without tax. */
function itemOf({ product, quantity, ladder }: PricedLine, listCents: AgreedCart['listCents']): PricedItem {
  const list = listCents.get(product.id)
  return {
    productId: product.id,
    name: product.name,
    businessId: product.businessId,
    category: product.categoryValue,
    shippingClass: product.shippingClass,
    priceCents: { USD: product.priceUsdCents, EUR: product.priceEurCents },
    quantity,
    ladder,
    decision: 0,
    ...(list !== undefined && { listCents: list }),
  }
}

function priceLine(item: StoredCartItem, { products, currency, shipping, agreed = NO_TERMS }: CartFacts): PricedLine[] {
  const product = products.find(({ id }) => id === item.productId)
  if (!product) return []
  const ladder = product.ladder ?? ladderFor(product.categoryValue)
  const unit = unitPriceCents(listPriceCents(product, currency), item.quantity, ladder)
  const takesStock = !agreed.madeToOrder.has(product.id)
  const problem = problemOf(product, item.quantity, takesStock ? product.stock : Number.MAX_SAFE_INTEGER)
  const supply = supplyOf(product.specifications, shipping.to, item.confirmedSupply)
  return [{ product, quantity: item.quantity, ladder, unitPriceCents: unit, shownRate: 0, problem, supply, takesStock }]
}

/** Says whether a line is worth more than the shop sells online. */
export function isTooLarge({ priceUsdCents, priceEurCents }: CartProduct, quantity: number): boolean {
  return Math.max(priceUsdCents, priceEurCents) * quantity > MAX_LINE_CENTS
}

function problemOf(product: CartProduct, quantity: number, left: number): LineProblem | null {
  const { name } = product
  const stock = largestQuantity(left, product)
  if (product.isRecalled) return { notice: 'Recalled. No longer sold', refusal: `${name} was recalled and is no longer sold` }
  if (!product.isBuyable) return { notice: 'No longer available', refusal: `${name} is no longer available` }
  if (stock <= 0) return { notice: 'Out of stock', refusal: `${name}: Product is out of stock` }
  if (isTooLarge(product, quantity)) return { notice: TOO_LARGE, refusal: `${name}: ${TOO_LARGE}` }
  if (quantity > stock) return { notice: `Only ${formatCount(stock)} left`, refusal: `${name}: Only ${formatCount(stock)} items available` }
  const refused = quantityRefusal(quantity, product)
  return refused && { notice: refused.text, refusal: refused.text, code: refused.code }
}

function presentLine(
  { product, quantity, ladder, unitPriceCents: unit, shownRate: rate, problem, supply }: PricedLine,
  { stored, currency, agreed }: CartFacts,
  { quotes }: CartShipping,
): Omit<CartItem, 'arrives'> {
  const list = listPriceCents(product, currency)
  const item = stored.items.find(({ productId }) => productId === product.id)
  const seen = agreed?.listCents.get(product.id) ?? (currency === 'USD' ? item?.seenUsdCents : item?.seenEurCents)
  const reached = priceBreakFor(quantity, ladder)
  return {
    productId: product.id,
    slug: product.slug,
    name: product.name,
    image: imageOf(product),
    category: product.categoryValue,
    features: product.specifications.slice(0, FEATURES).map(({ name, value }) => `${name}: ${value}`),
    price: toDecimal(unit),
    listPrice: toDecimal(withTax(list, rate)),
    discountPercent: reached?.discountPercent ?? 0,
    discountFrom: reached?.minQuantity ?? null,
    lineTotal: toDecimal(unit * quantity),
    previousPrice: seen === undefined || seen === list ? null : toDecimal(withTax(seen, rate)),
    quantity,
    stock: product.stock,
    minQuantity: product.minQuantity,
    quantityStep: product.quantityStep,
    content: presentContent(product),
    isCustom: product.isCustom,
    available: problem === null,
    notice: problem?.notice ?? null,
    shippingClass: product.shippingClass,
    shipping: quotes.has(product.id) || (problem?.code === 'not_sold_there' && !problem.isWithheld) ? 'quote' : 'rate',
    leadTimeDays: product.leadTimeDays,
    ...supply,
    businessId: product.businessId,
    businessName: product.businessName,
  }
}

/** Sentence about a VAT id that does not count, where it would change the tax. */
function vatNoticeOf(tax: PricedCart['tax']): string | null {
  const problem = tax?.doubtful?.problem ?? null
  if (problem === null) return null
  return problem === 'impossible' ? VAT_ID_ERROR : VAT_ID_NOTICES[problem]
}

function noticesOf(
  { stored, promo }: CartFacts,
  lines: readonly PricedLine[],
  shippingMethod: ShippingMethod,
  { to, closed, quotes }: CartShipping,
): string[] {
  const freight = lines.find(({ product }) => product.shippingClass === 'freight')
  const isChanged = shippingMethod !== stored.shippingMethod
  const { label } = DEFAULT_SHIPPING_RATES[stored.shippingMethod]
  const now = DEFAULT_SHIPPING_RATES[shippingMethod].label.toLowerCase()
  return [
    ...(closed === null ? [] : [closed]),
    ...(isChanged && freight ? [`${freight.product.name} ships as freight, so shipping was set to standard.`] : []),
    ...(isChanged && !freight && quotes.size === 0
      ? [`${label} shipping isn't offered to ${countryNameOf(to.country)}, so shipping was set to ${now}.`]
      : []),
    ...(stored.promoCode && !promo ? [`The code ${stored.promoCode} no longer exists.`] : []),
  ]
}

/** Sums what the freight of a cart costs its buyer, without extras. */
function freightCents({ charges }: OrderTotals): number {
  const freight = charges.filter(({ charge }) => charge.class === 'freight' && !charge.isExtra)
  return freight.reduce((sum, { cents }) => sum + cents, 0)
}
