import { and, asc, between, eq, ne } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { orders } from '#server/platform/db/schema.ts'

/** The unpaid Pay Later orders that were placed in this time and are not canceled, the oldest first. */
export async function listUnpaid(db: Db, { from, to }: { from: Date; to: Date }): Promise<{ id: string; createdAt: Date }[]> {
  return db
    .select({ id: orders.id, createdAt: orders.createdAt })
    .from(orders)
    .where(
      and(
        eq(orders.paymentStatus, 'unpaid'),
        eq(orders.paymentMethod, 'pay_later'),
        ne(orders.status, 'cancelled'),
        between(orders.createdAt, from, to),
      ),
    )
    .orderBy(asc(orders.createdAt), asc(orders.id))
}
