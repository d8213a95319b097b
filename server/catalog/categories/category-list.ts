import { and, asc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { visibleToPublic } from '#server/catalog/products/product-list.ts'
import type { Db } from '#server/platform/db/client.ts'
import { NEXT_VERSION } from '#server/platform/db/product-version.ts'
import { businesses, categories, categoryValues, products } from '#server/platform/db/schema.ts'

export type CategoryRow = typeof categories.$inferSelect

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text has the form of an id; a value must not, or the two could not be told apart (D229). */
export const looksLikeId = (text: string): boolean => UUID.test(text)

const categoryColumns = {
  id: categories.id,
  value: categories.value,
  label: categories.label,
  description: categories.description,
  kind: categories.kind,
  createdAt: categories.createdAt,
  version: categories.version,
} as const

/** The values that each category had before, the oldest first. */
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

/** Every category in the order of the shop's buttons; `count`: its products that the public may see. */
export function listCategories(db: Db) {
  return listCounted(db, visibleToPublic)
}

/** As `listCategories`, with `productCount`: its products in any status but Deleted. */
export async function listStaffCategories(db: Db) {
  const rows = await db
    .select({ categoryId: products.categoryId, count: sql<number>`count(*)::int` })
    .from(products)
    .where(ne(products.status, 'Deleted'))
    .groupBy(products.categoryId)
  const counts = new Map(rows.map(({ categoryId, count }) => [categoryId, count]))
  return (await listCategories(db)).map((row) => ({ ...row, productCount: counts.get(row.id) ?? 0 }))
}

/** The category of an id or else a value, locked until the transaction ends; null where there is none. */
export async function lockCategory(tx: Db, idOrValue: string): Promise<CategoryRow | null> {
  const key = looksLikeId(idOrValue) ? eq(categories.id, idOrValue) : eq(categories.value, idOrValue)
  const [row] = await tx.select().from(categories).where(key).for('update')
  return row ?? null
}

/** The category that has this id or value; null where there is none. */
export async function findCategory(db: Db, idOrValue: string): Promise<CategoryRow | null> {
  const key = looksLikeId(idOrValue) ? eq(categories.id, idOrValue) : eq(categories.value, idOrValue)
  const [row] = await db.select().from(categories).where(key)
  return row ?? null
}

/** The category that once had this value; null where none had. */
export async function findFormerOwner(db: Db, value: string): Promise<{ id: string; label: string } | null> {
  const [row] = await db
    .select({ id: categories.id, label: categories.label })
    .from(categoryValues)
    .innerJoin(categories, eq(categories.id, categoryValues.categoryId))
    .where(eq(categoryValues.value, value))
  return row ?? null
}

type NewCategory = Pick<CategoryRow, 'value' | 'label' | 'description' | 'kind'>

/** Adds a category as the last of the shop's buttons. @throws when its value is taken. */
export async function insertCategory(tx: Db, category: NewCategory, now: Date): Promise<CategoryRow> {
  const position = sql`(select coalesce(max(${categories.position}), -1) + 1 from ${categories})`
  const [row] = await tx
    .insert(categories)
    .values({ ...category, position, createdAt: now })
    .returning()
  if (!row) throw new Error('The category was not stored')
  return row
}

/** Changes a category and counts its version up. @throws when its value is taken. */
export async function updateCategory(tx: Db, id: string, change: Partial<NewCategory>): Promise<void> {
  await tx
    .update(categories)
    .set({ ...change, version: sql`${categories.version} + 1` })
    .where(eq(categories.id, id))
}

/** Keeps the old value of a renamed category, so that filters follow it; one that it takes back is its value again. */
export async function keepFormerValue(tx: Db, category: { id: string; value: string }, taken: string): Promise<void> {
  await tx.delete(categoryValues).where(and(eq(categoryValues.value, taken), eq(categoryValues.categoryId, category.id)))
  await tx.insert(categoryValues).values({ value: category.value, categoryId: category.id }).onConflictDoNothing()
}

/** How many products a category has, and how many of them are deleted. */
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

/** Moves every product of a category, deleted ones too. @returns how many */
export async function moveProducts(tx: Db, from: string, to: string, now: Date): Promise<number> {
  await tx.select({ id: products.id }).from(products).where(eq(products.categoryId, from)).orderBy(asc(products.id)).for('update')
  const moved = await tx
    .update(products)
    .set({ categoryId: to, updatedAt: now, ...NEXT_VERSION })
    .where(eq(products.categoryId, from))
    .returning({ id: products.id })
  return moved.length
}

/** Removes a category without products, and with it the values that it had before. */
export async function deleteCategory(tx: Db, id: string): Promise<void> {
  await tx.delete(categories).where(eq(categories.id, id))
}
