import { isSellersDoing, RETURN_REASON_LABELS } from '#domain/return-request.ts'
import { withdrawnRefund } from '#domain/withdrawal.ts'
import { standardShippingCents } from '#server/orders/buyer-rights.ts'
import type { OrderRecord } from '#server/orders/order-record.ts'
import { isAllBack, shippingCost } from '#server/orders/refunded-lines.ts'
import { listSales } from '#server/payments/ledger/ledger-entries.ts'
import { requestRefund } from '#server/payments/refunds/request-refund.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type ReturnRecord, readRefundedShipping } from './order-returns.ts'
import { worthOf } from './present-return.ts'

/** Actor (null: the shop itself, as for a card payment), time and request of a change to a return. */
export interface Settler {
  actor: Actor | null
  at: Date
  requestId?: string
}

/**
 * Returns the shipping that is refunded with a return, in cents: once all of the seller order is back, what the buyer paid where it came
 * back for a reason of the seller's, and of a withdrawal the standard delivery. What other returns of it have refunded counts.
 */
export async function shippingOf(tx: Db, record: OrderRecord, returned: ReturnRecord): Promise<number> {
  const { row } = returned
  const part = record.parts.find(({ businessId }) => businessId === row.businessId)
  const isWithdrawn = row.withdrawalId !== null
  if (!part || (!isWithdrawn && !isSellersDoing(row.reason))) return 0
  if (!(await isAllBack(tx, record, row.businessId, row.id))) return 0
  const owedCents = isWithdrawn ? standardShippingCents(record, part) : shippingCost(record, part)
  return Math.max(owedCents - (await readRefundedShipping(tx, row)), 0)
}

/**
 * Refunds the items of a return, less a deduction, with the shipping that it stores; never more than is left.
 * @param deductedCents part of it that the buyer deducted from the payment that completed the order; null: the payment was before the
 * return
 * @returns the refund; null while the order is not paid in full, or when nothing is left to refund
 */
export async function refundReturn(
  tx: Db,
  record: OrderRecord,
  returned: ReturnRecord,
  { actor, at, requestId }: Settler,
  deductedCents: number | null = null,
): ReturnType<typeof requestRefund> {
  const { order, parts } = record
  const { id, number, businessId, reason, shippingCents, deductionCents } = returned.row
  const part = parts.find((one) => one.businessId === businessId)
  if (!part || (deductedCents === null && order.paymentStatus === 'partially_paid') || !(await listSales(tx, order.id)).has(businessId))
    return null
  const left = Math.min(part.totalCents - part.refundedCents, order.paidCents - order.refundedCents)
  const amountCents = Math.min(withdrawnRefund({ itemsCents: worthOf(returned), shippingCents, deductionCents }), left)
  if (amountCents === 0) return null
  return requestRefund(tx, record, {
    shares: [{ businessId, amountCents }],
    reason: `Return ${number}: ${RETURN_REASON_LABELS[reason]}`,
    cause: { kind: 'return', returnId: id },
    deductedCents: deductedCents ?? 0,
    actor,
    at,
    ...(requestId && { requestId }),
  })
}
