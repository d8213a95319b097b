import { sql } from 'drizzle-orm'
import { atPrices, cartProductsOf, type StoredCartProduct } from '#server/catalog/products/product-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { products } from '#server/platform/db/schema.ts'
import { apart, statement } from '#server/platform/db/unit-of-work.ts'
import { lastRules, type RulesRow, rulesInForce, rulesOf } from '#server/pricing/shipping/rules-record.ts'
import { type ZoneRows, zonesAsValue } from '#server/pricing/shipping/zone-list.ts'

interface ShownRow {
  products: StoredCartProduct[]
  rules: RulesRow
  zones: ZoneRows
}

const selectShown = statement<{ ids: readonly string[]; stamp: string | null }, ShownRow>('shown_products', () => {
  const ids = sql`select unnest(${apart(sql`${sql.placeholder('ids')}::uuid[]`)})`
  return sql`select ${cartProductsOf(ids, sql`null`)} as products, ${rulesInForce(sql.placeholder('stamp'))} as rules,
    ${zonesAsValue(sql`z.business_id in (select p.business_id from ${products} p where p.id in (${ids}))`)} as zones`
})

/** Reads products by id, the settings, and the zones by which the products travel, in one statement. */
export async function readShown(db: Db, ids: readonly string[], now: Date) {
  const last = lastRules()
  const [row] = await selectShown(db, { ids, stamp: last?.stamp ?? null })
  if (!row) throw new Error('The database answered nothing')
  const { settings, zones } = rulesOf(row.rules, last)
  return { rows: atPrices(row.products, now), settings, zones: [...zones, ...row.zones] }
}
