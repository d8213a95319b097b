import { desc, eq, sql } from 'drizzle-orm'
import type { OrderDispute, OwnOrderDispute } from '#contract/orders/order-dispute.ts'
import { DISPUTE_STATUSES, disputeDashboardUrl, isOpenDispute } from '#domain/dispute.ts'
import { toDecimal } from '#domain/money.ts'
import type { Db } from '#server/platform/db/client.ts'
import { disputes } from '#server/platform/db/schema.ts'

export type DisputeRow = typeof disputes.$inferSelect

const OPEN = DISPUTE_STATUSES.filter(isOpenDispute)

/** Returns the dispute of an order's payment that matters most: an open one, else the newest; null where there was none. */
export async function findOrderDispute(db: Db, orderId: string): Promise<DisputeRow | null> {
  const isClosed = sql`${disputes.status} not in ${OPEN}`
  const [row] = await db
    .select()
    .from(disputes)
    .where(eq(disputes.orderId, orderId))
    .orderBy(isClosed, desc(disputes.openedAt), desc(disputes.id))
    .limit(1)
  return row ?? null
}

/** Returns a dispute as sellers read it, with their own share of the amount. */
export function presentOwnDispute(dispute: DisputeRow, ownCents: number): OwnOrderDispute {
  const { id, currency, reason, status, evidenceDueAt, openedAt, closedAt } = dispute
  return {
    id,
    currency,
    reason,
    status,
    evidenceDueAt: evidenceDueAt?.toISOString() ?? null,
    openedAt: openedAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    amount: toDecimal(ownCents),
  }
}

/** Returns a dispute as staff read it on its order. */
export function presentDispute(dispute: DisputeRow): OrderDispute {
  const { stripeId, amountCents, feeCents, isLive } = dispute
  return {
    ...presentOwnDispute(dispute, amountCents),
    stripeId,
    fee: toDecimal(feeCents),
    url: disputeDashboardUrl(stripeId, isLive),
  }
}
