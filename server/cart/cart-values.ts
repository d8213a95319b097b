import { type SQL, sql } from 'drizzle-orm'
import type { TaxCertificate } from '#domain/tax-registration.ts'
import {
  atPrices,
  type CartProduct,
  cartProductsOf,
  listProductsForCart,
  type StoredCartProduct,
} from '#server/catalog/products/product-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { addresses, cartItems, products } from '#server/platform/db/schema.ts'
import { statement } from '#server/platform/db/unit-of-work.ts'
import { type ShopSettings, type StoredGroups, storedGroups, toSettings } from '#server/platform/settings/setting-groups.ts'
import { readZoneRows, type ZoneRows, zonesAsValue } from '#server/pricing/shipping/zone-list.ts'
import { certificatesOf } from '#server/pricing/tax/tax-record.ts'
import { cartOf, EMPTY_CART, type StoredCart } from './cart-record.ts'

/** A cart with all that its price is made of, but its code. */
export interface CartFacts {
  stored: StoredCart
  products: readonly CartProduct[]
  settings: Pick<ShopSettings, 'rules' | 'basis' | 'tax' | 'trade' | 'markets' | 'defaultMarket'>
  /** The platform's shipping zones and those of the sellers of the cart. */
  zones: ZoneRows
  /** The buyer's default address; null for none. */
  address: Record<string, string> | null
  /** The buyer's accepted certificates of exemption. */
  certificates: readonly TaxCertificate[]
}

/**
 * The products of a user's cart as one value of a query; `more`: the id of a further one, or null. One id, not an array: the length of an array, which the
 * planner sees, would have the statement planned again for each cart.
 */
export const productsOfCart = (userId: SQL, more?: SQL) => {
  const own = sql`select i.product_id from ${cartItems} i where i.user_id = ${userId}`
  return cartProductsOf(more ? sql`${own} union all select ${more}::uuid` : own, userId)
}

/** The zones by which the products of a user's cart travel to a country (null: to any), as one value of a query; `more` as in `productsOfCart`. */
export const zonesOfCart = (userId: SQL, country: SQL, more?: SQL) =>
  zonesAsValue(
    sql`(z.business_id is null or z.business_id in (
    select p.business_id from ${products} p where p.id in (select i.product_id from ${cartItems} i where i.user_id = ${userId})${more ? sql` or p.id = ${more}::uuid` : sql``}))`,
    country,
  )

/** The default address of a user, as one value of a query. */
export const addressOf = (userId: SQL) => sql<Record<string, string> | null>`(
  select a.form from ${addresses} a where a.user_id = ${userId} order by a.is_default desc, a.created_at desc, a.id desc limit 1)`

interface FactsRow {
  cart: StoredCart | null
  products: StoredCartProduct[]
  groups: StoredGroups
  zones: ZoneRows
  address: Record<string, string> | null
  certificates: TaxCertificate[]
}

const readFacts = statement<{ userId: string; more: string | null; country: string | null }, FactsRow>('cart_facts', () => {
  const { placeholder } = sql
  const [userId, more, country] = [sql`${placeholder('userId')}`, sql`${placeholder('more')}`, sql`${placeholder('country')}::text`]
  return sql`select ${cartOf(placeholder('userId'))} as cart, ${productsOfCart(userId, more)} as products, ${storedGroups()} as groups,
    ${zonesOfCart(userId, country, more)} as zones, ${addressOf(userId)} as address, ${certificatesOf(userId)} as certificates`
})

/**
 * Reads the user's cart at the prices of `now`, in one statement with up to one further product.
 * @param more ids of products that may be put into it
 * @param country the only country that it will be priced for; null: any
 */
export async function readCartFacts(
  db: Db,
  userId: string,
  now: Date,
  { more = [], country = null }: { more?: readonly string[]; country?: string | null | undefined } = {},
): Promise<CartFacts> {
  const [first = null, ...others] = more
  const [row] = await readFacts(db, { userId, more: first, country })
  if (!row) throw new Error('The database answered nothing')
  const known = [...atPrices(row.products, now), ...(await listProductsForCart(db, others, { buyerId: userId, now }))]
  const settings = toSettings(row.groups)
  const zones = others.length === 0 ? row.zones : await readZoneRows(db, [...new Set(known.map(({ businessId }) => businessId))])
  return { stored: row.cart ?? EMPTY_CART, products: known, settings, zones, address: row.address, certificates: row.certificates }
}
