import type { Currency } from '#domain/money.ts'
import type { Db } from '#server/platform/db/client.ts'
import { findPromo } from '#server/pricing/promotions/promotion-list.ts'
import { type CartFacts, readCartFacts } from './cart-values.ts'
import { type PricedCart, priceCart } from './price-cart.ts'

/** The owner of a cart, the currency of its prices, and the time at which they apply. */
export interface CartRequest {
  userId: string
  currency: Currency
  now: Date
}

/** The user's cart, priced. @param facts what has been read of it already, where it is locked */
export async function loadCart(db: Db, { userId, currency, now }: CartRequest, facts?: CartFacts): Promise<PricedCart> {
  const { stored, products, settings } = facts ?? (await readCartFacts(db, userId, now))
  const promo = stored.promoCode ? await findPromo(db, stored.promoCode, userId) : null
  return priceCart({ stored, products, promo, rules: settings.rules, currency, now })
}
