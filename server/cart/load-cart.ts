import { marketOf } from '#domain/market.ts'
import type { Currency } from '#domain/money.ts'
import { DEFAULT_COUNTRY } from '#domain/shipping.ts'
import { destinationOf } from '#domain/shipping-zones.ts'
import type { Db } from '#server/platform/db/client.ts'
import { findPromo } from '#server/pricing/promotions/promotion-list.ts'
import { toZones } from '#server/pricing/shipping/zone-list.ts'
import { type CartFacts, readCartFacts } from './cart-values.ts'
import { type PricedCart, priceCart } from './price-cart.ts'

/** The owner of a cart, the currency of its prices, and the time at which they apply. */
export interface CartRequest {
  userId: string
  currency: Currency
  now: Date
  /** Place to price it for; without one, or without its country, the buyer's default address, else the United States. */
  place?: CartPlace | undefined
}

/** Country (ISO 3166), state and postal code of a delivery, as far as they are known. */
export interface CartPlace {
  country?: string | undefined
  state?: string | undefined
  zip?: string | undefined
}

/** The owner of a cart that is changed, with currency and place of its answer. */
export type CartOwner = Omit<CartRequest, 'now'>

/** The user's cart, priced. @param facts what has been read of it already, where it is locked */
export async function loadCart(db: Db, { userId, currency, now, place }: CartRequest, facts?: CartFacts): Promise<PricedCart> {
  const { stored, products, settings, zones, address } = facts ?? (await readCartFacts(db, userId, now))
  const promo = stored.promoCode ? await findPromo(db, stored.promoCode, userId) : null
  const { basis, rules, markets } = settings
  const to = destinationOf(placeOf(place, address, settings.defaultMarket.country))
  const shipping = { basis, rules, zones: toZones(zones, rules.shippingRates), to, market: marketOf(markets, to.country) }
  return priceCart({ stored, products, promo, shipping, currency, now })
}

/** Returns the place that a checkout form names; without a country that is the United States. */
export const placeOfForm = (form: {
  country?: string | undefined
  state?: string | undefined
  zipCode?: string | undefined
}): CartPlace => ({
  country: form.country ?? DEFAULT_COUNTRY,
  state: form.state,
  zip: form.zipCode,
})

/** Returns the place that is asked for, else that of the default address, else the default market; of a country alone the default address says the rest. */
function placeOf(place: CartPlace = {}, address: Record<string, string> | null, usual: string) {
  const known = { country: address?.country ?? (address ? DEFAULT_COUNTRY : usual), state: address?.state, zip: address?.zipCode }
  const { country, state, zip } = place
  if (country === undefined) return known
  return address && country === known.country && state === undefined && zip === undefined ? known : { ...place, country }
}
