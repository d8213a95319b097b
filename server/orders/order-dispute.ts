import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { OrderDispute, OwnOrderDispute } from '#contract/orders/order-dispute.ts'
import { DISPUTE_STATUSES, disputeDashboardUrl, isOpenDispute } from '#domain/dispute.ts'
import { toDecimal } from '#domain/money.ts'
import { spreadByLeft } from '#domain/refund-amount.ts'
import { parseRefundCause, refundCauseKey } from '#domain/refund-cause.ts'
import type { Db } from '#server/platform/db/client.ts'
import { disputes, refundShares, refunds, sellerOrders } from '#server/platform/db/schema.ts'

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

/**
 * Returns a seller's share of each dispute in cents, by the dispute's id: of a lost one what it took, else the share of the amount in the
 * seller order.
 */
export async function listOwnShares(db: Db, businessId: string, of: readonly DisputeRow[]): Promise<Map<string, number>> {
  if (of.length === 0) return new Map()
  const parts = await db
    .select()
    .from(sellerOrders)
    .where(
      inArray(
        sellerOrders.orderId,
        of.map(({ orderId }) => orderId),
      ),
    )
    .orderBy(asc(sellerOrders.businessName), asc(sellerOrders.businessId))
  const booked = await db
    .select({ cause: refunds.cause, amountCents: refundShares.amountCents })
    .from(refunds)
    .innerJoin(refundShares, and(eq(refundShares.refundId, refunds.id), eq(refundShares.businessId, businessId)))
    .where(
      inArray(
        refunds.cause,
        of.map(({ id }) => refundCauseKey({ kind: 'lost-dispute', disputeId: id })),
      ),
    )
  const lost = new Map(
    booked.flatMap(({ cause, amountCents }) => {
      const parsed = parseRefundCause(cause)
      return parsed.kind === 'lost-dispute' ? [[parsed.disputeId, amountCents] as const] : []
    }),
  )
  const byOrder = Map.groupBy(parts, ({ orderId }) => orderId)
  return new Map(
    of.map(({ id, orderId, status, amountCents }): [string, number] => {
      if (status === 'lost') return [id, lost.get(id) ?? 0]
      const all = byOrder.get(orderId) ?? []
      const at = all.findIndex((part) => part.businessId === businessId)
      const shares = spreadByLeft(
        amountCents,
        all.map(({ totalCents, refundedCents }) => totalCents - refundedCents),
      )
      return [id, shares[at] ?? 0]
    }),
  )
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
