import { and, inArray } from 'drizzle-orm'
import { visibleToPublic } from '#server/catalog/products/product-list.ts'
import type { Db } from '#server/platform/db/client.ts'
import { products } from '#server/platform/db/schema.ts'

/** Returns those of these slugs that name a public product. */
export async function findPublicSlugs(db: Db, slugs: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ slug: products.slug })
    .from(products)
    .where(and(inArray(products.slug, [...slugs]), visibleToPublic))
  return new Set(rows.map(({ slug }) => slug))
}
