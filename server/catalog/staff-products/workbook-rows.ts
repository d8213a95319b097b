import { eq, ne, sql } from 'drizzle-orm'
import { factColumns } from '#server/catalog/products/fact-columns.ts'
import { inRange, type ListRange, type ManagedProductFilter } from '#server/catalog/products/managed-products.ts'
import { fitsCell } from '#server/catalog/products/product-fits.ts'
import { regularPriceColumns } from '#server/catalog/products/sale-columns.ts'
import type { Db } from '#server/platform/db/client.ts'
import { businesses, categories, products } from '#server/platform/db/schema.ts'

/**
 * Returns one range of the products with every column of the catalog workbook. An import cannot name a business whose `businessStatus` is
 * Deleted.
 */
export async function listForWorkbook(db: Db, filter: ManagedProductFilter, range: ListRange) {
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
      ...regularPriceColumns,
      stock: products.stock,
      featured: products.featured,
      status: products.status,
      energyEfficiency: products.energyEfficiency,
      materialSavings: products.materialSavings,
      carbonReduction: products.carbonReduction,
      leadTimeDays: products.leadTimeDays,
      shippingClass: products.shippingClass,
      impactModel: products.impactModel,
      ...factColumns,
      fits: fitsCell,
      features: products.features,
      images: products.images,
      specifications: products.specifications,
    })
    .from(products)
    .innerJoin(businesses, eq(products.businessId, businesses.id))
    .innerJoin(categories, eq(products.categoryId, categories.id))
  return inRange(query.$dynamic(), filter, range)
}

/** A product's columns in the catalog workbook. */
export type WorkbookRow = Awaited<ReturnType<typeof listForWorkbook>>[number]

/** Returns the names that more than one business has, in lower case: a file must name these businesses by id. */
export async function listSharedNames(db: Db): Promise<Set<string>> {
  const name = sql<string>`lower(trim(${businesses.name}))`
  const rows = await db.select({ name }).from(businesses).where(ne(businesses.status, 'Deleted')).groupBy(name).having(sql`count(*) > 1`)
  return new Set(rows.map((row) => row.name))
}
