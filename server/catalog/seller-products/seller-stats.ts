import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { OrderStatus } from '#domain/order.ts'
import type { ReturnStatus } from '#domain/return-request.ts'
import { isNotCanceled } from '#server/catalog/papers/paper-list.ts'
import { isIncomplete } from '#server/catalog/products/managed-products.ts'
import type { Db } from '#server/platform/db/client.ts'
import { orderLines, orders, paperCopies, products, returns, sellerOrders } from '#server/platform/db/schema.ts'

/**
 * Returns counts of a seller's products, open orders and returns, and its sales in USD cents. Orders in EUR count at their own USD totals.
 * @param low the stock below which a product is low
 */
export async function readSellerStats(db: Db, businessId: string, low: number) {
  const [productCounts] = await db
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
    .where(and(eq(products.businessId, businessId), ne(products.status, 'Deleted')))
  const [sold] = await db
    .select({
      units: sql<string>`coalesce(sum(${orderLines.quantity}), 0)`,
      cents: sql<string>`coalesce(sum(round(${orderLines.lineTotalCents}::numeric * ${orders.totalUsdCents} / nullif(${orders.totalCents}, 0))), 0)`,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(sellerOrders, and(eq(sellerOrders.orderId, orderLines.orderId), eq(sellerOrders.businessId, orderLines.businessId)))
    .where(and(eq(orderLines.businessId, businessId), ne(sellerOrders.status, 'cancelled'), sellerOrders.isShown))
  const openOrders = await db
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
  const paperCopyCount = await db.$count(
    paperCopies,
    and(eq(paperCopies.businessId, businessId), isNull(paperCopies.sentAt), isNotCanceled),
  )
  const ordersIn = (wanted: OrderStatus) => openOrders.find(({ status }) => status === wanted)?.count ?? 0
  const openReturns = await db
    .select({ status: returns.status, count: sql<number>`count(*)::int` })
    .from(returns)
    .where(and(eq(returns.businessId, businessId), inArray(returns.status, ['requested', 'received'])))
    .groupBy(returns.status)
  const returnsIn = (wanted: ReturnStatus) => openReturns.find(({ status }) => status === wanted)?.count ?? 0
  const none = {
    totalProducts: 0,
    activeProducts: 0,
    suspendedProducts: 0,
    featuredProducts: 0,
    lowStock: 0,
    incompleteProducts: 0,
    inventoryCents: '0',
  }
  const { inventoryCents, ...counts } = productCounts ?? none
  return {
    ...counts,
    newOrders: ordersIn('pending'),
    ordersToShip: ordersIn('processing'),
    ordersOnTheWay: ordersIn('shipped'),
    waitingOrders: ordersIn('pending') + ordersIn('processing'),
    returnsToAnswer: returnsIn('requested'),
    returnsToRefund: returnsIn('received'),
    paperCopies: paperCopyCount,
    inventoryCents: Number(inventoryCents),
    unitsSold: Number(sold?.units ?? 0),
    revenueCents: Number(sold?.cents ?? 0),
  }
}
