import { and, asc, eq, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { OrderExchange } from '#contract/orders/order-change.ts'
import type { Db } from '#server/platform/db/client.ts'
import { exchanges, orders, returns } from '#server/platform/db/schema.ts'

/** Lists the exchanges that an order is part of, oldest first; of one seller's returns where `businessId` is given. */
export async function listExchanges(db: Db, orderId: string, businessId?: string): Promise<OrderExchange[]> {
  const replacement = alias(orders, 'replacement')
  const rows = await db
    .select({ returnNumber: returns.number, fromId: orders.id, from: orders.number, sentId: replacement.id, sent: replacement.number })
    .from(exchanges)
    .innerJoin(returns, eq(returns.id, exchanges.returnId))
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .innerJoin(replacement, eq(replacement.id, exchanges.orderId))
    .where(
      and(or(eq(exchanges.orderId, orderId), eq(returns.orderId, orderId)), businessId ? eq(returns.businessId, businessId) : undefined),
    )
    .orderBy(asc(exchanges.at))
  return rows.map(({ returnNumber, fromId, from, sentId, sent }) =>
    fromId === orderId
      ? { kind: 'sent', returnNumber, orderId: sentId, orderNumber: sent }
      : { kind: 'from', returnNumber, orderId: fromId, orderNumber: from },
  )
}
