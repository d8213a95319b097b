import { eq, ne, or, sql } from 'drizzle-orm'
import { pick } from '#domain/product-fields.ts'
import { baseCategory } from '#server/platform/db/base-category.ts'
import type { Db } from '#server/platform/db/client.ts'
import { editedVersion } from '#server/platform/db/product-version.ts'
import { categories, productSlugs, products } from '#server/platform/db/schema.ts'

const columns = {
  ...pick(products, ['slug', 'name', 'features', 'images', 'specifications']),
  category: baseCategory,
  version: editedVersion,
}

/**
 * Returns the values that a product's drawing is made from, by current or former slug, or null.
 * Hidden and deleted products are included: sellers see their drafts and customers their old orders.
 */
export async function findDrawnProduct(db: Db, slug: string) {
  const former = sql`(select ${productSlugs.productId} from ${productSlugs} where ${productSlugs.slug} = ${slug})`
  const [row] = await db
    .select(columns)
    .from(products)
    .innerJoin(categories, eq(products.categoryId, categories.id))
    .where(or(eq(products.slug, slug), eq(products.id, former)))
    .orderBy(ne(products.slug, slug)) // one that has it now comes first
    .limit(1)
  return row ?? null
}
