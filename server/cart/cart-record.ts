import { and, asc, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { ShippingMethod } from '#domain/shipping.ts'
import type { Db } from '#server/platform/db/client.ts'
import { cartItems, carts } from '#server/platform/db/schema.ts'
import { statement } from '#server/platform/db/unit-of-work.ts'

/** Most different products in one cart. */
export const MAX_LINES = 500

/** One line of a stored cart; prices in cents are the list prices when it was put in. */
export interface StoredCartItem {
  productId: string
  quantity: number
  seenUsdCents: number
  seenEurCents: number
  /** Notice about the mains to which the buyer said that they have a suitable supply. */
  confirmedSupply?: string | null
}

/** A cart as it is stored: no prices that count, only what is wanted. */
export interface StoredCart {
  promoCode: string | null
  shippingMethod: ShippingMethod
  /** Extras of freight that were ticked, by seller. */
  shippingExtras: Record<string, string[]>
  items: StoredCartItem[]
}

/** The cart of a user who has never put anything into one. */
export const EMPTY_CART: StoredCart = { promoCode: null, shippingMethod: 'standard', shippingExtras: {}, items: [] }

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
    shippingExtras: cart?.shippingExtras ?? {},
    items: rows.flatMap((row) => row.cart_items ?? []),
  }
}

/** A cart as one value of a query, as `findCart` answers it. Null where nothing was ever added. */
export const cartOf = (userId: string | Placeholder) => sql<StoredCart | null>`(
  select json_build_object('promoCode', c.promo_code, 'shippingMethod', c.shipping_method, 'shippingExtras', c.shipping_extras,
    'items', coalesce((
    select json_agg(json_build_object('productId', i.product_id, 'quantity', i.quantity, 'seenUsdCents', i.seen_usd_cents,
      'seenEurCents', i.seen_eur_cents,
      'confirmedSupply', i.confirmed_supply)
      order by i.added_at, i.product_id)
    from ${cartItems} i where i.user_id = c.user_id), '[]'::json))
  from ${carts} c where c.user_id = ${userId})`

/** A cart's version as one value of a query; null where nothing was ever added. A lock of the cart gives it a new one. */
export const cartVersionOf = (userId: string | Placeholder) =>
  sql<string | null>`(select c.xmin::text from ${carts} c where c.user_id = ${userId})`

/**
 * Locks the row by writing it. In the rest of its transaction PostgreSQL keeps the plans that it has: while tables grow it would plan each
 * run of what an order reads anew, which takes as long as reading it.
 */
const lockRow = statement<{ userId: string }, { found: string }>(
  'lock_cart',
  () => sql`update ${carts} set user_id = user_id where ${carts.userId} = ${sql.placeholder('userId')}
    returning set_config('plan_cache_mode', 'force_generic_plan', true) as found`,
)

/** Locks the cart as `lockCart` does, and reads nothing of it. */
export async function lockCartRow(tx: Db, userId: string): Promise<void> {
  if ((await lockRow(tx, { userId })).length > 0) return
  await tx.insert(carts).values({ userId }).onConflictDoNothing()
  await lockRow(tx, { userId })
}

/** Makes the cart where there is none and locks its row: changes of one cart, and its order, take turns. */
export async function lockCart(tx: Db, userId: string): Promise<StoredCart> {
  await lockCartRow(tx, userId)
  return findCart(tx, userId) // after the lock: a statement of its own sees what the one before us has written
}

/** Puts a line, or replaces the one that is there; a new line comes last, whichever transaction of the cart began first. */
const put = (rows: SQL) => {
  const { placeholder } = sql
  return sql`insert into ${cartItems} (user_id, product_id, quantity, seen_usd_cents, seen_eur_cents, added_at)
    select ${placeholder('userId')}::uuid, ${placeholder('productId')}::uuid, ${placeholder('quantity')}::int,
      ${placeholder('seenUsdCents')}::int, ${placeholder('seenEurCents')}::int, clock_timestamp() ${rows}
    on conflict (user_id, product_id) do update
      set quantity = excluded.quantity, seen_usd_cents = excluded.seen_usd_cents, seen_eur_cents = excluded.seen_eur_cents`
}

const putLocked = statement<StoredCartItem & { userId: string }, never>('put_cart_item', () => put(sql``))

/** Puts a line into the locked cart, or replaces its quantity and the prices that were seen. */
export async function putItem(tx: Db, userId: string, { productId, quantity, seenUsdCents, seenEurCents }: StoredCartItem): Promise<void> {
  await putLocked(tx, { userId, productId, quantity, seenUsdCents, seenEurCents })
}

const putUnchanged = statement<StoredCartItem & { userId: string; version: string }, { put: number }>('put_unchanged_cart_item', () => {
  const { placeholder } = sql
  return sql`with unchanged as (
      update ${carts} set user_id = user_id where user_id = ${placeholder('userId')} and xmin = ${placeholder('version')}::xid returning 1
    ) ${put(sql`from unchanged`)} returning 1 as put`
})

/**
 * Puts a line as `putItem` does into a cart that nobody has locked since it had this version, in a statement of its own; it waits for who
 * has. @returns false, changing nothing, where the cart has another version
 */
export async function putIfUnchanged(db: Db, userId: string, item: StoredCartItem, version: string): Promise<boolean> {
  const { productId, quantity, seenUsdCents, seenEurCents } = item
  return (await putUnchanged(db, { userId, productId, quantity, seenUsdCents, seenEurCents, version })).length > 0
}

/** Stores the notice to which the buyer says that they have a suitable supply; null takes that back. */
export async function confirmSupply(tx: Db, userId: string, productId: string, confirmedSupply: string | null): Promise<void> {
  await tx
    .update(cartItems)
    .set({ confirmedSupply })
    .where(and(eq(cartItems.userId, userId), eq(cartItems.productId, productId)))
}

/** Returns the cart with this line, in its place where the product was in it. */
export function withItem(cart: StoredCart, item: StoredCartItem): StoredCart {
  const isThere = cart.items.some(({ productId }) => productId === item.productId)
  const items = isThere
    ? cart.items.map((line) => (line.productId === item.productId ? { ...line, ...item } : line))
    : [...cart.items, item]
  return { ...cart, items }
}

/** Returns the cart without the line of this product. */
export const withoutItem = (cart: StoredCart, productId: string): StoredCart => ({
  ...cart,
  items: cart.items.filter((line) => line.productId !== productId),
})

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

/** Sets the extras of freight, by seller. */
export async function setShippingExtras(tx: Db, userId: string, shippingExtras: Record<string, string[]>): Promise<void> {
  await tx.update(carts).set({ shippingExtras, updatedAt: sql`now()` }).where(eq(carts.userId, userId))
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
  tx
    .update(carts)
    .set({ promoCode: null, shippingMethod: 'standard', shippingExtras: {}, updatedAt: sql`now()` })
    .where(eq(carts.userId, userId))
