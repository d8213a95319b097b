import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { businesses, categories, products } from '#server/db/schema.ts'
import { visibleToPublic } from '#server/products/search/repository.ts'

/** Every category in the order of the shop's buttons; `count`: its products that the public may see. */
export function listCategories(db: Db) {
  const counts = db
    .select({ categoryId: products.categoryId, count: sql<number>`count(*)::int`.as('public_count') })
    .from(products)
    .innerJoin(businesses, eq(businesses.id, products.businessId))
    .where(visibleToPublic)
    .groupBy(products.categoryId)
    .as('counts')
  return db
    .select({
      id: categories.id,
      value: categories.value,
      label: categories.label,
      description: categories.description,
      kind: categories.kind,
      createdAt: categories.createdAt,
      count: sql<number>`coalesce(${counts.count}, 0)`,
    })
    .from(categories)
    .leftJoin(counts, eq(counts.categoryId, categories.id))
    .orderBy(asc(categories.position), asc(categories.label))
}
