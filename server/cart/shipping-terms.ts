import { freightCharges, freightLine, planFreight, quoteNotice } from '#domain/freight.ts'
import { legacyTerms } from '#domain/legacy-terms.ts'
import { closedMarketText, type Market } from '#domain/market.ts'
import { toDecimal, withTax } from '#domain/money.ts'
import type { OrderTotalsInput, PricedItem, ShippingCharge } from '#domain/order-totals.ts'
import { businessDays, type RateBasis } from '#domain/settings.ts'
import { type DeliveryDays, offeredMethods, type ShippingMethod } from '#domain/shipping.ts'
import { type Destination, type ExtraKey, placeInText, type Zone } from '#domain/shipping-zones.ts'
import type { ShopRules } from '#domain/totals.ts'
import type { CartProduct } from '#server/catalog/products/product-record.ts'

/** Facts that the shipping of a cart depends on, beside its lines. */
export interface ShippingFacts {
  /** `legacy`: `rules` count for every country, and the zones do not. */
  basis: RateBasis
  zones: readonly Zone[]
  to: Destination
  /** Market of the place; null where it is none. */
  market: Market | null
  rules: ShopRules
  /** Zone of the shop's days. */
  timeZone: string
  /** Extras of freight that were ticked, by seller. */
  extras: Readonly<Record<string, readonly string[]>>
}

/** A service that the freight of a seller can have. */
interface OfferedExtra {
  businessId: string
  key: ExtraKey
  label: string
  netCents: { USD: number; EUR: number }
  isChosen: boolean
}

/** Shipping of the lines of a cart that can be bought. */
export interface CartShipping {
  to: Destination
  /** Zone of the shop, whose days and weekdays count. */
  timeZone: string
  /** Its name as a sentence has it. */
  place: string
  /** Sentence about a country that the shop does not sell to; null: it does. */
  closed: string | null
  offered: readonly ShippingMethod[]
  /** Products without a rate, by id. */
  quotes: ReadonlySet<string>
  /** Sentence about them; null where every line has a rate. */
  quoteNotice: string | null
  /** Products without a rate whose freight was agreed, so that nobody knows their days; absent without any. */
  withoutDays?: ReadonlySet<string>
  extras: readonly OfferedExtra[]
  /** Returns the charges by a method, whether it is offered or not. */
  chargesBy: (method: ShippingMethod) => ShippingCharge[]
  /** Returns the business days of the delivery of some products by a method. */
  daysOf: (method: ShippingMethod, productIds?: ReadonlySet<string>) => DeliveryDays
}

/** Lines of a cart that can be bought: products with their quantities, and as the calculator takes them, in the same order. */
interface ShippedLines {
  products: readonly { product: CartProduct; quantity: number }[]
  items: readonly PricedItem[]
}

/** Returns the names of the sellers of some products: "Box Makers, Roller Works". */
function sellersOf(products: ShippedLines['products'], { productIds }: { productIds: readonly string[] }): string {
  const own = products.filter(({ product }) => productIds.includes(product.id))
  return [...new Set(own.map(({ product }) => product.businessName))].join(', ')
}

/** Finds the shipping of a cart: by the zones, or by the one row of rates of a shop without them. */
export function shipCart(facts: ShippingFacts, { products, items }: ShippedLines): CartShipping {
  const { basis, zones, to, market, rules, timeZone, extras } = facts
  const place = placeInText(to, zones)
  const closed = market?.isOpen ? null : closedMarketText(to.country)
  const allowed = offeredMethods(products.map(({ product }) => product))
  const legacyBy = (method: ShippingMethod) => [...legacyTerms(rules, { method, lines: items, country: to.country }).charges]
  if (basis === 'legacy') {
    const daysOf = (method: ShippingMethod) => rules.shippingRates[method]
    return { to, timeZone, place, closed, offered: allowed, quotes: new Set(), quoteNotice: null, extras: [], chargesBy: legacyBy, daysOf }
  }
  const plan = planFreight({ zones, lines: products.map(({ product, quantity }) => freightLine(product, quantity)), to })
  const indexes = new Map(items.map(({ productId }, index) => [productId, index]))
  const isOffered = (method: ShippingMethod) => plan.methods.includes(method)
  const freightBy = (method: ShippingMethod) => freightCharges(plan, { method, extras })
  const chargesBy = (method: ShippingMethod): ShippingCharge[] => {
    if (plan.shipments.length > 0 && !isOffered(method)) return legacyBy(method)
    const charges = freightBy(method)
    const sellers = charges.map((charge) => sellersOf(products, charge))
    const isSeveral = new Set(sellers).size > 1
    return charges.map((charge, at) => ({
      owner: charge.ownerId,
      zone: charge.zoneName,
      class: charge.class,
      lines: charge.productIds.flatMap((id) => indexes.get(id) ?? []),
      netCents: charge.netCents,
      freeFromCents: charge.freeFromCents,
      label: charge.label,
      days: businessDays(charge),
      window: { minDays: charge.minDays, maxDays: charge.maxDays },
      ...(isSeveral && { sellers: sellers[at] }),
      ...(charge.isExtra && { isExtra: true }),
      ...(charge.standard && { standard: charge.standard }),
      chargeableGrams: charge.chargeableGrams,
    }))
  }
  const daysOf = (method: ShippingMethod, productIds?: ReadonlySet<string>) => {
    const own = freightBy(method).filter((charge) => !productIds || charge.productIds.some((id) => productIds.has(id)))
    if (own.length === 0) return rules.shippingRates[method]
    return { minDays: Math.max(...own.map(({ minDays }) => minDays)), maxDays: Math.max(...own.map(({ maxDays }) => maxDays)) }
  }
  const quotes = new Set(plan.quotes.map(({ productId }) => productId))
  const quoted = products.flatMap(({ product }) => (quotes.has(product.id) ? [product] : []))
  return {
    to,
    timeZone,
    place,
    closed,
    offered: plan.methods.length > 0 ? plan.methods : allowed.slice(0, 1),
    quotes,
    quoteNotice: quoted.length > 0 ? quoteNotice(place, quoted) : null,
    extras: plan.shipments.flatMap(({ class: of, businessIds: [businessId], offers }) =>
      of === 'freight' && businessId !== undefined
        ? (offers[0]?.rate.extras ?? []).map(({ key, label, priceCents }) => ({
            businessId,
            key,
            label,
            netCents: priceCents,
            isChosen: extras[businessId]?.includes(key) === true,
          }))
        : [],
    ),
    chargesBy,
    daysOf,
  }
}

/** Returns the extras of freight with their price to the buyer: with tax where amounts include it. */
export function priceExtras(
  extras: readonly OfferedExtra[],
  { currency, lines, decisions }: Pick<OrderTotalsInput, 'currency' | 'lines' | 'decisions'>,
) {
  return extras.map(({ netCents, ...extra }) => {
    const line = lines.find(({ businessId, shippingClass }) => businessId === extra.businessId && shippingClass === 'freight')
    const decision = decisions[line?.decision ?? 0]
    const rate = decision?.mode === 'included' && decision.shipsTaxed ? decision.percent : 0
    return { ...extra, price: toDecimal(withTax(netCents[currency], rate)) }
  })
}
