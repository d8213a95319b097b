import type { Dispute, OrderDispute, OwnOrderDispute } from '#contract/payments/disputes.ts'
import { disputeDashboardUrl } from '#domain/dispute.ts'
import { toDecimal } from '#domain/money.ts'
import { DELETED_USER, isErasedEmail } from '#domain/user.ts'
import type { DisputeRow, ListedDispute } from './dispute-list.ts'

/** A dispute as sellers read it, with their own share of the amount. */
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

/** A dispute as staff read it on its order. */
export function presentDispute(dispute: DisputeRow): OrderDispute {
  const { stripeId, amountCents, feeCents, isLive } = dispute
  return {
    ...presentOwnDispute(dispute, amountCents),
    stripeId,
    fee: toDecimal(feeCents),
    url: disputeDashboardUrl(stripeId, isLive),
  }
}

/** A dispute as the staff's list shows it. */
export function presentListed({ dispute, order }: ListedDispute): Dispute {
  return {
    ...presentDispute(dispute),
    orderId: dispute.orderId,
    orderNumber: order.number,
    customer: { name: isErasedEmail(order.userEmail) ? DELETED_USER : order.userName },
  }
}
