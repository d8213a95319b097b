import { eq } from 'drizzle-orm'
import { baseCategory } from '#server/platform/db/base-category.ts'
import type { Db } from '#server/platform/db/client.ts'
import { editedVersion } from '#server/platform/db/product-version.ts'
import { categories, productSlugs, products } from '#server/platform/db/schema.ts'

const columns = {
  slug: products.slug,
  name: products.name,
  category: baseCategory,
  features: products.features,
  images: products.images,
  specifications: products.specifications,
  version: editedVersion,
}

/**
 * Returns the values that a product's drawing is made from, by current or former slug, or null.
 * Hidden and deleted products are included: sellers see their drafts and customers their old orders.
 */
export async function findDrawnProduct(db: Db, slug: string) {
  const [row] = await db
    .select(columns)
    .from(products)
    .innerJoin(categories, eq(products.categoryId, categories.id))
    .where(eq(products.slug, slug))
  if (row) return row
  const [old] = await db
    .select(columns)
    .from(productSlugs)
    .innerJoin(products, eq(productSlugs.productId, products.id))
    .innerJoin(categories, eq(products.categoryId, categories.id))
    .where(eq(productSlugs.slug, slug))
  return old ?? null
}
