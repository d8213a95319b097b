import { type AgreedTerms, inBoth, LIST_TERMS, ratioOf } from '#domain/agreed-terms.ts'
import { DEFAULT_BUYER_KIND } from '#domain/buyer-kind.ts'
import { marketOf } from '#domain/market.ts'
import type { Currency } from '#domain/money.ts'
import { isPaused, pauseText } from '#domain/pause.ts'
import { ladderFor, unitPriceCents } from '#domain/pricing.ts'
import { normalizeCode } from '#domain/promotion.ts'
import type { ShippingMethod } from '#domain/shipping.ts'
import { destinationOf } from '#domain/shipping-zones.ts'
import type { TaxCertificate } from '#domain/tax-registration.ts'
import { type CartProduct, listProductsForCart } from '#server/catalog/products/product-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { ShopSettings } from '#server/platform/settings/setting-groups.ts'
import { findPromo } from '#server/pricing/promotions/promotion-list.ts'
import { readZonesFor } from '#server/pricing/shipping/zone-list.ts'
import { findUsdPerEur, listCertificates, listSellersOf } from '#server/pricing/tax/tax-record.ts'
import type { AgreedCart, FreeLineSeller } from './agreed-cart.ts'
import { type CartPlace, readCartOffers, readCartTax } from './load-cart.ts'
import { type PricedCart, priceCart } from './price-cart.ts'

/** Items for a customer and a place; nothing of the customer's own cart. */
export interface AgreedRequest {
  userId: string
  currency: Currency
  shippingMethod: ShippingMethod
  /** Services of freight by seller. */
  extras: Record<string, string[]>
  promoCode: string | null
  place: CartPlace & { country: string }
  items: readonly { id: string; quantity: number }[]
  /** Sellers of free lines; those of the products are known. */
  sellerIds: readonly string[]
}

/**
 * Prices the request at terms, without any at the list: what a preview shows, the order of it costs. Free lines of a seller who may not
 * sell are left out: `sellers` has those who may.
 */
export interface Pricer {
  price: (terms?: AgreedTerms) => PricedCart
  sellers: ReadonlyMap<string, FreeLineSeller>
}

/**
 * Reads what the price of a request follows from, once; then it can be priced at any terms. Stock and a code that are reserved for the
 * customer's own card payment are not available to it.
 * @param certificates those of the customer, where they are known
 */
export async function readPricer(
  db: Db,
  request: AgreedRequest,
  settings: ShopSettings,
  now: Date,
  certificates?: readonly TaxCertificate[],
): Promise<Pricer> {
  const { currency, shippingMethod, userId, extras, place } = request
  const { rules, basis } = settings
  const ids = request.items.map(({ id }) => id)
  const products = await listProductsForCart(db, ids, { buyerId: null, now })
  const others = request.sellerIds.filter((id) => !products.some(({ businessId }) => businessId === id))
  const known = [...products, ...(await listSellersOf(db, [...new Set(others)]))]
  const sellers = new Map(known.map((one): [string, FreeLineSeller] => [one.businessId, one]))
  const code = normalizeCode(request.promoCode ?? '')
  const promo = code === null ? null : await findPromo(db, code, userId, { countsOpen: true })
  const zones = await readZonesFor(db, [...new Set(products.map(({ businessId }) => businessId))], rules.shippingRates)
  const to = destinationOf(place)
  const shipping = { basis, rules, zones, to, market: marketOf(settings.markets, to.country), timeZone: settings.company.timeZone }
  const facts = { settings, to, products, certificates: certificates ?? (await listCertificates(db, userId)), now }
  const buyer = place.buyer ?? DEFAULT_BUYER_KIND
  const tax = await readCartTax(db, facts, { kind: buyer, vatId: place.vatId ?? '' }, [...sellers.values()])
  const isOffered = await readCartOffers(db, facts, buyer)
  const usdPerEur = products.length === 0 ? await findUsdPerEur(db, now, settings.company.timeZone) : null
  const listed = new Map(products.map((product) => [product.id, product]))
  const stored = {
    promoCode: promo?.promo.code ?? null,
    shippingMethod,
    shippingExtras: extras,
    items: request.items.map(({ id, quantity }) => {
      const { priceUsdCents: seenUsdCents = 0, priceEurCents: seenEurCents = 0 } = listed.get(id) ?? {}
      return { productId: id, quantity, seenUsdCents, seenEurCents }
    }),
  }
  const unpriced = { stored, promo, shipping, buyer, tax, isOffered, currency, now }
  return {
    sellers,
    price: (terms = LIST_TERMS) => {
      const agreed = agreedCart(terms, { request, listed, sellers, usdPerEur })
      return priceCart({ ...unpriced, products: products.map((product) => atPrice(product, terms, currency)), agreed })
    },
  }
}

/** Returns a product at its agreed price, which no quantity price comes off; as it is where none was agreed. */
function atPrice(product: CartProduct, { prices }: AgreedTerms, currency: Currency): CartProduct {
  const cents = prices.get(product.id)
  if (cents === undefined) return product
  const { USD: priceUsdCents, EUR: priceEurCents } = inBoth(cents, currency, listOf(product))
  return { ...product, priceUsdCents, priceEurCents, ladder: [] }
}

const listOf = ({ priceUsdCents: USD, priceEurCents: EUR }: CartProduct) => ({ USD, EUR })

interface Known {
  request: AgreedRequest
  listed: ReadonlyMap<string, CartProduct>
  sellers: ReadonlyMap<string, FreeLineSeller>
  usdPerEur: number | null
}

function agreedCart(terms: AgreedTerms, { request, listed, sellers, usdPerEur }: Known): AgreedCart {
  const items = request.items.flatMap(({ id, quantity }) => {
    const product = listed.get(id)
    return product ? [{ product, quantity, priceCents: listOf(product) }] : []
  })
  const listCents = items.flatMap(({ product, quantity, priceCents }): [string, number][] => {
    if (!terms.prices.has(product.id)) return []
    const ladder = product.ladder ?? ladderFor(product.categoryValue)
    return [[product.id, unitPriceCents(priceCents[request.currency], quantity, ladder)]]
  })
  return {
    freight: terms.freight,
    discountCents: terms.discountCents,
    madeToOrder: terms.madeToOrder,
    ...(terms.term && { term: terms.term }),
    listCents: new Map(listCents),
    ratio: ratioOf(items, usdPerEur),
    freeLines: terms.freeLines.flatMap((line) => {
      const seller = sellers.get(line.businessId)
      return seller ? [{ line, seller }] : []
    }),
  }
}

/** Says of which products the sellers take no orders on a day, for staff, who may order them all the same. */
export function pausesOf(lines: readonly { product: Pick<CartProduct, 'pause' | 'businessName'> }[], day: string): string[] {
  const said = lines.map(({ product: { pause, businessName } }) => (pause && isPaused(pause, day) ? pauseText(businessName, pause) : ''))
  return [...new Set(said.filter(Boolean))]
}
