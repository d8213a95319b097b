import { and, asc, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import { isUuid } from '#domain/text.ts'
import { visibleToPublic } from '#server/catalog/products/product-list.ts'
import { type Db, runLong } from '#server/platform/db/client.ts'
import { NEXT_VERSION } from '#server/platform/db/product-version.ts'
import { rememberCounts } from '#server/platform/db/remember-counts.ts'
import { WITHOUT_STOCK } from '#server/platform/db/revisions.ts'
import {
  attributes,
  categories,
  categoryAttributes,
  categoryValues,
  deletedCategories,
  products,
  users,
} from '#server/platform/db/schema.ts'

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

/** Counts the public products of each category. */
function countPublic(db: Db): Promise<Map<string, number>> {
  return rememberCounts(db, { key: 'categories', shows: WITHOUT_STOCK }, async () => {
    const rows = await db
      .select({ categoryId: products.categoryId, count: sql<number>`count(*)::int` })
      .from(products)
      .where(visibleToPublic)
      .groupBy(products.categoryId)
    return new Map(rows.map(({ categoryId, count }) => [categoryId, count]))
  })
}

/** Returns every category in the shop's order; `count` is the number of its public products. */
export async function listCategories(db: Db) {
  const counts = await countPublic(db)
  const former = await formerValues(db)
  const rows = await db.select(categoryColumns).from(categories).orderBy(asc(categories.position), asc(categories.label))
  return rows.map((row) => ({ ...row, count: counts.get(row.id) ?? 0, formerValues: former.get(row.id) ?? [] }))
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
  const values = { ...change, version: sql`${categories.version} + 1` }
  await runLong(tx, async () => tx.update(categories).set(values).where(eq(categories.id, id)))
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
 * Moves products of a category to another, deleted ones included: all, or those of `only` that are in it.
 * @returns the ids of those moved
 */
export async function moveProducts(tx: Db, from: string, to: string, now: Date, only?: readonly string[]): Promise<string[]> {
  const those = and(eq(products.categoryId, from), only && inArray(products.id, [...only]))
  await tx.select({ id: products.id }).from(products).where(those).orderBy(asc(products.id)).for('update')
  const rows = await tx
    .update(products)
    .set({ categoryId: to, updatedAt: now, ...NEXT_VERSION })
    .where(those)
    .returning({ id: products.id })
  return rows.map(({ id }) => id)
}

/** Deletes a category without products, together with its former values, and stores all that is needed to restore it. */
export async function deleteCategory(tx: Db, category: CategoryRow, deletion: Deletion): Promise<void> {
  const former = (await formerValues(tx)).get(category.id) ?? []
  const { attributeId, position, isRequired, isFacet, isCompared } = categoryAttributes
  const uses = await tx
    .select({ attributeId, position, isRequired, isFacet, isCompared })
    .from(categoryAttributes)
    .where(eq(categoryAttributes.categoryId, category.id))
  await tx.insert(deletedCategories).values({ ...category, ...deletion, formerValues: former, attributes: uses })
  await tx.delete(categories).where(eq(categories.id, category.id))
}

type Deletion = Pick<DeletedCategoryRow, 'movedTo' | 'movedProducts' | 'deletedAt' | 'deletedBy'>

type DeletedCategoryRow = typeof deletedCategories.$inferSelect

/** Returns the categories that were deleted since `day`, newest first, each with the name of who deleted it. */
export function listDeleted(db: Db, day: Date) {
  return db
    .select({ category: deletedCategories, by: users.name })
    .from(deletedCategories)
    .leftJoin(users, eq(users.id, deletedCategories.deletedBy))
    .where(gt(deletedCategories.deletedAt, day))
    .orderBy(desc(deletedCategories.deletedAt), deletedCategories.id)
}

/** Returns the deleted category, locked until the transaction ends, or null. */
export async function lockDeletedCategory(tx: Db, id: string): Promise<DeletedCategoryRow | null> {
  const [row] = await tx.select().from(deletedCategories).where(eq(deletedCategories.id, id)).for('update')
  return row ?? null
}

/**
 * Puts a deleted category back: its former values unless something else is called like them by now, and its products that are still in the
 * category they were moved to.
 * @returns the number of products
 * @throws when its value is taken
 */
export async function storeRestored(tx: Db, deleted: DeletedCategoryRow, now: Date): Promise<number> {
  const { id, value, label, description, kind, position, createdAt, version, movedTo, movedProducts } = deleted
  await tx.insert(categories).values({ id, value, label, description, kind, position, createdAt, version: version + 1 })
  const known = await tx.select({ id: attributes.id }).from(attributes)
  const uses = deleted.attributes.filter(({ attributeId }) => known.some((attribute) => attribute.id === attributeId))
  if (uses.length > 0) await tx.insert(categoryAttributes).values(uses.map((use) => ({ ...use, categoryId: id })))
  const taken = await tx.select({ value: categories.value }).from(categories).where(inArray(categories.value, deleted.formerValues))
  const free = deleted.formerValues.filter((former) => taken.every((other) => other.value !== former))
  // one by one: they keep their order
  for (const former of free) await tx.insert(categoryValues).values({ value: former, categoryId: id }).onConflictDoNothing()
  await tx.delete(deletedCategories).where(eq(deletedCategories.id, id))
  return movedTo === null ? 0 : (await moveProducts(tx, movedTo, id, now, movedProducts)).length
}
