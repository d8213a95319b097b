import { and, asc, eq, sql } from 'drizzle-orm'
import type { ShippingMethod } from '#domain/shipping.ts'
import type { Db } from '#server/platform/db/client.ts'
import { cartItems, carts } from '#server/platform/db/schema.ts'

/** Most different products in one cart. */
export const MAX_LINES = 500

/** One line of a stored cart; prices in cents are the list prices when it was put in. */
export interface StoredCartItem {
  productId: string
  quantity: number
  seenUsdCents: number
  seenEurCents: number
}

/** A cart as it is stored: no prices that count, only what is wanted. */
export interface StoredCart {
  promoCode: string | null
  shippingMethod: ShippingMethod
  items: StoredCartItem[]
}

/** The cart of a user, in the order in which products were added; an empty one where nothing was ever added. */
export async function findCart(db: Db, userId: string): Promise<StoredCart> {
  const rows = await db
    .select()
    .from(carts)
    .leftJoin(cartItems, eq(cartItems.userId, carts.userId))
    .where(eq(carts.userId, userId))
    .orderBy(asc(cartItems.addedAt), asc(cartItems.productId))
    .prepare('cart')
    .execute()
  const cart = rows[0]?.carts
  return {
    promoCode: cart?.promoCode ?? null,
    shippingMethod: cart?.shippingMethod ?? 'standard',
    items: rows.flatMap((row) => row.cart_items ?? []),
  }
}

/** A cart as one value of a query, as `findCart` answers it. Null where nothing was ever added. */
export const cartOf = (userId: string) => sql<StoredCart | null>`(
  select json_build_object('promoCode', c.promo_code, 'shippingMethod', c.shipping_method, 'items', coalesce((
    select json_agg(json_build_object('productId', i.product_id, 'quantity', i.quantity, 'seenUsdCents', i.seen_usd_cents, 'seenEurCents', i.seen_eur_cents)
      order by i.added_at, i.product_id)
    from ${cartItems} i where i.user_id = c.user_id), '[]'::json))
  from ${carts} c where c.user_id = ${userId})`

/** Locks the cart as `lockCart` does, and reads nothing of it. */
export async function lockCartRow(tx: Db, userId: string): Promise<void> {
  const lock = () =>
    tx.select({ userId: carts.userId }).from(carts).where(eq(carts.userId, userId)).for('update').prepare('lock_cart').execute()
  if ((await lock()).length === 0) {
    await tx.insert(carts).values({ userId }).onConflictDoNothing()
    await lock()
  }
}

/** Makes the cart where there is none and locks its row: changes of one cart, and its order, take turns. */
export async function lockCart(tx: Db, userId: string): Promise<StoredCart> {
  await lockCartRow(tx, userId)
  return findCart(tx, userId) // after the lock: a statement of its own sees what the one before us has written
}

/** Puts a line into the cart, or replaces its quantity and the prices that were seen. */
export async function putItem(tx: Db, userId: string, item: StoredCartItem): Promise<void> {
  const { quantity, seenUsdCents, seenEurCents } = item
  await tx
    .insert(cartItems)
    .values({ userId, ...item })
    .onConflictDoUpdate({ target: [cartItems.userId, cartItems.productId], set: { quantity, seenUsdCents, seenEurCents } })
}

/** Takes a line out of the cart, if it is there. */
export async function removeItem(tx: Db, userId: string, productId: string): Promise<void> {
  await tx.delete(cartItems).where(and(eq(cartItems.userId, userId), eq(cartItems.productId, productId)))
}

/** Sets the promo code of the cart; null takes it away. */
export async function setPromoCode(tx: Db, userId: string, promoCode: string | null): Promise<void> {
  await tx.update(carts).set({ promoCode, updatedAt: sql`now()` }).where(eq(carts.userId, userId))
}

/** Sets the shipping method of the cart. */
export async function setShippingMethod(tx: Db, userId: string, shippingMethod: ShippingMethod): Promise<void> {
  await tx.update(carts).set({ shippingMethod, updatedAt: sql`now()` }).where(eq(carts.userId, userId))
}

/** Empties the cart: no lines, no code, standard shipping. */
export async function emptyCart(tx: Db, userId: string): Promise<void> {
  await deleteItems(tx, userId)
  await resetCart(tx, userId)
}

/** The delete of all lines of a cart, unsent: await it, or add it to a unit of work. */
export const deleteItems = (tx: Db, userId: string) => tx.delete(cartItems).where(eq(cartItems.userId, userId))

/** The update that takes the code from a cart and sets standard shipping, unsent as `deleteItems`. */
export const resetCart = (tx: Db, userId: string) =>
  tx.update(carts).set({ promoCode: null, shippingMethod: 'standard', updatedAt: sql`now()` }).where(eq(carts.userId, userId))
