import { and, asc, count, desc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { gtinForms } from '#domain/gtin.ts'
import { specifiedModel } from '#domain/impact.ts'
import { columnsOf, pick } from '#domain/product-fields.ts'
import { factColumns } from '#server/catalog/products/fact-columns.ts'
import { regularPriceColumns, storedPrices } from '#server/catalog/products/sale-columns.ts'
import { indexProducts } from '#server/catalog/products/search-documents.ts'
import type { Db } from '#server/platform/db/client.ts'
import { editedVersion, NEXT_VERSION } from '#server/platform/db/product-version.ts'
import { businesses, catalogImports, categories, mediaFiles, productSlugs, products, users } from '#server/platform/db/schema.ts'
import { takeLock } from '#server/platform/db/take-lock.ts'
import { searchTextOf } from '#server/platform/text/search-text.ts'
import type { KnownBusiness, KnownCategory, KnownProduct, ProductValues } from './product-values.ts'

export function listKnownCategories(db: Db): Promise<KnownCategory[]> {
  return db.select({ id: categories.id, value: categories.value, label: categories.label, kind: categories.kind }).from(categories)
}

/** Returns every business that is not deleted, whatever its approval. */
export function listKnownBusinesses(db: Db): Promise<KnownBusiness[]> {
  const columns = { id: businesses.id, name: businesses.name, status: businesses.status, businessStatus: businesses.businessStatus }
  return db.select(columns).from(businesses).where(ne(businesses.status, 'Deleted'))
}

const knownColumns = {
  id: products.id,
  slug: products.slug,
  name: products.name,
  isPublic: products.isPublic,
  type: products.type,
  categoryId: products.categoryId,
  businessId: products.businessId,
  status: products.status,
  ...pick(products, columnsOf(['minQuantity', 'ladder', 'sku', 'gtin', 'sale'])),
  ...regularPriceColumns,
}

const MANY = 1000

/** Returns products by slug; a former slug finds its product, too. */
export async function findKnownProducts(db: Db, slugs: readonly string[]): Promise<Map<string, KnownProduct>> {
  const found = new Map<string, KnownProduct>()
  for (let at = 0; at < slugs.length; at += MANY) {
    const some = slugs.slice(at, at + MANY)
    const former = await db
      .select({ ...knownColumns, former: productSlugs.slug })
      .from(productSlugs)
      .innerJoin(products, eq(products.id, productSlugs.productId))
      .where(inArray(productSlugs.slug, some))
    for (const { former: slug, ...row } of former) found.set(slug, row)
    const present = await db.select(knownColumns).from(products).where(inArray(products.slug, some))
    for (const row of present) found.set(row.slug, row)
  }
  return found
}

/** Returns the products of any business that `where` finds by some of these values at a time. */
async function findBy(db: Db, values: readonly string[], where: (some: string[]) => SQL | undefined): Promise<KnownProduct[]> {
  const found: KnownProduct[] = []
  for (let at = 0; at < values.length; at += MANY) {
    found.push(
      ...(await db
        .select(knownColumns)
        .from(products)
        .where(where(values.slice(at, at + MANY)))),
    )
  }
  return found
}

const isThere = ne(products.status, 'Deleted')
/** A database may lower the case of ASCII letters only: texts with others are found as they are, too. */
const inAnyCase = (column: typeof products.sku | typeof products.name, texts: string[]) =>
  or(
    inArray(
      sql`lower(${column})`,
      texts.map((text) => text.toLowerCase()),
    ),
    inArray(column, texts),
  )

/** Returns the products that have one of these SKUs, whatever its case, in any business. */
export const findBySku = (db: Db, skus: readonly string[]): Promise<KnownProduct[]> =>
  findBy(db, skus, (some) => and(inAnyCase(products.sku, some), isThere))

/** Returns the products that have one of these GTINs, in any business; they are looked for with and without zeros before them. */
export const findByGtin = (db: Db, gtins: readonly string[]): Promise<KnownProduct[]> =>
  findBy(db, gtins.flatMap(gtinForms), (some) => and(inArray(products.gtin, some), isThere))

/** Returns the products that have one of these names, whatever its case, in any business; deleted ones too. */
export const findByName = (db: Db, names: readonly string[]): Promise<KnownProduct[]> =>
  findBy(db, names, (some) => inAnyCase(products.name, some))

/** Returns every present and former slug that is one of `bases`, or one of them and a number: `mat`, `mat-2`. */
export async function findNumberedSlugs(db: Db, bases: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (let at = 0; at < bases.length; at += MANY) {
    const some = bases.slice(at, at + MANY)
    for (const table of [products, productSlugs]) {
      const rows = await db
        .select({ slug: table.slug })
        .from(table)
        .where(or(inArray(table.slug, some), inArray(sql`regexp_replace(${table.slug}, '-[0-9]+$', '')`, some)))
      for (const { slug } of rows) found.add(slug)
    }
  }
  return found
}

/** Returns which of these uploaded pictures a business may show: its own and those of staff. */
export async function findPictures(db: Db, businessId: string, urls: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (let at = 0; at < urls.length; at += MANY) {
    const isShared = or(isNull(mediaFiles.businessId), eq(mediaFiles.businessId, businessId))
    const rows = await db
      .select({ url: mediaFiles.url })
      .from(mediaFiles)
      .where(and(inArray(mediaFiles.url, urls.slice(at, at + MANY)), isShared))
    for (const { url } of rows) found.add(url)
  }
  return found
}

/** Columns that make up a product's `ProductValues`. */
export const valueColumns = {
  name: products.name,
  description: products.description,
  fullDescription: products.fullDescription,
  type: products.type,
  categoryId: products.categoryId,
  ...regularPriceColumns,
  stock: products.stock,
  featured: products.featured,
  status: products.status,
  shippingClass: products.shippingClass,
  leadTimeDays: products.leadTimeDays,
  energyEfficiency: products.energyEfficiency,
  materialSavings: products.materialSavings,
  carbonReduction: products.carbonReduction,
  features: products.features,
  images: products.images,
  specifications: products.specifications,
  impactModel: products.impactModel,
  ...factColumns,
} as const

/** Returns stored values by product id, with the version of the last edit. `locks`: the rows are locked until the transaction ends. */
export async function readValues(
  db: Db,
  ids: readonly string[],
  locks: boolean,
): Promise<Map<string, { values: ProductValues; version: number }>> {
  if (ids.length === 0) return new Map()
  const query = db
    .select({ id: products.id, version: editedVersion, ...valueColumns })
    .from(products)
    .where(inArray(products.id, [...ids]))
    .orderBy(asc(products.id))
  const rows = await (locks ? query.for('update') : query)
  return new Map(rows.map(({ id, version, ...values }) => [id, { values, version }]))
}

/**
 * Stores new products; machines of the specification without a model of their own get the specified one.
 * @returns ids by slug; one whose slug or SKU was taken concurrently is missing
 */
export async function insertProducts(
  db: Db,
  rows: readonly { slug: string; businessId: string; values: ProductValues }[],
  now: Date,
): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map()
  const inserted = await db
    .insert(products)
    .values(
      rows.map(({ slug, businessId, values }) => ({
        slug,
        businessId,
        ...values,
        ...storedPrices(values, now),
        impactModel: values.impactModel ?? (values.type === 'machine' ? specifiedModel(slug) : null),
        deletedAt: values.status === 'Deleted' ? now : null,
        searchText: searchTextOf(values),
      })),
    )
    .onConflictDoNothing()
    .returning({ id: products.id, slug: products.slug })
  await indexProducts(
    db,
    inserted.map(({ id }) => id),
  )
  return new Map(inserted.map(({ id, slug }) => [slug, id]))
}

