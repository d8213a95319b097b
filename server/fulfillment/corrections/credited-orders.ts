import { and, eq, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { orderLines, orders, returns } from '#server/platform/db/schema.ts'

/** Lists Pay Later orders that are paid in part and have a credit: items that came back, or VAT that is not owed any more. */
export async function listCredited(db: Db): Promise<string[]> {
  const returned = db
    .select({ id: returns.orderId })
    .from(returns)
    .where(and(eq(returns.status, 'refunded'), isNull(returns.refundId)))
  const untaxed = db.select({ id: orderLines.orderId }).from(orderLines).where(isNotNull(orderLines.taxReturnedCents))
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.paymentStatus, 'partially_paid'),
        ne(orders.status, 'cancelled'),
        or(inArray(orders.id, returned), inArray(orders.id, untaxed)),
      ),
    )
    .orderBy(orders.id)
  return rows.map(({ id }) => id)
}
