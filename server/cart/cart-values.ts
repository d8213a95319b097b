import { type SQL, sql } from 'drizzle-orm'
import { DEFAULT_COUNTRY } from '#domain/shipping.ts'
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
import type { ShopSettings } from '#server/platform/settings/setting-groups.ts'
import { lastRules, type RulesRow, rulesInForce, rulesOf, zonesTo } from '#server/pricing/shipping/rules-record.ts'
import { countriesForZones, readZoneRows, type ZoneRows, zonesAsValue } from '#server/pricing/shipping/zone-list.ts'
import { certificatesOf } from '#server/pricing/tax/tax-record.ts'
import { cartOf, cartVersionOf, EMPTY_CART, type StoredCart } from './cart-record.ts'

/** A cart with all that its price is made of, but its code. */
export interface CartFacts {
  stored: StoredCart
  products: readonly CartProduct[]
  settings: Pick<ShopSettings, 'rules' | 'basis' | 'company' | 'tax' | 'trade' | 'markets' | 'market' | 'registers' | 'papers'>
  /** The platform's shipping zones and those of the sellers of the cart. */
  zones: ZoneRows
  /** The buyer's address in the country that it is priced for, else the default one; null for none. */
  address: Record<string, string> | null
  /** The buyer's accepted certificates of exemption. */
  certificates: readonly TaxCertificate[]
}

/**
 * The products of a user's cart as one value of a query; `more`: the id of a further one, or null. One id, not an array: the length of an
 * array, which the planner sees, would have the statement planned again for each cart.
 */
export const productsOfCart = (userId: SQL, more?: SQL) => cartProductsOf(idsOfCart(userId, more), userId)

/** A query of the ids. As a condition, "in the cart or the further one", it would have every product of the shop read. */
const idsOfCart = (userId: SQL, more?: SQL) => {
  const own = sql`select i.product_id from ${cartItems} i where i.user_id = ${userId}`
  return more ? sql`${own} union all select ${more}::uuid` : own
}

/**
 * The zones of the sellers of a user's cart that hold places of `countries` (of `countriesForZones`), as one value of a query; `more` as in
 * `productsOfCart`.
 */
export const sellerZonesOfCart = (userId: SQL, countries: SQL, more?: SQL) =>
  zonesAsValue(sql`z.business_id in (select p.business_id from ${products} p where p.id in (${idsOfCart(userId, more)}))`, countries)

/** The user's address in `country`, else the default one, as one value of a query; `country` null: the default one. */
export const addressOf = (userId: SQL, country: SQL) => sql<Record<string, string> | null>`(
  select a.form from ${addresses} a where a.user_id = ${userId}
  order by coalesce(a.form ->> 'country', ${DEFAULT_COUNTRY}) = ${country} desc, a.is_default desc, a.created_at desc, a.id desc limit 1)`

interface FactsRow {
  cart: StoredCart | null
  version: string | null
  products: StoredCartProduct[]
  rules: RulesRow
  zones: ZoneRows
  address: Record<string, string> | null
  certificates: TaxCertificate[]
}

interface FactsKeys {
  userId: string
  more: string | null
  /** Of `countriesForZones`. */
  countries: string | null
  country: string | null
  stamp: string | null
}

const readFacts = statement<FactsKeys, FactsRow>('cart_facts', () => {
  const { placeholder } = sql
  const [userId, more] = [sql`${placeholder('userId')}`, sql`${placeholder('more')}`]
  const [countries, country] = [sql`${placeholder('countries')}::text`, sql`${placeholder('country')}::text`]
  return sql`select ${cartOf(placeholder('userId'))} as cart, ${cartVersionOf(placeholder('userId'))} as version,
    ${productsOfCart(userId, more)} as products,
    ${rulesInForce(placeholder('stamp'))} as rules,
    ${sellerZonesOfCart(userId, countries, more)} as zones, ${addressOf(userId, country)} as address,
    ${certificatesOf(userId)} as certificates`
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
): Promise<CartFacts & Pick<FactsRow, 'version'>> {
  const [first = null, ...others] = more
  const last = lastRules()
  const [row] = await readFacts(db, { userId, more: first, countries: countriesForZones(country), country, stamp: last?.stamp ?? null })
  if (!row) throw new Error('The database answered nothing')
  const known = [...atPrices(row.products, now), ...(await listProductsForCart(db, others, { buyerId: userId, now }))]
  const { settings, zones: shared } = rulesOf(row.rules, last)
  const zones =
    others.length === 0
      ? [...zonesTo(shared, country), ...row.zones]
      : await readZoneRows(db, [...new Set(known.map(({ businessId }) => businessId))])
  const { version, address, certificates } = row
  return { stored: row.cart ?? EMPTY_CART, version, products: known, settings, zones, address, certificates }
}
