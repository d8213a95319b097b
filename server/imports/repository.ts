import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { specifiedModel } from '#domain/impact.ts'
import type { Db } from '#server/db/client.ts'
import { businesses, catalogImports, categories, productSlugs, products } from '#server/db/schema.ts'
import { searchTextOf } from '#server/products/search/search-text.ts'
import type { KnownBusiness, KnownCategory, KnownProduct, ProductValues } from './product-values.ts'

/** Every category. */
export function listKnownCategories(db: Db): Promise<KnownCategory[]> {
  return db.select({ id: categories.id, value: categories.value, label: categories.label, kind: categories.kind }).from(categories)
}

/** Every business that is not deleted, whatever staff think of it. */
export function listKnownBusinesses(db: Db): Promise<KnownBusiness[]> {
  const columns = { id: businesses.id, name: businesses.name, status: businesses.status, businessStatus: businesses.businessStatus }
  return db.select(columns).from(businesses).where(ne(businesses.status, 'Deleted'))
}

const knownColumns = {
  id: products.id,
  slug: products.slug,
  type: products.type,
  categoryId: products.categoryId,
  businessId: products.businessId,
}

/** The products with these slugs, by slug; a slug that a product once had finds it, too. */
export async function findKnownProducts(db: Db, slugs: readonly string[]): Promise<Map<string, KnownProduct>> {
  if (slugs.length === 0) return new Map()
  const former = await db
    .select({ ...knownColumns, former: productSlugs.slug })
    .from(productSlugs)
    .innerJoin(products, eq(products.id, productSlugs.productId))
    .where(inArray(productSlugs.slug, [...slugs]))
  const present = await db
    .select(knownColumns)
    .from(products)
    .where(inArray(products.slug, [...slugs]))
  const entries = [...former.map(({ former: slug, ...row }) => [slug, row] as const), ...present.map((row) => [row.slug, row] as const)]
  return new Map(entries)
}

/** What a product's values are read from. */
export const valueColumns = {
  name: products.name,
  description: products.description,
  fullDescription: products.fullDescription,
  type: products.type,
  categoryId: products.categoryId,
  priceUsdCents: products.priceUsdCents,
  priceEurCents: products.priceEurCents,
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
} as const

/** The stored values of products by id. `locks`: nobody changes them until the transaction ends. */
export async function readValues(db: Db, ids: readonly string[], locks: boolean): Promise<Map<string, ProductValues>> {
  if (ids.length === 0) return new Map()
  const query = db
    .select({ id: products.id, ...valueColumns })
    .from(products)
    .where(inArray(products.id, [...ids]))
    .orderBy(asc(products.id))
  const rows = await (locks ? query.for('update') : query)
  return new Map(rows.map(({ id, ...values }) => [id, values]))
}

/** Stores new products. @returns id by slug of those that are new; a slug that somebody else took meanwhile is missing. */
export async function insertProducts(
  db: Db,
  rows: readonly { slug: string; businessId: string; values: ProductValues }[],
): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map()
  const inserted = await db
    .insert(products)
    .values(rows.map(({ slug, businessId, values }) => ({ slug, businessId, ...values, searchText: searchTextOf(values) })))
    .onConflictDoNothing({ target: products.slug })
    .returning({ id: products.id, slug: products.slug })
  return new Map(inserted.map(({ id, slug }) => [slug, id]))
}

/** Stores what a product says now; its version goes up. */
export async function updateProduct(db: Db, id: string, values: ProductValues, now: Date): Promise<void> {
  await db
    .update(products)
    .set({ ...values, searchText: searchTextOf(values), updatedAt: now, version: sql`${products.version} + 1` })
    .where(eq(products.id, id))
}

/** Gives the machines of the specification their values of the impact calculator, where they have none yet (D173). */
export async function fillImpactModels(db: Db, slugs: readonly string[]): Promise<void> {
  for (const slug of slugs) {
    const model = specifiedModel(slug)
    if (!model) continue
    await db
      .update(products)
      .set({ impactModel: model })
      .where(and(eq(products.slug, slug), eq(products.type, 'machine'), isNull(products.impactModel)))
  }
}

/** Writes down that a file was imported, and what came of it. */
export async function insertImport(db: Db, row: typeof catalogImports.$inferInsert): Promise<void> {
  await db.insert(catalogImports).values(row)
}
