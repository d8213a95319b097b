import { and, asc, eq, exists, inArray, isNull, like, ne, or, type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { Attribute } from '#domain/attribute.ts'
import type { ApprovalStatus, BusinessStatus } from '#domain/business.ts'
import { mayAct } from '#domain/permissions.ts'
import type { ProductStatus } from '#domain/product.ts'
import { valueColumns } from '#server/catalog/imports/catalog-imports.ts'
import type { KnownCategory } from '#server/catalog/imports/product-values.ts'
import { sharedFactColumns } from '#server/catalog/products/fact-columns.ts'
import { lacksTyped, listOfCategory, missingAttributes } from '#server/catalog/products/product-attributes.ts'
import { seenFitsColumn } from '#server/catalog/products/product-fits.ts'
import { hasBusinessAddress, isBusinessInEu } from '#server/catalog/products/safety-columns.ts'
import { indexProducts } from '#server/catalog/products/search-documents.ts'
import { baseCategory } from '#server/platform/db/base-category.ts'
import type { Db } from '#server/platform/db/client.ts'
import { editedVersion, NEXT_VERSION } from '#server/platform/db/product-version.ts'
import { isOneOf } from '#server/platform/db/read-ids.ts'
import { businesses, categories, categoryValues, mediaFiles, orderLines, productSlugs, products } from '#server/platform/db/schema.ts'
import { takeLock } from '#server/platform/db/take-lock.ts'
import type { Actor } from '#server/platform/http/actor.ts'

/** Matches the products that this actor may edit: a seller's own, all for staff; never deleted ones. */
const editableBy = ({ role, businessId }: Pick<Actor, 'role' | 'businessId'>) =>
  and(
    ne(products.status, 'Deleted'),
    role === 'business_admin' ? eq(products.businessId, businessId ?? '00000000-0000-0000-0000-000000000000') : undefined,
  )

const formColumns = {
  id: products.id,
  slug: products.slug,
  businessId: products.businessId,
  version: products.version,
  editedVersion,
  ...valueColumns,
} as const

/**
 * Locks those of these products that this actor may edit, in the order of their ids, until the transaction ends. Shorter than `ids` when
 * one is unknown, another seller's or deleted.
 */
export function lockProducts(tx: Db, actor: Pick<Actor, 'role' | 'businessId'>, ids: readonly string[]) {
  return tx
    .select(formColumns)
    .from(products)
    .where(and(inArray(products.id, [...ids]), editableBy(actor)))
    .orderBy(asc(products.id))
    .for('update')
}

/** A product locked for a change. */
export type LockedProduct = Awaited<ReturnType<typeof lockProducts>>[number]

/**
 * The same, with no more of a product than a new stock needs. Buyers may add it to their carts meanwhile: its id stays.
 */
export function lockStocks(tx: Db, actor: Pick<Actor, 'role' | 'businessId'>, ids: readonly string[]) {
  const { id, sku, stock, version } = products
  return tx
    .select({ id, sku, stock, version, editedVersion })
    .from(products)
    .where(and(isOneOf(id, ids), editableBy(actor)))
    .orderBy(asc(id))
    .for('no key update')
}

/** A product locked for a new stock. */
export type LockedStock = Awaited<ReturnType<typeof lockStocks>>[number]

/** Returns whether this actor may edit the product with this id. */
export async function mayEdit(db: Db, actor: Actor, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, id), editableBy(actor)))
  return rows.length > 0
}

/** Returns a product for its form, or null when this actor may not edit it. Staff may open deleted ones, too. */
export async function findForm(db: Db, actor: Actor, id: string) {
  const [row] = await db
    .select({
      ...formColumns,
      category: categories.value,
      businessName: businesses.name,
      businessType: businesses.businessType,
      hasOrders: exists(db.select({ one: sql`1` }).from(orderLines).where(eq(orderLines.productId, products.id))).mapWith(Boolean),
      missingAttributes,
      hasBusinessAddress,
      isBusinessInEu,
      recalledAt: products.recalledAt,
      recallText: products.recallText,
      lacksTyped,
      seenFits: seenFitsColumn,
      createdAt: products.createdAt,
      updatedAt: products.updatedAt,
    })
    .from(products)
    .innerJoin(businesses, eq(products.businessId, businesses.id))
    .innerJoin(categories, eq(products.categoryId, categories.id))
    .where(and(eq(products.id, id), mayAct(actor, 'catalog.read') ? undefined : editableBy(actor)))
  return row ?? null
}

/** A product with the names of its category and its business. */
export type FormRow = NonNullable<Awaited<ReturnType<typeof findForm>>>

