import { and, asc, desc, eq, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { ProductGridSort } from '#contract/catalog/product-grid.ts'
import type { OwnProductQuery } from '#contract/catalog/seller-products.ts'
import type { OrderStatus } from '#domain/order.ts'
import type { ReturnStatus } from '#domain/return-request.ts'
import { type SummaryRow, summaryColumns } from '#server/catalog/products/product-list.ts'
import type { Db } from '#server/platform/db/client.ts'
import { businesses, categories, orderLines, orders, products, returns, sellerOrders } from '#server/platform/db/schema.ts'
import { likeAnywhere, normalizeText } from '#server/platform/text/search-text.ts'

const isOwn = (businessId: string) => and(eq(products.businessId, businessId), ne(products.status, 'Deleted'))

/** How many products of a business there are that are not deleted. */
export async function countOwnProducts(db: Db, businessId: string): Promise<number> {
  return db.$count(products, isOwn(businessId))
}

/** Which of a business's products, and in which order. */
export interface OwnProductFilter extends Omit<OwnProductQuery, 'page' | 'limit' | 'lowStock'> {
  /** Only products with fewer pieces. */
  stockBelow?: number | undefined
}

/** A product that says too little to be bought: without a picture or a full description. */
const isIncomplete = sql`(${products.images} = '[]'::jsonb or ${products.fullDescription} = '')`

const inWords = (search: string | undefined): SQL[] =>
  normalizeText(search ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 20)
    .map((word) => sql`${products.searchText} like ${likeAnywhere(word)}`)

function matches(businessId: string, filter: OwnProductFilter): SQL | undefined {
  const { search, featured, stockBelow, incomplete, status, category } = filter
  return and(
    status ? and(eq(products.businessId, businessId), eq(products.status, status), ne(products.status, 'Deleted')) : isOwn(businessId),
    featured === undefined ? undefined : eq(products.featured, featured),
    stockBelow === undefined ? undefined : lt(products.stock, stockBelow),
    incomplete ? isIncomplete : undefined,
    category ? eq(categories.value, category) : undefined,
    ...inWords(search),
  )
}

const NAME = sql`(lower(${products.name}) collate "C")`
const ORDERS: Record<ProductGridSort, SQL> = {
  name: sql`${NAME} asc`,
  '-name': sql`${NAME} desc`,
  stock: asc(products.stock),
  '-stock': desc(products.stock),
  priceUSD: asc(products.priceUsdCents),
  '-priceUSD': desc(products.priceUsdCents),
  createdAt: asc(products.createdAt),
  '-createdAt': desc(products.createdAt),
  updatedAt: asc(products.updatedAt),
  '-updatedAt': desc(products.updatedAt),
}

/** One part of a business's products in every status but Deleted; by name unless the filter sorts. */
export function readOwnProducts(
  db: Db,
  businessId: string,
  { sort = 'name', ...filter }: OwnProductFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<SummaryRow[]> {
  const page = db
    .select({ id: products.id })
    .from(products)
    .innerJoin(categories, eq(products.categoryId, categories.id))
    .where(matches(businessId, filter))
    .orderBy(ORDERS[sort], products.id)
    .limit(limit)
    .offset(offset)
    .as('page') // ids first: rows are wide, and a late page passes many
  return db
    .select(summaryColumns)
    .from(page)
    .innerJoin(products, eq(products.id, page.id))
    .innerJoin(businesses, eq(products.businessId, businesses.id))
    .innerJoin(categories, eq(products.categoryId, categories.id))
    .orderBy(ORDERS[sort], products.id)
}

/** How many products of a business the filter leaves. */
export async function countMatching(db: Db, businessId: string, filter: OwnProductFilter): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(products)
    .innerJoin(categories, eq(products.categoryId, categories.id))
    .where(matches(businessId, filter))
  return row?.total ?? 0
}

/**
 * A business's goods in numbers, money in USD cents; sales in euros count at their order's own USD prices (D114).
 * @param low stock below it is low
 */
export async function countOwn(db: Db, businessId: string, low: number) {
  const [goods] = await db
    .select({
      totalProducts: sql<number>`count(*)::int`,
      activeProducts: sql<number>`(count(*) filter (where ${products.status} = 'Active'))::int`,
      suspendedProducts: sql<number>`(count(*) filter (where ${products.status} = 'Suspended'))::int`,
      featuredProducts: sql<number>`(count(*) filter (where ${products.featured}))::int`,
      lowStock: sql<number>`(count(*) filter (where ${products.stock} < ${low}))::int`,
      incompleteProducts: sql<number>`(count(*) filter (where ${isIncomplete}))::int`,
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
    .innerJoin(sellerOrders, and(eq(sellerOrders.orderId, orderLines.orderId), eq(sellerOrders.businessId, orderLines.businessId)))
    .where(and(eq(orderLines.businessId, businessId), ne(sellerOrders.status, 'cancelled'), sellerOrders.isShown))
  const parts = await db
    .select({ status: sellerOrders.status, count: sql<number>`count(*)::int` })
    .from(sellerOrders)
    .where(
      and(
        eq(sellerOrders.businessId, businessId),
        sellerOrders.isShown,
        inArray(sellerOrders.status, ['pending', 'processing', 'shipped']),
      ),
    )
    .groupBy(sellerOrders.status)
  const partsIn = (wanted: OrderStatus) => parts.find(({ status }) => status === wanted)?.count ?? 0
  const asked = await db
    .select({ status: returns.status, count: sql<number>`count(*)::int` })
    .from(returns)
    .where(and(eq(returns.businessId, businessId), inArray(returns.status, ['requested', 'received'])))
    .groupBy(returns.status)
  const returnsIn = (wanted: ReturnStatus) => asked.find(({ status }) => status === wanted)?.count ?? 0
  const none = {
    totalProducts: 0,
    activeProducts: 0,
    suspendedProducts: 0,
    featuredProducts: 0,
    lowStock: 0,
    incompleteProducts: 0,
    inventoryCents: '0',
  }
  const { inventoryCents, ...counts } = goods ?? none
  return {
    ...counts,
    newOrders: partsIn('pending'),
    ordersToShip: partsIn('processing'),
    ordersOnTheWay: partsIn('shipped'),
    waitingOrders: partsIn('pending') + partsIn('processing'),
    returnsToAnswer: returnsIn('requested'),
    returnsToRefund: returnsIn('received'),
    inventoryCents: Number(inventoryCents),
    unitsSold: Number(sold?.units ?? 0),
    revenueCents: Number(sold?.cents ?? 0),
  }
}
