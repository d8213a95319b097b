import type { PhonePreviewBody } from '#contract/checkout/phone-orders.ts'
import type { CustomerForm } from '#contract/identity/customer.ts'
import { DEFAULT_BUYER_KIND } from '#domain/buyer-kind.ts'
import { marketOf } from '#domain/market.ts'
import { normalizeCode } from '#domain/promotion.ts'
import { DEFAULT_COUNTRY } from '#domain/shipping.ts'
import { destinationOf } from '#domain/shipping-zones.ts'
import { type CartPlace, placeOfForm, readCartOffers, readCartTax } from '#server/cart/load-cart.ts'
import { type PricedCart, priceCart } from '#server/cart/price-cart.ts'
import { listProductsForCart } from '#server/catalog/products/product-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { ShopSettings } from '#server/platform/settings/setting-groups.ts'
import { findPromo } from '#server/pricing/promotions/promotion-list.ts'
import { readZonesFor } from '#server/pricing/shipping/zone-list.ts'
import { listCertificates } from '#server/pricing/tax/tax-record.ts'

/** Returns the place of an order by phone: that of its form, else the one that was asked for. */
function placeOf({ customer, ...asked }: PhonePreviewBody & { customer?: CustomerForm }): CartPlace & { country: string } {
  const { country, state, zip, buyer, vatId } = customer ? placeOfForm(customer) : asked
  return { country: country ?? DEFAULT_COUNTRY, state, zip, buyer, vatId }
}

/**
 * Prices items for a customer as the customer's own cart would be priced. Stock and a code that are reserved for the customer's own card
 * payment are not available to this order.
 */
export async function priceItems(
  db: Db,
  body: PhonePreviewBody & { customer?: CustomerForm },
  settings: ShopSettings,
  now: Date,
): Promise<PricedCart> {
  const { currency, shippingMethod, userId, extras = {} } = body
  const { rules, basis } = settings
  const items = body.items.map(({ id, quantity }) => ({ productId: id, quantity }))
  const ids = items.map(({ productId }) => productId)
  const products = await listProductsForCart(db, ids, { buyerId: null, now })
  const code = normalizeCode(body.promoCode ?? '')
  const promo = code === null ? null : await findPromo(db, code, userId, { countsOpen: true })
  const listPrices = new Map(products.map(({ id, priceEurCents, priceUsdCents }) => [id, { priceEurCents, priceUsdCents }]))
  const stored = {
    promoCode: promo?.promo.code ?? null,
    shippingMethod,
    shippingExtras: extras,
    items: items.map((item) => {
      const prices = listPrices.get(item.productId)
      return { ...item, seenUsdCents: prices?.priceUsdCents ?? 0, seenEurCents: prices?.priceEurCents ?? 0 }
    }),
  }
  const zones = await readZonesFor(db, [...new Set(products.map(({ businessId }) => businessId))], rules.shippingRates)
  const place = placeOf(body)
  const to = destinationOf(place)
  const shipping = { basis, rules, zones, to, market: marketOf(settings.markets, to.country), timeZone: settings.company.timeZone }
  const certificates = await listCertificates(db, userId)
  const facts = { settings, to, products, certificates, now }
  const buyer = place.buyer ?? DEFAULT_BUYER_KIND
  const tax = await readCartTax(db, facts, { kind: buyer, vatId: place.vatId ?? '' })
  const isOffered = await readCartOffers(db, facts, buyer)
  return priceCart({ stored, products, promo, shipping, buyer, tax, isOffered, currency, now })
}
