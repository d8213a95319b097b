import { eq, type SQL, sql } from 'drizzle-orm'
import type { ProductStatus } from '#domain/product.ts'
import type { Db } from '#server/platform/db/client.ts'
import { editedVersion, NEXT_VERSION } from '#server/platform/db/product-version.ts'
import { products } from '#server/platform/db/schema.ts'

const countIf = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`

/** Counts products by status. Every count but `deleted` leaves deleted products out. */
export async function countProducts(db: Db) {
  const [row] = await db
    .select({
      total: countIf(sql`${products.status} <> 'Deleted'`),
      active: countIf(sql`${products.status} = 'Active'`),
      inactive: countIf(sql`${products.status} = 'Inactive'`),
      suspended: countIf(sql`${products.status} = 'Suspended'`),
      deleted: countIf(sql`${products.status} = 'Deleted'`),
      featuredActive: countIf(sql`${products.featured} and ${products.status} = 'Active'`),
    })
    .from(products)
  return row ?? { total: 0, active: 0, inactive: 0, suspended: 0, deleted: 0, featuredActive: 0 }
}

/** Returns the product with this id, locked until the transaction ends, or null. */
export async function lockProduct(tx: Db, id: string) {
  const { id: productId, slug, name, status, version, businessId, sku } = products
  const columns = { id: productId, slug, name, status, version, editedVersion, businessId, sku }
  const [row] = await tx.select(columns).from(products).where(eq(products.id, id)).for('update')
  return row ?? null
}

/** A product whose status is about to change. */
export type LockedProduct = NonNullable<Awaited<ReturnType<typeof lockProduct>>>

/** Stores a status other than Deleted and restores a deleted product. */
export async function storeStatus(tx: Db, id: string, { status, slug }: { status: ProductStatus; slug: string }, now: Date): Promise<void> {
  await tx
    .update(products)
    .set({ status, slug, deletedAt: null, deletedBy: null, deletedFrom: null, updatedAt: now, ...NEXT_VERSION })
    .where(eq(products.id, id))
}