/** Returns the category with this current or former value, or null. */
export async function findCategory(db: Db, value: string): Promise<KnownCategory | null> {
  const columns = { id: categories.id, value: categories.value, label: categories.label, kind: categories.kind }
  const [present] = await db.select(columns).from(categories).where(eq(categories.value, value))
  if (present) return present
  const [former] = await db
    .select(columns)
    .from(categoryValues)
    .innerJoin(categories, eq(categories.id, categoryValues.categoryId))
    .where(eq(categoryValues.value, value))
  return former ?? null
}

export async function findCategoryById(db: Db, id: string): Promise<KnownCategory | null> {
  const columns = { id: categories.id, value: categories.value, label: categories.label, kind: categories.kind }
  const [row] = await db.select(columns).from(categories).where(eq(categories.id, id))
  return row ?? null
}

/** Returns the values by which the rules know categories, by id. */
export async function readBaseCategories(db: Db, ids: ReadonlySet<string>): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: categories.id, value: baseCategory })
    .from(categories)
    .where(inArray(categories.id, [...ids]))
  return new Map(rows.map(({ id, value }) => [id, value]))
}

/** Returns the attributes of a category in its order, where a form may have values of them. */
export async function attributesFor(
  db: Db,
  form: { attributes?: object | undefined; specifications?: object | undefined },
  { id }: Pick<KnownCategory, 'id'>,
): Promise<Attribute[]> {
  return form.attributes || form.specifications ? listOfCategory(db, id) : []
}

/** Returns the statuses that decide whether a business may sell, or null when it is unknown or deleted. */
export async function findSeller(
  db: Db,
  id: string,
): Promise<{ id: string; status: BusinessStatus; businessStatus: ApprovalStatus } | null> {
  const [row] = await db
    .select({ id: businesses.id, status: businesses.status, businessStatus: businesses.businessStatus })
    .from(businesses)
    .where(and(eq(businesses.id, id), ne(businesses.status, 'Deleted')))
  return row ?? null
}

/** Returns the slugs beginning with `start` that products have or once had, leaving out those of the product `except`. */
export async function listTakenSlugs(db: Db, start: string, except: string | null): Promise<Set<string>> {
  const pattern = `${start.replace(/[\\%_]/g, '\\$&')}%`
  const present = await db.select({ id: products.id, slug: products.slug }).from(products).where(like(products.slug, pattern))
  const former = await db
    .select({ id: productSlugs.productId, slug: productSlugs.slug })
    .from(productSlugs)
    .where(like(productSlugs.slug, pattern))
  return new Set([...present, ...former].filter(({ id }) => id !== except).map(({ slug }) => slug))
}

/** Changes a product's slug; the old one redirects to it. */
export async function changeSlug(tx: Db, { id, slug }: { id: string; slug: string }, next: string): Promise<void> {
  await tx.delete(productSlugs).where(and(eq(productSlugs.slug, next), eq(productSlugs.productId, id)))
  await tx.update(products).set({ slug: next }).where(eq(products.id, id))
  await tx.insert(productSlugs).values({ slug, productId: id }).onConflictDoNothing()
}

/** Columns of the facts that a bulk call sets. */
export const bulkFactColumns = { ...sharedFactColumns, impactModel: products.impactModel } as const

/** Facts that a bulk call sets. */
export type BulkFacts = Partial<Pick<LockedProduct, keyof typeof bulkFactColumns>>

/** A bulk call's change of one product, the stock apart. */
export type BulkChange = { id: string; facts?: BulkFacts } & Partial<Pick<LockedProduct, 'featured' | 'priceUsdCents' | 'priceEurCents'>>

/** Assignments by member of a change. A changed price is the regular one: a sale that is on goes on. */
const ASSIGNMENTS = {
  featured: sql`featured = coalesce(v.featured, p.featured),`,
  priceUsdCents: sql`
    price_usd_cents = case when p.regular_usd_cents is null then coalesce(v."priceUsdCents", p.price_usd_cents) else p.price_usd_cents end,
    regular_usd_cents = case when p.regular_usd_cents is not null then coalesce(v."priceUsdCents", p.regular_usd_cents) end,`,
  priceEurCents: sql`
    price_eur_cents = case when p.regular_eur_cents is null then coalesce(v."priceEurCents", p.price_eur_cents) else p.price_eur_cents end,
    regular_eur_cents = case when p.regular_eur_cents is not null then coalesce(v."priceEurCents", p.regular_eur_cents) end,`,
} as const

