import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { AttributeQuery, StaffAttribute } from '#contract/catalog/attributes.ts'
import type { AttributeKind } from '#domain/attribute.ts'
import { lookupKey } from '#domain/text.ts'
import type { Db } from '#server/platform/db/client.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import { attributes, categories, categoryAttributes, productAttributes } from '#server/platform/db/schema.ts'
import type { Deps } from '#server/platform/deps.ts'

/** Products that are typed at once, and how many times in the request that makes it necessary; a job does the others. */
const BATCH = 500
const BATCHES_AT_ONCE = 2
const FIRST = '00000000-0000-0000-0000-000000000000'

export type AttributeRow = typeof attributes.$inferSelect
/** Values of an attribute that staff save. */
export type AttributeValues = Pick<AttributeRow, 'key' | 'label' | 'kind' | 'unit' | 'decimals' | 'choices' | 'names'>

/** Use of an attribute in a category. */
interface StoredAttributeUse {
  id: string
  isRequired: boolean
  isFacet: boolean
  isCompared: boolean
}

/**
 * Returns every attribute, or the one with this id, with its uses in the order of the categories and the number of products that have a
 * value.
 */
export async function listAttributes(db: Db, id?: string): Promise<StaffAttribute[]> {
  const rows = await db
    .select()
    .from(attributes)
    .where(id === undefined ? undefined : eq(attributes.id, id))
    .orderBy(asc(attributes.label), asc(attributes.key))
  const { attributeId, position, isRequired, isFacet, isCompared } = categoryAttributes
  const uses = await db
    .select({
      attributeId,
      categoryId: categories.id,
      category: categories.value,
      categoryLabel: categories.label,
      position,
      isRequired,
      isFacet,
      isCompared,
    })
    .from(categoryAttributes)
    .innerJoin(categories, eq(categories.id, categoryAttributes.categoryId))
    .orderBy(asc(categories.position), asc(categories.label))
  const counts = await db
    .select({ id: productAttributes.attributeId, count: sql<number>`count(*)::int` })
    .from(productAttributes)
    .where(id === undefined ? undefined : eq(productAttributes.attributeId, id))
    .groupBy(productAttributes.attributeId)
  const countOf = new Map(counts.map((row) => [row.id, row.count]))
  const usesOf = Map.groupBy(uses, (use) => use.attributeId)
  return rows.map(({ createdAt: _at, choices, ...row }) => ({
    ...row,
    choices: choices.map(({ names, ...choice }) => ({ ...choice, ...(names && { names: [...names] }) })),
    uses: (usesOf.get(row.id) ?? []).map(({ attributeId: _id, ...use }) => use),
    productCount: countOf.get(row.id) ?? 0,
  }))
}

const byLabel = (one: StaffAttribute, other: StaffAttribute) => one.label.localeCompare(other.label, 'en')
const ORDERS = {
  label: byLabel,
  key: (one: StaffAttribute, other: StaffAttribute) => one.key.localeCompare(other.key, 'en'),
  products: (one: StaffAttribute, other: StaffAttribute) => one.productCount - other.productCount,
}

/** Returns the attributes that match, in this order, by label at first. There are few, so that all are read. */
export async function findListed(
  db: Db,
  { search = '', kind, category, sort = 'label' }: Pick<AttributeQuery, 'search' | 'kind' | 'category' | 'sort'>,
): Promise<StaffAttribute[]> {
  const words = lookupKey(search).split(/\s+/).filter(Boolean)
  const order = ORDERS[sort.replace('-', '') as keyof typeof ORDERS] // each sort is a name of it, with or without a minus
  const direction = sort.startsWith('-') ? -1 : 1
  const found = (await listAttributes(db)).filter((attribute) => {
    const { label, key, unit, choices, uses } = attribute
    const text = [label, key, unit ?? '', ...choices.map((choice) => choice.label)].join('\n').toLowerCase()
    const isUsed = category === undefined || uses.some((use) => use.category === category)
    return isUsed && (kind === undefined || attribute.kind === kind) && words.every((word) => text.includes(word))
  })
  return found.sort((one, other) => direction * order(one, other) || byLabel(one, other))
}

/** Returns the attribute with this id, or null; until the transaction ends nobody else changes it, while products may still refer to it. */
export async function lockAttribute(tx: Db, id: string): Promise<AttributeRow | null> {
  const [row] = await tx.select().from(attributes).where(eq(attributes.id, id)).for('no key update')
  return row ?? null
}

/** Counts the products with a value of an attribute, deleted ones included. */
export const countProducts = (tx: Db, id: string): Promise<number> => tx.$count(productAttributes, eq(productAttributes.attributeId, id))

/** Counts the products with each of these choices, deleted ones included. */
export async function countChoices(tx: Db, id: string, values: readonly string[]): Promise<Map<string, number>> {
  const { attributeId, choice } = productAttributes
  const rows = await tx
    .select({ choice, count: sql<number>`count(*)::int` })
    .from(productAttributes)
    .where(and(eq(attributeId, id), inArray(choice, [...values])))
    .groupBy(choice)
  return new Map(rows.map((row) => [row.choice ?? '', row.count]))
}

