import { and, asc, desc, eq, lt, ne, type SQL, sql } from 'drizzle-orm'
import { type PgSelect, unionAll } from 'drizzle-orm/pg-core'
import type { StaffProductQuery } from '#contract/catalog/staff-products.ts'
import type { ProductStatus } from '#domain/product.ts'
import { inCategory, type SummaryRow, summaryColumns } from '#server/catalog/products/product-list.ts'
import type { Db } from '#server/platform/db/client.ts'
import { editedVersion, NEXT_VERSION } from '#server/platform/db/product-version.ts'
import { auditEntries, businesses, catalogImportChanges, catalogImports, categories, products, users } from '#server/platform/db/schema.ts'
import { lowStockLevel } from '#server/platform/settings/setting-groups.ts'
import { likeAnywhere, searchWords } from '#server/platform/text/search-text.ts'

/** What staff narrow and sort their list of products by. */
export type StaffProductFilter = Omit<StaffProductQuery, 'page' | 'limit'>

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Every word of the search in name, description or features. */
const hasWords = (search: string | undefined) =>
  searchWords(search).map(({ readings }) => sql`${products.searchText} like ${likeAnywhere(readings[0] ?? '')}`)

function matches({ search, status, category, type, businessId, featured, lowStock }: StaffProductFilter): SQL | undefined {
  return and(
    status === undefined || status === 'featured' ? ne(products.status, 'Deleted') : eq(products.status, status),
    status === 'featured' ? eq(products.featured, true) : undefined,
    category ? inCategory(category) : undefined,
    type && eq(products.type, type),
    businessId ? (UUID.test(businessId) ? eq(products.businessId, businessId) : sql`false`) : undefined,
    featured === undefined ? undefined : eq(products.featured, featured),
    lowStock ? lt(products.stock, lowStockLevel()) : undefined,
    ...hasWords(search),
  )
}

const byName = sql`(lower(${products.name}) collate "C")`
const COLUMNS = {
  name: byName,
  stock: sql`${products.stock}`,
  priceUSD: sql`${products.priceUsdCents}`,
  createdAt: sql`${products.createdAt}`,
  updatedAt: sql`${products.updatedAt}`,
}

function orderOf(sort: NonNullable<StaffProductQuery['sort']> = '-createdAt'): SQL[] {
  const isDown = sort.startsWith('-')
  const column = COLUMNS[sort.replace('-', '') as keyof typeof COLUMNS] // the sorts are its names, some with a minus
  return [isDown ? desc(column) : asc(column), asc(products.id)]
}

/** One part of a list: `limit` rows from `offset` on. */
export interface Part {
  limit: number
  offset: number
}

const cut = <Query extends PgSelect>(query: Query, filter: StaffProductFilter, { limit, offset }: Part) =>
  query
    .where(matches(filter))
    .orderBy(...orderOf(filter.sort))
    .limit(limit)
    .offset(offset)

/** One page of products of every business, and how many match in all; deleted ones only where the filter asks for them. */
export async function listProducts(db: Db, filter: StaffProductFilter, part: Part): Promise<{ rows: SummaryRow[]; total: number }> {
  const total = await db.$count(products, matches(filter))
  if (part.offset >= total) return { total, rows: [] } // to look for none would mean to look through all
  const page = cut(db.select({ id: products.id }).from(products).$dynamic(), filter, part).as('page') // ids first: rows are wide
  const rows = await db
    .select(summaryColumns)
    .from(page)
    .innerJoin(products, eq(products.id, page.id))
    .innerJoin(businesses, eq(products.businessId, businesses.id))
    .innerJoin(categories, eq(products.categoryId, categories.id))
    .orderBy(...orderOf(filter.sort))
  return { total, rows }
}

