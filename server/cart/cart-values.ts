import { type SQL, sql } from 'drizzle-orm'
import {
  atPrices,
  type CartProduct,
  cartProductsOf,
  listProductsForCart,
  type StoredCartProduct,
} from '#server/catalog/products/product-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { cartItems } from '#server/platform/db/schema.ts'
import { statement } from '#server/platform/db/unit-of-work.ts'
import { type ShopSettings, type StoredGroups, storedGroups, toSettings } from '#server/platform/settings/setting-groups.ts'
import { cartOf, EMPTY_CART, type StoredCart } from './cart-record.ts'

/** A cart with all that its price is made of, but its code. */
export interface CartFacts {
  stored: StoredCart
  products: readonly CartProduct[]
  settings: Pick<ShopSettings, 'rules'>
}

/**
 * The products of a user's cart as one value of a query; `more`: the id of a further one, or null. One id, not an array: the length of an array, which the
 * planner sees, would have the statement planned again for each cart.
 */
export const productsOfCart = (userId: SQL, more?: SQL) => {
  const own = sql`select i.product_id from ${cartItems} i where i.user_id = ${userId}`
  return cartProductsOf(more ? sql`${own} union all select ${more}::uuid` : own, userId)
}

interface FactsRow {
  cart: StoredCart | null
  products: StoredCartProduct[]
  groups: StoredGroups
}

const readFacts = statement<{ userId: string; more: string | null }, FactsRow>('cart_facts', () => {
  const { placeholder } = sql
  const products = productsOfCart(sql`${placeholder('userId')}`, sql`${placeholder('more')}`)
  return sql`select ${cartOf(placeholder('userId'))} as cart, ${products} as products, ${storedGroups()} as groups`
})

/** Reads the user's cart at the prices of `now`, in one statement with up to one further product. @param more ids of products that may be put into it */
export async function readCartFacts(db: Db, userId: string, now: Date, more: readonly string[] = []): Promise<CartFacts> {
  const [first = null, ...others] = more
  const [row] = await readFacts(db, { userId, more: first })
  if (!row) throw new Error('The database answered nothing')
  const products = [...atPrices(row.products, now), ...(await listProductsForCart(db, others, { buyerId: userId, now }))]
  return { stored: row.cart ?? EMPTY_CART, products, settings: toSettings(row.groups) }
}
