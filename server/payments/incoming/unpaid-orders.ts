import { and, asc, between, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import { PAYMENT_TERM_DAYS } from '#domain/invoice.ts'
import { OWED_STATUSES } from '#domain/order.ts'
import { paidByTransfer } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { orders } from '#server/platform/db/schema.ts'

/** Lists orders by transfer that are not paid in full nor canceled and are due in this time, or are paid by a plan, the oldest first. */
export async function listUnpaid(db: Db, { from, to }: { from: Date; to: Date }): Promise<string[]> {
  const dueAt = sql`${orders.createdAt} + coalesce(${orders.termDays}, ${PAYMENT_TERM_DAYS}::int) * interval '1 day'`
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        inArray(orders.paymentStatus, [...OWED_STATUSES]),
        paidByTransfer,
        ne(orders.status, 'cancelled'),
        or(isNotNull(orders.paymentPlan), between(dueAt, sql`${from.toISOString()}::timestamptz`, sql`${to.toISOString()}::timestamptz`)),
      ),
    )
    .orderBy(asc(orders.createdAt), asc(orders.id))
  return rows.map(({ id }) => id)
}
