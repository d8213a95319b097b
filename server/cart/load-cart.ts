import type { Currency } from '#domain/money.ts'
import { listProductsForCart } from '#server/catalog/products/product-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { readSettings, type ShopSettings } from '#server/platform/settings/setting-groups.ts'
import { findPromo } from '#server/pricing/promotions/promotion-list.ts'
import { findCart, type StoredCart } from './cart-record.ts'
import { type PricedCart, priceCart } from './price-cart.ts'

/** The owner of a cart, the currency of its prices, and the time at which they apply. */
export interface CartRequest {
  userId: string
  currency: Currency
  now: Date
}

/** The user's cart, priced. @param stored the cart itself where it has been read (and locked) already, @param settings those in force, likewise */
export async function loadCart(
  db: Db,
  { userId, currency, now }: CartRequest,
  stored?: StoredCart,
  settings?: Pick<ShopSettings, 'rules'>,
): Promise<PricedCart> {
  const cart = stored ?? (await findCart(db, userId))
  const ids = cart.items.map(({ productId }) => productId)
  const products = ids.length > 0 ? await listProductsForCart(db, ids, userId) : []
  const promo = cart.promoCode ? await findPromo(db, cart.promoCode, userId) : null
  const { rules } = settings ?? (await readSettings(db))
  return priceCart({ stored: cart, products, promo, rules, currency, now })
}