/**
 * Stores a product's values and increments its version.
 * @returns the new version
 */
export async function updateProduct(db: Db, id: string, values: ProductValues, now: Date): Promise<number> {
  const deletedAt = values.status === 'Deleted' ? sql`coalesce(${products.deletedAt}, ${now.toISOString()}::timestamptz)` : null
  const [row] = await db
    .update(products)
    .set({ ...values, ...storedPrices(values, now), deletedAt, searchText: searchTextOf(values), updatedAt: now, ...NEXT_VERSION })
    .where(eq(products.id, id))
    .returning({ version: products.version })
  await indexProducts(db, [id])
  return row?.version ?? 0
}

export type StoredImport = typeof catalogImports.$inferSelect

/** Serializes the start of imports until the transaction ends. */
export async function lockImports(tx: Db): Promise<void> {
  await takeLock(tx, 'import')
}

const isNoDraft = sql`coalesce((${catalogImports.options} ->> 'isDraft')::boolean, false) = false`

/** All imports, or those of a seller's business; null: those of staff and the system. */
export type ImportScope = 'all' | { businessId: string | null }

const inScope = (scope: ImportScope) => {
  if (scope === 'all') return undefined
  return scope.businessId === null ? isNull(catalogImports.businessId) : eq(catalogImports.businessId, scope.businessId)
}

