import { and, asc, gt, gte, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { orders, sellerOrders } from '#server/platform/db/schema.ts'
import type { SyncedRows } from '#server/platform/http/read-changes.ts'

/** Matches the orders with a part that a business may see; with null all. */
const isRead = (businessId: string | null) =>
  businessId === null
    ? undefined
    : sql`exists (select from ${sellerOrders} s where s.order_id = ${orders.id} and s.business_id = ${businessId}::uuid and s.is_shown)`

/** The orders with parts of a business, with null all orders, as they are synced. */
export const syncedOrders = <Row>(db: Db, businessId: string | null, rowsOf: SyncedRows<Row>['rowsOf']): SyncedRows<Row> => ({
  list: `orders ${businessId ?? 'all'}`,
  changes: sql`select ${orders.changeNumber} as position, ${orders.id} as id from ${orders} ${businessId === null ? undefined : sql`where ${isRead(businessId)}`}`,
  idsAfter: async (id, since, limit) => {
    const rows = await db
      .select({ id: orders.id })
      .from(orders)
      .where(and(gt(orders.id, id), isRead(businessId), since ? gte(orders.updatedAt, since) : undefined))
      .orderBy(asc(orders.id))
      .limit(limit)
    return rows.map((row) => row.id)
  },
  rowsOf,
})
