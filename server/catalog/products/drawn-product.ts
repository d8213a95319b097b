import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { editedVersion } from '#server/platform/db/product-version.ts'
import { productSlugs, products } from '#server/platform/db/schema.ts'

const columns = { slug: products.slug, name: products.name, specifications: products.specifications, version: editedVersion }

/**
 * What a drawing of a product is made from, by its slug or one that it once had; null for an unknown slug.
 * Hidden and deleted products are drawn too: sellers look at their drafts and customers at their old orders.
 */
export async function findDrawnProduct(db: Db, slug: string) {
  const [row] = await db.select(columns).from(products).where(eq(products.slug, slug))
  if (row) return row
  const [old] = await db
    .select(columns)
    .from(productSlugs)
    .innerJoin(products, eq(productSlugs.productId, products.id))
    .where(eq(productSlugs.slug, slug))
  return old ?? null
}