/** Returns imports that are queued, running or being undone. */
export function listRunning(db: Db, scope: ImportScope): Promise<StoredImport[]> {
  const isUndone = sql`coalesce((${catalogImports.options} -> 'undo' ->> 'isRunning')::boolean, false)`
  return db
    .select()
    .from(catalogImports)
    .where(and(inScope(scope), or(and(inArray(catalogImports.status, ['waiting', 'running']), isNoDraft), isUndone)))
}

export async function insertImport(db: Db, row: typeof catalogImports.$inferInsert): Promise<void> {
  await db.insert(catalogImports).values(row)
}

export async function updateImport(db: Db, id: string, values: Partial<typeof catalogImports.$inferInsert>): Promise<void> {
  await db.update(catalogImports).set(values).where(eq(catalogImports.id, id))
}

/** Returns the number of an import's products that are done, and locks it until the transaction ends. */
export async function lockDone(tx: Db, id: string): Promise<number> {
  const [row] = await tx.select({ done: catalogImports.done }).from(catalogImports).where(eq(catalogImports.id, id)).for('update')
  return row?.done ?? -1
}

/** Deletes an import that never started. */
export async function deleteImport(db: Db, id: string): Promise<void> {
  await db.delete(catalogImports).where(eq(catalogImports.id, id))
}

/** Returns one import with its importer's name, or null. */
export async function findImport(db: Db, id: string): Promise<(StoredImport & { actorName: string | null }) | null> {
  const [row] = await db
    .select({ stored: catalogImports, actorName: users.name })
    .from(catalogImports)
    .leftJoin(users, eq(users.id, catalogImports.actorId))
    .where(eq(catalogImports.id, id))
  return row ? { ...row.stored, actorName: row.actorName } : null
}

const figureOf = (name: string) => sql<number>`coalesce((${catalogImports.report} ->> ${name})::int, 0)`

/** Returns one page of the imports that started, and their total. */
export async function listImports(
  db: Db,
  {
    limit,
    offset,
    isOldestFirst,
    search,
    scope,
  }: { limit: number; offset: number; isOldestFirst: boolean; search: string; scope: ImportScope },
) {
  const where = and(
    isNoDraft,
    inScope(scope),
    search === '' ? undefined : sql`position(lower(${search}) in lower(${catalogImports.fileName})) > 0`,
  )
  const items = await db
    .select({
      id: catalogImports.id,
      fileName: catalogImports.fileName,
      status: catalogImports.status,
      at: catalogImports.at,
      finishedAt: catalogImports.finishedAt,
      actorName: users.name,
      created: figureOf('created').mapWith(Number),
      updated: figureOf('updated').mapWith(Number),
      unchanged: figureOf('unchanged').mapWith(Number),
      skipped: figureOf('skipped').mapWith(Number),
    })
    .from(catalogImports)
    .leftJoin(users, eq(users.id, catalogImports.actorId))
    .where(where)
    .orderBy(isOldestFirst ? asc(catalogImports.at) : desc(catalogImports.at), asc(catalogImports.id))
    .limit(limit)
    .offset(offset)
  const [counted] = await db.select({ total: count() }).from(catalogImports).where(where)
  return { items, total: counted?.total ?? 0 }
}

/** Returns the latest finished import, or null. */
export async function findLastFinished(db: Db, scope: ImportScope): Promise<string | null> {
  const [row] = await db
    .select({ id: catalogImports.id })
    .from(catalogImports)
    .where(and(isNoDraft, inScope(scope), inArray(catalogImports.status, ['done', 'failed', 'undone'])))
    .orderBy(desc(catalogImports.at))
    .limit(1)
  return row?.id ?? null
}

/** Returns which of these businesses exist, and every category. */
export async function listExisting(db: Db, businessIds: readonly string[]) {
  const isWanted = and(inArray(businesses.id, [...businessIds]), ne(businesses.status, 'Deleted'))
  const found = businessIds.length === 0 ? [] : await db.select({ id: businesses.id }).from(businesses).where(isWanted)
  return {
    businesses: new Set(found.map(({ id }) => id)),
    categories: await db.select({ id: categories.id, value: categories.value }).from(categories),
  }
}

/** Returns the importer for the audit log, or null when the account is gone. */
export async function findActor(db: Db, userId: string): Promise<{ userId: string; name: string; role: string } | null> {
  const [row] = await db.select({ userId: users.id, name: users.name, role: users.role }).from(users).where(eq(users.id, userId))
  return row ?? null
}
