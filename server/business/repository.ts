import { and, desc, eq, lt, ne, type SQL, sql } from 'drizzle-orm'
import { LOW_STOCK } from '#domain/stock.ts'
import type { Db } from '#server/db/client.ts'
import { businesses, categories, orderLines, orderParts, orders, products } from '#server/db/schema.ts'
import { type SummaryRow, summaryColumns } from '#server/products/search/repository.ts'
import { likeAnywhere } from '#server/products/search/search-text.ts'

const isOwn = (businessId: string) => and(eq(products.businessId, businessId), ne(products.status, 'Deleted'))

/** How many products of a business there are that are not deleted. */
export async function countOwnProducts(db: Db, businessId: string): Promise<number> {
  return db.$count(products, isOwn(businessId))
}

/** Which of a business's products. */
export interface OwnProductFilter {
  search: string | undefined
  featured: boolean | undefined
  lowStock: boolean | undefined
}

function matches(businessId: string, { search, featured, lowStock }: OwnProductFilter): SQL | undefined {
  const pattern = search ? likeAnywhere(search) : null
  return and(
    isOwn(businessId),
    featured === undefined ? undefined : eq(products.featured, featured),
    lowStock ? lt(products.stock, LOW_STOCK) : undefined,
    pattern ? sql`concat_ws(' ', ${products.name}, ${products.description}) ilike ${pattern}` : undefined,
  )
}

/** One page of a business's products in every status but Deleted, by name, and how many there are in all. */
export async function listOwnProducts(
  db: Db,
  businessId: string,
  filter: OwnProductFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: SummaryRow[]; total: number }> {
  const where = matches(businessId, filter)
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

/** A business's goods in numbers, money in USD cents; sales in euros count at their order's own USD prices (D114). */
export async function countOwn(db: Db, businessId: string) {
  const [goods] = await db
    .select({
      totalProducts: sql<number>`count(*)::int`,
      activeProducts: sql<number>`(count(*) filter (where ${products.status} = 'Active'))::int`,
      featuredProducts: sql<number>`(count(*) filter (where ${products.featured}))::int`,
      lowStock: sql<number>`(count(*) filter (where ${products.stock} < ${LOW_STOCK}))::int`,
      inventoryCents: sql<string>`coalesce(sum(${products.stock}::bigint * ${products.priceUsdCents}), 0)`,
    })
    .from(products)
    .where(isOwn(businessId))
  const [sold] = await db
    .select({
      units: sql<string>`coalesce(sum(${orderLines.quantity}), 0)`,
      cents: sql<string>`coalesce(sum(round(${orderLines.lineTotalCents}::numeric * ${orders.totalUsdCents} / nullif(${orders.totalCents}, 0))), 0)`,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(orderParts, and(eq(orderParts.orderId, orderLines.orderId), eq(orderParts.businessId, orderLines.businessId)))
    .where(and(eq(orderLines.businessId, businessId), ne(orderParts.status, 'cancelled')))
  const { inventoryCents = '0', ...counts } = goods ?? { totalProducts: 0, activeProducts: 0, featuredProducts: 0, lowStock: 0 }
  return { ...counts, inventoryCents: Number(inventoryCents), unitsSold: Number(sold?.units ?? 0), revenueCents: Number(sold?.cents ?? 0) }
}