/**
 * Adds an attribute.
 * @throws when its key is taken
 */
export async function insertAttribute(tx: Db, values: AttributeValues, now: Date): Promise<string> {
  const [row] = await tx
    .insert(attributes)
    .values({ ...values, createdAt: now })
    .returning({ id: attributes.id })
  if (!row) throw new Error('The specification was not stored')
  return row.id
}

/** Changes an attribute and increments its version. */
export async function storeAttribute(tx: Db, id: string, values: AttributeValues): Promise<void> {
  await tx
    .update(attributes)
    .set({ ...values, version: sql`${attributes.version} + 1` })
    .where(eq(attributes.id, id))
}

/** Deletes an attribute with its uses. */
export async function eraseAttribute(tx: Db, id: string): Promise<void> {
  const users = await tx
    .delete(categoryAttributes)
    .where(eq(categoryAttributes.attributeId, id))
    .returning({ id: categoryAttributes.categoryId })
  // products are locked before the attribute is: a save of a product holds it while its values refer to the attribute
  await retypeCategories(
    tx,
    users.map((use) => use.id),
  )
  await tx.delete(attributes).where(eq(attributes.id, id))
}

/** Returns the kinds of those of these attributes that exist. */
export async function findKinds(tx: Db, ids: readonly string[]): Promise<Map<string, AttributeKind>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ id: attributes.id, kind: attributes.kind })
    .from(attributes)
    .where(inArray(attributes.id, [...ids]))
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}

/** Returns the uses of a category in their order. */
export function listUses(tx: Db, categoryId: string): Promise<StoredAttributeUse[]> {
  const { attributeId: id, isRequired, isFacet, isCompared } = categoryAttributes
  return tx
    .select({ id, isRequired, isFacet, isCompared })
    .from(categoryAttributes)
    .where(eq(categoryAttributes.categoryId, categoryId))
    .orderBy(asc(categoryAttributes.position))
}

/** Sets the uses of a category, in this order. */
export async function storeUses(tx: Db, categoryId: string, uses: readonly StoredAttributeUse[]): Promise<void> {
  await tx.delete(categoryAttributes).where(eq(categoryAttributes.categoryId, categoryId))
  if (uses.length === 0) return
  await tx.insert(categoryAttributes).values(uses.map(({ id, ...use }, position) => ({ ...use, categoryId, attributeId: id, position })))
}

/** Returns the categories that use an attribute. */
export async function listUsers(tx: Db, attributeId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: categoryAttributes.categoryId })
    .from(categoryAttributes)
    .where(eq(categoryAttributes.attributeId, attributeId))
  return rows.map(({ id }) => id)
}

/**
 * Has the values of the products of these categories read from their rows again: the first 1,000 of each at once, the others by a job. What
 * was made of the categories and their products for the public is made again, too.
 */
export async function retypeCategories(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  // the label is written to renew the stamp of the category, which stands in the keys of its products
  await tx
    .update(categories)
    .set({ label: sql`${categories.label}`, retypeAfter: FIRST })
    .where(inArray(categories.id, [...ids]))
  for (const id of ids) {
    for (let batch = 0; batch < BATCHES_AT_ONCE; batch += 1) await typeNext(tx, id)
  }
}

/** Types the next products of a category that waits for it. @returns false where none are left */
async function typeNext(tx: Db, categoryId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ last: string | null }>(sql`
    with waiting as (select id, retype_after from ${categories} where id = ${categoryId}::uuid
      and retype_after is not null for no key update),
    next as (
      select p.id from products p, waiting w where p.category_id = w.id and p.id > w.retype_after
      order by p.id limit ${BATCH} for no key update of p
    ), typed as materialized (select type_products(array(select id from next order by id)) from waiting)
    select (select max(id::text) from next) as last from waiting left join typed on true`)
  const last = rows[0]?.last ?? null
  await tx
    .update(categories)
    .set({ label: sql`${categories.label}`, retypeAfter: last })
    .where(and(eq(categories.id, categoryId), isNotNull(categories.retypeAfter)))
  return last !== null
}

/** Returns whether products wait to have their values read again. */
export async function hasUntyped({ db }: Deps): Promise<boolean> {
  return (await db.$count(categories, isNotNull(categories.retypeAfter))) > 0
}

/** Reads the values of waiting products again, some at a time. */
export async function typeProducts({ db }: Deps, signal: AbortSignal): Promise<string> {
  const waiting = await db.select({ id: categories.id }).from(categories).where(isNotNull(categories.retypeAfter))
  for (const { id } of waiting) {
    let isLeft = true
    while (isLeft) {
      signal.throwIfAborted()
      isLeft = await inTransaction(db, (tx) => typeNext(tx, id))
    }
  }
  return `${waiting.length} ${waiting.length === 1 ? 'category' : 'categories'}`
}
