import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { RefundShare } from '#domain/refund-amount.ts'
import type { Db } from '#server/platform/db/client.ts'
import { orderLines, orders, refundShares, refunds, sellerOrders } from '#server/platform/db/schema.ts'
import { enqueue } from '#server/platform/outbox.ts'

/** A refund as it is stored; cents of its currency. */
export type RefundRow = typeof refunds.$inferSelect

/** Inserts a refund with its shares. @returns null, changing nothing, when its cause has asked before */
export async function insertRefund(tx: Db, refund: typeof refunds.$inferInsert, shares: readonly RefundShare[]): Promise<RefundRow | null> {
  const [row] = await tx.insert(refunds).values(refund).onConflictDoNothing({ target: refunds.cause }).returning()
  if (!row) return null
  if (shares.length > 0) await tx.insert(refundShares).values(shares.map((share) => ({ ...share, refundId: row.id })))
  return row
}

/**
 * Adds a refund to the totals of an order and its seller orders (`sign` 1), or takes it off (-1: it failed). The database refuses more than
 * was paid.
 */
export async function countRefund(tx: Db, orderId: string, shares: readonly RefundShare[], sign: 1 | -1, at: Date): Promise<void> {
  const total = shares.reduce((sum, { amountCents }) => sum + amountCents, 0)
  await tx
    .update(orders)
    .set({ refundedCents: sql`${orders.refundedCents} + ${sign * total}`, updatedAt: at, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, orderId))
  for (const { businessId, amountCents } of shares) {
    await tx
      .update(sellerOrders)
      .set({ refundedCents: sql`${sellerOrders.refundedCents} + ${sign * amountCents}` })
      .where(and(eq(sellerOrders.orderId, orderId), eq(sellerOrders.businessId, businessId)))
  }
}

/** Enqueues a refund, which the provider is asked for after the commit. */
export async function queueRefund(tx: Db, refundId: string, at: Date): Promise<void> {
  await enqueue(tx, { kind: 'refund', dedupeKey: `refund:${refundId}`, payload: { refundId }, at })
}

/** Locks a refund; null where there is none. */
export async function lockRefund(tx: Db, id: string): Promise<RefundRow | null> {
  const [row] = await tx.select().from(refunds).where(eq(refunds.id, id)).for('no key update')
  return row ?? null
}

/** Finds a refund with the card payment that it refunds; null when there is none. */
export async function findRefund(db: Db, id: string): Promise<{ refund: RefundRow; paymentIntentId: string | null } | null> {
  const [row] = await db
    .select({ refund: refunds, paymentIntentId: orders.paymentIntentId })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(eq(refunds.id, id))
  return row ?? null
}

/** The shares of a refund. */
export async function listShares(db: Db, refundId: string): Promise<RefundShare[]> {
  return db
    .select({ businessId: refundShares.businessId, amountCents: refundShares.amountCents, taxCents: refundShares.taxCents })
    .from(refundShares)
    .where(eq(refundShares.refundId, refundId))
}

/** Sums the settled refunds of each seller order except this one, in cents; `taxOnlyCents` is what was tax alone. */
export async function listSettled(
  db: Db,
  orderId: string,
  exceptId: string,
): Promise<Map<string, { amountCents: number; taxOnlyCents: number }>> {
  const rows = await db
    .select({
      businessId: refundShares.businessId,
      cents: sql<string>`sum(${refundShares.amountCents})`,
      taxOnly: sql<string>`coalesce(sum(${refundShares.taxCents}), 0)`,
    })
    .from(refundShares)
    .innerJoin(refunds, eq(refunds.id, refundShares.refundId))
    .where(and(eq(refunds.orderId, orderId), eq(refunds.status, 'settled'), ne(refunds.id, exceptId)))
    .groupBy(refundShares.businessId)
  return new Map(rows.map(({ businessId, cents, taxOnly }) => [businessId, { amountCents: Number(cents), taxOnlyCents: Number(taxOnly) }]))
}

/** Ends a requested refund. @returns false when it has ended already */
export async function endRefund(tx: Db, id: string, end: Partial<typeof refunds.$inferInsert>): Promise<boolean> {
  const ended = await tx
    .update(refunds)
    .set(end)
    .where(and(eq(refunds.id, id), eq(refunds.status, 'requested')))
    .returning({ id: refunds.id })
  return ended.length > 0
}

/** Stores why staff have to look at a refund that counts as sent. */
export async function storeRefundProblem(tx: Db, id: string, problem: string): Promise<void> {
  await tx.update(refunds).set({ problem }).where(eq(refunds.id, id))
}

/** Stores the payment status of an order, or what is wrong with it. */
export async function updatePayment(
  tx: Db,
  orderId: string,
  change: Partial<Pick<typeof orders.$inferInsert, 'paymentStatus' | 'paymentProblem'>>,
): Promise<void> {
  await tx.update(orders).set(change).where(eq(orders.id, orderId))
}

/** The refunds of an order, oldest first. */
export async function listRefunds(db: Db, orderId: string): Promise<RefundRow[]> {
  return db.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(refunds.createdAt, refunds.id)
}

/** Charges the tax of lines again whose refund failed. */
export async function keepReturnedTax(tx: Db, orderId: string, businessIds: readonly string[]): Promise<void> {
  await tx
    .update(orderLines)
    .set({ taxReturnedCents: null })
    .where(and(eq(orderLines.orderId, orderId), inArray(orderLines.businessId, [...businessIds])))
}
