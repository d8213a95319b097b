import { and, asc, eq, gt, gte, or, type SQL, sql } from 'drizzle-orm'
import type { ProductQuery, ProductSummary } from '#contract/catalog/products.ts'
import { NO_FACTS } from '#domain/product-facts.ts'
import type { Db } from '#server/platform/db/client.ts'
import { products, stockMovements } from '#server/platform/db/schema.ts'
import type { SyncedRows } from '#server/platform/http/read-changes.ts'
import { type ManagedRow, readManagedProducts } from './managed-products.ts'
import { presentListed, presentManaged } from './present-product.ts'

/** Matches the products of a business, and those that were moved away from it; with null all. */
const isRead = (businessId: string | null): SQL | undefined =>
  businessId === null ? undefined : or(eq(products.businessId, businessId), sql`${businessId}::uuid = any(${products.formerBusinesses})`)

/** The changes of products and, apart from them, of their stock. */
function changesOf(businessId: string | null): SQL {
  const ofBusiness = businessId === null ? undefined : sql`where ${isRead(businessId)}`
  const ofStock = sql`join ${products} on ${products.id} = ${stockMovements.productId} where ${products.businessId} = ${businessId}::uuid`
  return sql`select ${products.changeNumber} as position, ${products.id} as id from ${products} ${ofBusiness}
    union all select ${stockMovements.changeNumber}, ${stockMovements.productId} from ${stockMovements}
    ${businessId === null ? undefined : ofStock}`
}

const isSince = (since: Date) =>
  or(
    gte(products.updatedAt, since),
    sql`exists (select from ${stockMovements} m where m.product_id = ${products.id} and m.at >= ${since.toISOString()}::timestamptz)`,
  )

const NO_TEXTS = { name: '', description: '', images: [], specifications: [], features: [], businessName: '' }
const NOTHING = { ...NO_FACTS, ...NO_TEXTS, impactModel: null, isRecalled: false }

/** A product as the business that it was moved away from reads it: deleted, and nothing of what it is now. */
const presentMoved = (row: ManagedRow, businessId: string): ProductSummary => ({
  ...presentListed({ ...row, ...NOTHING }, 'card'),
  slug: row.id,
  featured: false,
  priceUSD: 0,
  priceEUR: 0,
  stock: 0,
  businessId,
  status: 'Deleted',
})

/** The products of a business, with null those of all, as they are synced: deleted ones say so by their status. */
export const syncedProducts = (db: Db, businessId: string | null, fields: ProductQuery['fields']): SyncedRows<ProductSummary> => ({
  list: `products ${businessId ?? 'all'}`,
  changes: changesOf(businessId),
  idsAfter: async (id, since, limit) => {
    const rows = await db
      .select({ id: products.id })
      .from(products)
      .where(and(gt(products.id, id), isRead(businessId), since ? isSince(since) : undefined))
      .orderBy(asc(products.id))
      .limit(limit)
    return rows.map((row) => row.id)
  },
  rowsOf: async (ids) => {
    const rows = await readManagedProducts(db, { sort: ['name'] }, { ids, limit: ids.length, offset: 0, fields })
    return rows.map((row) =>
      businessId === null || row.businessId === businessId ? presentManaged(row, fields) : presentMoved(row, businessId),
    )
  },
})
