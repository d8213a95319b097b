import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { businesses, categories, products } from '#server/db/schema.ts'
import { type SummaryRow, summaryColumns } from '#server/products/search/repository.ts'

const isOwn = (businessId: string) => and(eq(products.businessId, businessId), ne(products.status, 'Deleted'))

/** How many products of a business there are that are not deleted. */
export async function countOwnProducts(db: Db, businessId: string): Promise<number> {
  return db.$count(products, isOwn(businessId))
}

function matches(businessId: string, search: string | undefined): SQL | undefined {
  const pattern = search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : null
  return and(isOwn(businessId), pattern ? sql`concat_ws(' ', ${products.name}, ${products.description}) ilike ${pattern}` : undefined)
}

/** One page of a business's products in every status but Deleted, by name, and how many there are in all. */
export async function listOwnProducts(
  db: Db,
  businessId: string,
  { search, limit, offset }: { search: string | undefined; limit: number; offset: number },
): Promise<{ rows: SummaryRow[]; total: number }> {
  const where = matches(businessId, search)
  const total = await db.$count(products, where)
  const rows = await db
    .select(summaryColumns)
    .from(products)
    .innerJoin(businesses, eq(products.businessId, businesses.id))
    .innerJoin(categories, eq(products.categoryId, categories.id))
    .where(where)
    .orderBy(sql`lower(${products.name}) collate "C"`, desc(products.createdAt), products.id)
    .limit(limit)
    .offset(offset)
  return { rows, total }
}
