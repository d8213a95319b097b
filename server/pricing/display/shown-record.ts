import { type SQL, sql } from 'drizzle-orm'
import type { Sale } from '#domain/sale-price.ts'
import { atPrices, type PricedProduct, pricedProductsOf } from '#server/catalog/products/product-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { products } from '#server/platform/db/schema.ts'
import { apart, statement } from '#server/platform/db/unit-of-work.ts'
import { lastRules, type RulesRow, rulesInForce, rulesOf } from '#server/pricing/shipping/rules-record.ts'
import { type ZoneRows, zonesAsValue } from '#server/pricing/shipping/zone-list.ts'

interface ShownRow {
  products: (PricedProduct & Sale)[]
  rules: RulesRow
  zones: ZoneRows
}

/** Facts by which the products with these ids are shown. */
const columnsFor = (ids: SQL) => ({
  products: pricedProductsOf(ids),
  rules: rulesInForce(sql.placeholder('stamp')),
  zones: zonesAsValue(sql`z.business_id in (select p.business_id from ${products} p where p.id in (${ids}))`),
})

const selectShown = statement<{ ids: readonly string[]; stamp: string | null }, ShownRow>('shown_products', () => {
  const shown = columnsFor(sql`select unnest(${apart(sql`${sql.placeholder('ids')}::uuid[]`)})`)
  return sql`select ${shown.products} as products, ${shown.rules} as rules, ${shown.zones} as zones`
})

const shownOne = columnsFor(sql`select one.id`)
/** The same of the product in a query, as one value. */
export const shownColumn = sql<ShownRow>`(
  select json_build_object('products', ${shownOne.products}, 'rules', ${shownOne.rules}, 'zones', ${shownOne.zones})
  from (select ${products.id}) one)`

/** Products at the prices in force, with the settings and the zones by which they travel. */
export type Shown = ReturnType<typeof toShown>

const toShown = (row: ShownRow, last: ReturnType<typeof lastRules>, now: Date) => {
  const { settings, zones } = rulesOf(row.rules, last)
  return { rows: atPrices(row.products, now), settings, zones: [...zones, ...row.zones] }
}

/** Reads products by id, the settings, and the zones by which the products travel, in one statement. */
export async function readShown(db: Db, ids: readonly string[], now: Date) {
  const last = lastRules()
  const [row] = await selectShown(db, { ids, stamp: last?.stamp ?? null })
  if (!row) throw new Error('The database answered nothing')
  return toShown(row, last, now)
}

/** Begins to read the same with a product. @returns the values of `shownColumn`, and what reads it */
export function beginShown(now: Date) {
  const last = lastRules()
  return { values: { stamp: last?.stamp ?? null }, read: (column: ShownRow) => toShown(column, last, now) }
}
