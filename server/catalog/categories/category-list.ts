import { and, asc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { isUuid } from '#domain/text.ts'
import { visibleToPublic } from '#server/catalog/products/product-list.ts'
import type { Db } from '#server/platform/db/client.ts'
import { NEXT_VERSION } from '#server/platform/db/product-version.ts'
import { businesses, categories, categoryValues, products } from '#server/platform/db/schema.ts'

export type CategoryRow = typeof categories.$inferSelect

const categoryColumns = {
  id: categories.id,
  value: categories.value,
  label: categories.label,
  description: categories.description,
  kind: categories.kind,
  createdAt: categories.createdAt,
  version: categories.version,
} as const

/** Returns the values that each category had before, oldest first. */
async function formerValues(db: Db): Promise<Map<string, string[]>> {
  const rows = await db
    .select({ id: categoryValues.categoryId, value: categoryValues.value })
    .from(categoryValues)
    .orderBy(asc(categoryValues.createdAt), asc(categoryValues.value))
  const groups = Map.groupBy(rows, ({ id }) => id)
  return new Map([...groups].map(([id, group]) => [id, group.map(({ value }) => value)]))
}

const countProducts = (db: Db, where: SQL) =>
  db
    .select({ categoryId: products.categoryId, count: sql<number>`count(*)::int`.as('product_count') })
    .from(products)
    .innerJoin(businesses, eq(businesses.id, products.businessId))
    .where(where)
    .groupBy(products.categoryId)
    .as('counts')

async function listCounted(db: Db, where: SQL) {
  const counts = countProducts(db, where)
  const former = await formerValues(db)
  const rows = await db
    .select({ ...categoryColumns, count: sql<number>`coalesce(${counts.count}, 0)` })
    .from(categories)
    .leftJoin(counts, eq(counts.categoryId, categories.id))
    .orderBy(asc(categories.position), asc(categories.label))
  return rows.map((row) => ({ ...row, formerValues: former.get(row.id) ?? [] }))
}

/** Returns every category in the shop's order; `count` is the number of its public products. */
export function listCategories(db: Db) {
  return listCounted(db, visibleToPublic)
}

/** As `listCategories`, with `productCount`: products in any status but Deleted. */
export async function listStaffCategories(db: Db) {
  const rows = await db
    .select({ categoryId: products.categoryId, count: sql<number>`count(*)::int` })
    .from(products)
    .where(ne(products.status, 'Deleted'))
    .groupBy(products.categoryId)
  const counts = new Map(rows.map(({ categoryId, count }) => [categoryId, count]))
  return (await listCategories(db)).map((row) => ({ ...row, productCount: counts.get(row.id) ?? 0 }))
}

/** Returns the category with this id or value, locked until the transaction ends, or null. */
export async function lockCategory(tx: Db, idOrValue: string): Promise<CategoryRow | null> {
  const key = isUuid(idOrValue) ? eq(categories.id, idOrValue) : eq(categories.value, idOrValue)
  const [row] = await tx.select().from(categories).where(key).for('update')
  return row ?? null
}

/** Returns the category with this id or value, or null. */
export async function findCategory(db: Db, idOrValue: string): Promise<CategoryRow | null> {
  const key = isUuid(idOrValue) ? eq(categories.id, idOrValue) : eq(categories.value, idOrValue)
  const [row] = await db.select().from(categories).where(key)
  return row ?? null
}

/** Returns the category that once had this value, or null. */
export async function findFormerOwner(db: Db, value: string): Promise<{ id: string; label: string } | null> {
  const [row] = await db
    .select({ id: categories.id, label: categories.label })
    .from(categoryValues)
    .innerJoin(categories, eq(categories.id, categoryValues.categoryId))
    .where(eq(categoryValues.value, value))
  return row ?? null
}

type NewCategory = Pick<CategoryRow, 'value' | 'label' | 'description' | 'kind'>

/**
 * Adds a category at the end of the shop's order.
 * @throws when its value is taken
 */
export async function insertCategory(tx: Db, category: NewCategory, now: Date): Promise<CategoryRow> {
  const position = sql`(select coalesce(max(${categories.position}), -1) + 1 from ${categories})`
  const [row] = await tx
    .insert(categories)
    .values({ ...category, position, createdAt: now })
    .returning()
  if (!row) throw new Error('The category was not stored')
  return row
}

/**
 * Changes a category and increments its version.
 * @throws when its value is taken
 */
export async function updateCategory(tx: Db, id: string, change: Partial<NewCategory>): Promise<void> {
  await tx
    .update(categories)
    .set({ ...change, version: sql`${categories.version} + 1` })
    .where(eq(categories.id, id))
}

/** Stores the old value of a renamed category so that old links and filters still find it, and drops its new value from the former ones. */
export async function storeFormerValue(tx: Db, category: { id: string; value: string }, taken: string): Promise<void> {
  await tx.delete(categoryValues).where(and(eq(categoryValues.value, taken), eq(categoryValues.categoryId, category.id)))
  await tx.insert(categoryValues).values({ value: category.value, categoryId: category.id }).onConflictDoNothing()
}

/** Counts a category's products, deleted ones included. */
export async function countIn(tx: Db, categoryId: string): Promise<{ total: number; deleted: number }> {
  const [row] = await tx
    .select({
      total: sql<number>`count(*)::int`,
      deleted: sql<number>`(count(*) filter (where ${products.status} = 'Deleted'))::int`,
    })
    .from(products)
    .where(eq(products.categoryId, categoryId))
  return row ?? { total: 0, deleted: 0 }
}

/**
 * Moves every product of a category to another, deleted ones included.
 * @returns the number moved
 */
export async function moveProducts(tx: Db, from: string, to: string, now: Date): Promise<number> {
  await tx.select({ id: products.id }).from(products).where(eq(products.categoryId, from)).orderBy(asc(products.id)).for('update')
  const rows = await tx
    .update(products)
    .set({ categoryId: to, updatedAt: now, ...NEXT_VERSION })
    .where(eq(products.categoryId, from))
    .returning({ id: products.id })
  return rows.length
}

/** Deletes a category without products, together with its former values. */
export async function deleteCategory(tx: Db, id: string): Promise<void> {
  await tx.delete(categories).where(eq(categories.id, id))
}
