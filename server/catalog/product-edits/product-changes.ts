import { and, asc, eq, inArray } from 'drizzle-orm'
import type { ProductStatus } from '#domain/product.ts'
import { regularPriceColumns } from '#server/catalog/products/sale-columns.ts'
import type { Db } from '#server/platform/db/client.ts'
import { editedVersion, NEXT_VERSION } from '#server/platform/db/product-version.ts'
import { productChangeRows, productChanges, productSlugs, products, type ValuesBefore } from '#server/platform/db/schema.ts'
import type { StockChange } from './count-stock.ts'
import { bulkFactColumns } from './product-form.ts'

export type { ValuesBefore }

/** A product of a bulk change: its version before, and what the change replaced. */
interface ChangedProduct {
  id: string
  version: number
  before: ValuesBefore
}

/**
 * Records a bulk change so that it can be undone. Must run in its transaction; every product's version must have risen by one.
 * @returns the id of the change, or null when no product changed
 */
export async function recordChange(
  tx: Db,
  { userId, now }: { userId: string; now: Date },
  rows: readonly ChangedProduct[],
): Promise<string | null> {
  if (rows.length === 0) return null
  const [change] = await tx.insert(productChanges).values({ actorId: userId, createdAt: now }).returning({ id: productChanges.id })
  if (!change) throw new Error('The change was not stored')
  await tx
    .insert(productChangeRows)
    .values(rows.map(({ id, version, before }) => ({ changeId: change.id, productId: id, before, versionAfter: version + 1 })))
  return change.id
}

/** The same of stocks. */
export const recordStocks = (tx: Db, write: { userId: string; now: Date }, changes: readonly StockChange[]): Promise<string | null> =>
  recordChange(
    tx,
    write,
    changes.map(({ id, version, before, stock }) => ({ id, version, before: { added: stock - before } })),
  )

/** Returns this user's change, locked until the transaction ends, or null. */
export async function lockChange(tx: Db, id: string, userId: string) {
  const [row] = await tx
    .select()
    .from(productChanges)
    .where(and(eq(productChanges.id, id), eq(productChanges.actorId, userId)))
    .for('update')
  return row ?? null
}

export async function markUndone(tx: Db, id: string, now: Date): Promise<void> {
  await tx.update(productChanges).set({ undoneAt: now }).where(eq(productChanges.id, id))
}

const stateColumns = {
  id: products.id,
  name: products.name,
  slug: products.slug,
  businessId: products.businessId,
  status: products.status,
  stock: products.stock,
  featured: products.featured,
  ...regularPriceColumns,
  deletedBy: products.deletedBy,
  deletedFrom: products.deletedFrom,
  sku: products.sku,
  ...bulkFactColumns,
  editedVersion,
}

/** Returns the products of a change with what they had before, locked in the order of their ids until the transaction ends. */
export function lockChangedProducts(tx: Db, changeId: string) {
  return tx
    .select({ ...stateColumns, before: productChangeRows.before, versionAfter: productChangeRows.versionAfter })
    .from(productChangeRows)
    .innerJoin(products, eq(products.id, productChangeRows.productId))
    .where(eq(productChangeRows.changeId, changeId))
    .orderBy(asc(products.id))
    .for('update', { of: products })
}

/** A product that an undo may restore. */
export type UndoableProduct = Awaited<ReturnType<typeof lockChangedProducts>>[number]

/** Returns those of these products that are deleted, locked in the order of their ids until the transaction ends. */
export function lockDeleted(tx: Db, ids: readonly string[]) {
  return tx
    .select(stateColumns)
    .from(products)
    .where(and(inArray(products.id, [...ids]), eq(products.status, 'Deleted')))
    .orderBy(asc(products.id))
    .for('update')
}

/** Puts a deleted product back into the shop. */
export async function storeRestored(
  tx: Db,
  id: string,
  { status, slug, now }: { status: ProductStatus; slug: string; now: Date },
): Promise<void> {
  await tx
    .update(products)
    .set({ status, slug, deletedAt: null, deletedBy: null, deletedFrom: null, updatedAt: now, ...NEXT_VERSION })
    .where(eq(products.id, id))
}

/** Lets a former slug redirect to a product again. */
export async function storeFormerSlug(tx: Db, productId: string, slug: string): Promise<void> {
  await tx.insert(productSlugs).values({ slug, productId }).onConflictDoNothing()
}
