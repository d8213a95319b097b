import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { businesses, products } from '#server/db/schema.ts'
import { visibleToPublic } from '#server/products/search/repository.ts'

/** Which of these slugs name a product that the public may see now. */
export async function findPublicSlugs(db: Db, slugs: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ slug: products.slug })
    .from(products)
    .innerJoin(businesses, eq(products.businessId, businesses.id))
    .where(and(inArray(products.slug, [...slugs]), visibleToPublic))
  return new Set(rows.map(({ slug }) => slug))
}