/** Returns the assignments of what any of the changes has; other columns stay out, for triggers act on those that are set. */
function assignments(changes: readonly BulkChange[]): SQL[] {
  const names = new Set(changes.flatMap((change) => Object.keys(change)))
  const facts = new Set(changes.flatMap((change) => Object.keys(change.facts ?? {})))
  return [
    ...Object.entries(ASSIGNMENTS).flatMap(([name, assignment]) => (names.has(name) ? [assignment] : [])),
    ...Object.entries(bulkFactColumns).flatMap(([name, column]) => {
      const stored = sql.identifier(toSnakeCase(name))
      const value = sql`(v.facts ->> ${name}::text)::${sql.raw(column.getSQLType())}`
      return facts.has(name) ? [sql`${stored} = case when v.facts ? ${name}::text then ${value} else p.${stored} end,`] : []
    }),
  ]
}

/** Stores many changes in one statement and increments each version. */
export async function updateMany(tx: Db, changes: readonly BulkChange[], now: Date): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(sql`
    update products p set
      ${sql.join(assignments(changes))}
      updated_at = ${now.toISOString()}::timestamptz,
      version = p.version + 1,
      edited_version = null
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as v(id uuid, featured boolean, "priceUsdCents" bigint, "priceEurCents" bigint, facts jsonb)
    where p.id = v.id`)
  const renamed = changes.flatMap(({ id, facts }) => (facts && 'brand' in facts ? [id] : []))
  if (renamed.length > 0) await indexProducts(tx, renamed)
}

/**
 * Marks products as deleted and frees their slugs.
 * @returns the former slugs that no longer redirect
 */
export async function markDeleted(
  tx: Db,
  rows: readonly { id: string }[],
  { actor, now }: { actor: Pick<Actor, 'userId'>; now: Date },
): Promise<{ productId: string; slug: string }[]> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const { productId, slug } = productSlugs
  const freed = await tx.delete(productSlugs).where(inArray(productId, ids)).returning({ productId, slug })
  await tx
    .update(products)
    .set({
      status: 'Deleted',
      deletedAt: now,
      deletedBy: actor.userId,
      deletedFrom: sql`${products.status}`,
      updatedAt: now,
      slug: sql`${products.slug} || '-deleted-' || left(${products.id}::text, 8)`,
      ...NEXT_VERSION,
    })
    .where(inArray(products.id, ids))
  return freed
}

/** Stores the same status other than Deleted for products that are not deleted. */
export async function updateStatuses(tx: Db, ids: readonly string[], status: Exclude<ProductStatus, 'Deleted'>, now: Date): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(products)
    .set({ status, updatedAt: now, ...NEXT_VERSION })
    .where(inArray(products.id, [...ids]))
}

export async function updateStatus(tx: Db, id: string, status: 'Active' | 'Inactive', now: Date): Promise<void> {
  await tx
    .update(products)
    .set({ status, updatedAt: now, ...NEXT_VERSION })
    .where(eq(products.id, id))
}

/**
 * Returns which of these uploaded pictures exist for this actor: a seller may use its own and those of staff, not other sellers'. They are
 * locked until the transaction ends.
 */
export async function lockPictures(
  tx: Db,
  { role, businessId }: Pick<Actor, 'role' | 'businessId'>,
  urls: readonly string[],
): Promise<Set<string>> {
  if (urls.length === 0) return new Set()
  const isShared = or(isNull(mediaFiles.businessId), businessId ? eq(mediaFiles.businessId, businessId) : undefined)
  const rows = await tx
    .select({ url: mediaFiles.url })
    .from(mediaFiles)
    .where(and(inArray(mediaFiles.url, [...urls]), role === 'business_admin' ? isShared : undefined))
    .for('share')
  return new Set(rows.map(({ url }) => url))
}

/** A product that is to have this SKU in this business; `id` null: a new one. */
export interface SkuClaim {
  id: string | null
  businessId: string
  sku: string | null
}

/** Returns whether another product of the business has this SKU; until the transaction ends, no other form of the business may take one. */
export async function isSkuTaken(tx: Db, { id, businessId, sku }: SkuClaim): Promise<boolean> {
  if (sku === null) return false
  await takeLock(tx, `sku:${businessId}`)
  const isOther = id === null ? undefined : ne(products.id, id)
  const hasSku = and(eq(products.businessId, businessId), sql`lower(${products.sku}) = lower(${sku})`, ne(products.status, 'Deleted'))
  const rows = await tx.select({ id: products.id }).from(products).where(and(hasSku, isOther)).limit(1)
  return rows.length > 0
}

/** Returns whether a product was ever ordered. */
export async function hasOrders(tx: Db, productId: string): Promise<boolean> {
  const [line] = await tx.select({ id: orderLines.id }).from(orderLines).where(eq(orderLines.productId, productId)).limit(1)
  return line !== undefined
}

/** Gives a product without orders to another business. */
export async function changeBusiness(tx: Db, productId: string, businessId: string, now: Date): Promise<void> {
  await tx
    .update(products)
    .set({ businessId, updatedAt: now, ...NEXT_VERSION })
    .where(eq(products.id, productId))
}
