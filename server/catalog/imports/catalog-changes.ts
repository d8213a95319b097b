import { and, asc, count, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { editedVersion, NEXT_VERSION } from '#server/platform/db/product-version.ts'
import { catalogImportChanges, categories, orderLines, products, stockMovements } from '#server/platform/db/schema.ts'
import type { ProductValues } from './product-values.ts'

/** Stores a batch's changes for undo. */
export async function insertChanges(tx: Db, rows: readonly (typeof catalogImportChanges.$inferInsert)[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insert(catalogImportChanges)
      .values([...rows])
      .onConflictDoNothing()
}

/** Counts the changes of an import that can still be undone. */
export async function countChanges(db: Db, importId: string): Promise<number> {
  const [row] = await db.select({ total: count() }).from(catalogImportChanges).where(eq(catalogImportChanges.importId, importId))
  return row?.total ?? 0
}

/** An import's change of a product, with the product's current state and the units that the import added. */
export interface UndoableChange {
  productId: string
  /** Has the current category where the former one was deleted since. Null: the import created the product. */
  before: ProductValues | null
  versionBefore: number | null
  versionAfter: number
  /** The product was ordered. */
  isOrdered: boolean
  /** The product's last edit is another import. */
  isImportedAgain: boolean
  slug: string
  name: string
  version: number
  stock: number
  moved: number
}

/** Returns an import's next changes, their products locked. */
export async function lockChanges(tx: Db, importId: string, limit: number): Promise<UndoableChange[]> {
  const rows = await tx
    .select({
      productId: catalogImportChanges.productId,
      before: catalogImportChanges.before,
      versionBefore: catalogImportChanges.versionBefore,
      versionAfter: catalogImportChanges.versionAfter,
      slug: products.slug,
      name: products.name,
      version: editedVersion,
      stock: products.stock,
      categoryId: products.categoryId,
      type: products.type,
    })
    .from(catalogImportChanges)
    .innerJoin(products, eq(products.id, catalogImportChanges.productId))
    .where(eq(catalogImportChanges.importId, importId))
    .orderBy(asc(products.id))
    .limit(limit)
    .for('update', { of: products })
  const ids = rows.map(({ productId }) => productId)
  // after the lock: an order that came first is seen, a later one finds the product deleted
  const ordered = await listOrdered(tx, ids)
  const again = await listImportedAgain(tx, importId, ids)
  const moves = await tx
    .select({ productId: stockMovements.productId, moved: sql<number>`sum(${stockMovements.delta})::int`.mapWith(Number) })
    .from(stockMovements)
    .where(and(inArray(stockMovements.productId, ids), eq(stockMovements.reason, 'import'), eq(stockMovements.reference, importId)))
    .groupBy(stockMovements.productId)
  const movedOf = new Map(moves.map(({ productId, moved }) => [productId, moved]))
  const changes = rows.map((row) => ({
    ...row,
    before: row.before as ProductValues | null, // written by insertChanges
    moved: movedOf.get(row.productId) ?? 0,
    isOrdered: ordered.has(row.productId),
    isImportedAgain: again.has(row.productId),
  }))
  const there = await lockCategories(
    tx,
    changes.flatMap(({ before }) => before?.categoryId ?? []),
  )
  return changes.map(({ categoryId, type, before, ...change }) => ({
    ...change,
    before: before && !there.has(before.categoryId) ? { ...before, categoryId, type } : before,
  }))
}

async function listOrdered(tx: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectDistinct({ id: orderLines.productId })
    .from(orderLines)
    .where(inArray(orderLines.productId, [...ids]))
  return new Set(rows.flatMap(({ id }) => id ?? []))
}

async function listImportedAgain(tx: Db, importId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .select({ id: catalogImportChanges.productId })
    .from(catalogImportChanges)
    .innerJoin(products, and(eq(products.id, catalogImportChanges.productId), eq(catalogImportChanges.versionAfter, editedVersion)))
    .where(and(inArray(catalogImportChanges.productId, [...ids]), ne(catalogImportChanges.importId, importId)))
  return new Set(rows.map(({ id }) => id))
}

/**
 * Moves the changes of an earlier import to the version that an undo made: the product is as that import left it, so it can be undone, too.
 */
export async function moveChanges(tx: Db, productId: string, from: number, to: number): Promise<void> {
  await tx
    .update(catalogImportChanges)
    .set({ versionAfter: to })
    .where(and(eq(catalogImportChanges.productId, productId), eq(catalogImportChanges.versionAfter, from)))
}

/** Returns which of these categories exist; they are locked until the transaction ends. */
async function lockCategories(tx: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .select({ id: categories.id })
    .from(categories)
    .where(inArray(categories.id, [...new Set(ids)]))
    .orderBy(asc(categories.id))
    .for('key share')
  return new Set(rows.map(({ id }) => id))
}

/** Deletes changes that are undone or cannot be. */
export async function deleteChanges(tx: Db, importId: string, productIds: readonly string[]): Promise<void> {
  await tx
    .delete(catalogImportChanges)
    .where(and(eq(catalogImportChanges.importId, importId), inArray(catalogImportChanges.productId, [...productIds])))
}

/** Marks products as deleted and increments their versions. */
export async function markDeleted(tx: Db, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(products)
    .set({ status: 'Deleted', deletedAt: now, updatedAt: now, ...NEXT_VERSION })
    .where(inArray(products.id, [...ids]))
}
