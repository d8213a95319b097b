import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { orderLines, orders, vatChecks } from '#server/platform/db/schema.ts'

/** Orders whose VAT id was answered after they were placed; open card payments wait until they are paid or gone. */
const answered = and(
  isNotNull(orders.vatWaits),
  isNull(orders.holdUntil),
  sql`exists (select from ${vatChecks} c where c.vat_id = ${orders.vatWaits} and c.status <> 'unavailable'
    and c.checked_at > ${orders.createdAt})`,
)

/** Returns the ids of orders whose VAT id was answered, oldest first. */
export async function listAnsweredOrders(db: Db, limit: number): Promise<string[]> {
  const rows = await db.select({ id: orders.id }).from(orders).where(answered).orderBy(orders.createdAt).limit(limit)
  return rows.map(({ id }) => id)
}

/** Returns the newest status of a VAT id; null where nobody has asked about it. */
export async function findVatStatus(db: Db, vatId: string) {
  const [check] = await db.select({ status: vatChecks.status }).from(vatChecks).where(eq(vatChecks.vatId, vatId))
  return check?.status ?? null
}

/** Ends the wait of an order for the answer about its VAT id. */
export async function endVatWait(tx: Db, orderId: string): Promise<void> {
  await tx.update(orders).set({ vatWaits: null }).where(eq(orders.id, orderId))
}

/** Stores the tax on its products that a line has returned. */
export async function storeReturnedTax(tx: Db, lineId: string, taxReturnedCents: number): Promise<void> {
  await tx.update(orderLines).set({ taxReturnedCents }).where(eq(orderLines.id, lineId))
}