const countIf = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`

/** How many products there are in each status; all but `deleted` without deleted ones. */
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

/** Some products with everything that the catalog workbook holds; `businessStatus` Deleted: no file can name that business. */
export async function listForWorkbook(db: Db, filter: StaffProductFilter, part: Part) {
  const query = db
    .select({
      slug: products.slug,
      name: products.name,
      description: products.description,
      fullDescription: products.fullDescription,
      type: products.type,
      category: categories.value,
      businessId: products.businessId,
      businessName: businesses.name,
      businessStatus: businesses.status,
      priceUsdCents: products.priceUsdCents,
      priceEurCents: products.priceEurCents,
      stock: products.stock,
      featured: products.featured,
      status: products.status,
      energyEfficiency: products.energyEfficiency,
      materialSavings: products.materialSavings,
      carbonReduction: products.carbonReduction,
      leadTimeDays: products.leadTimeDays,
      shippingClass: products.shippingClass,
      features: products.features,
      images: products.images,
      specifications: products.specifications,
    })
    .from(products)
    .innerJoin(businesses, eq(products.businessId, businesses.id))
    .innerJoin(categories, eq(products.categoryId, categories.id))
  return cut(query.$dynamic(), filter, part)
}

/** A product as the catalog workbook holds it. */
export type WorkbookRow = Awaited<ReturnType<typeof listForWorkbook>>[number]

/** Names that more than one business has, in lower case: in a file, only the id tells those apart. */
export async function listSharedNames(db: Db): Promise<Set<string>> {
  const name = sql<string>`lower(trim(${businesses.name}))`
  const rows = await db.select({ name }).from(businesses).where(ne(businesses.status, 'Deleted')).groupBy(name).having(sql`count(*) > 1`)
  return new Set(rows.map((row) => row.name))
}

const ofProduct = (productId: string) => and(eq(auditEntries.targetType, 'product'), eq(auditEntries.targetId, productId))

/** What the audit log has of a product. */
const auditedChanges = (db: Db, productId: string) =>
  db
    .select({
      id: sql<string>`'change-' || ${auditEntries.id}`.as('entry_id'),
      at: auditEntries.at,
      actorName: auditEntries.actorName,
      actorRole: auditEntries.actorRole,
      action: auditEntries.action,
      before: auditEntries.before,
      after: auditEntries.after,
    })
    .from(auditEntries)
    .where(ofProduct(productId))

/** What files changed of it: an import is one entry of the audit log, whatever it holds. */
const importedChanges = (db: Db, productId: string) =>
  db
    .select({
      id: sql<string>`'import-' || ${catalogImports.id}`.as('entry_id'),
      at: catalogImports.at,
      actorName: sql<string>`coalesce(${users.name}, 'System')`.as('actor_name'),
      actorRole: sql<string>`coalesce(${users.role}, 'system')`.as('actor_role'),
      action: sql<string>`case when ${catalogImportChanges.before} is null then 'product.import' else 'product.reimport' end`.as('action'),
      before: sql<unknown>`null::jsonb`.as('before'),
      after: sql<unknown>`jsonb_build_object('fileName', ${catalogImports.fileName})`.as('after'),
    })
    .from(catalogImportChanges)
    .innerJoin(catalogImports, eq(catalogImports.id, catalogImportChanges.importId))
    .leftJoin(users, eq(users.id, catalogImports.actorId))
    .where(eq(catalogImportChanges.productId, productId))

/** What people and files changed of one product, the newest first, and how many changes there are. */
export async function listHistory(db: Db, productId: string, { limit, offset }: Part) {
  const rows = await unionAll(auditedChanges(db, productId), importedChanges(db, productId))
    .orderBy(sql`at desc, entry_id desc`)
    .limit(limit)
    .offset(offset)
  const audited = await db.$count(auditEntries, ofProduct(productId))
  return { rows, total: audited + (await db.$count(catalogImportChanges, eq(catalogImportChanges.productId, productId))) }
}

/** The product with this id, locked until the transaction ends; null when there is none. */
export async function lockState(tx: Db, id: string) {
  const { id: productId, slug, name, status, version, businessId } = products
  const columns = { id: productId, slug, name, status, version, editedVersion, businessId }
  const [row] = await tx.select(columns).from(products).where(eq(products.id, id)).for('update')
  return row ?? null
}

/** A product whose status is about to change. */
export type LockedState = NonNullable<Awaited<ReturnType<typeof lockState>>>

/** Stores a status that is not Deleted; what was deleted is no longer. */
export async function storeStatus(tx: Db, id: string, { status, slug }: { status: ProductStatus; slug: string }, now: Date): Promise<void> {
  await tx
    .update(products)
    .set({ status, slug, deletedAt: null, updatedAt: now, ...NEXT_VERSION })
    .where(eq(products.id, id))
}
