import { isSellersDoing, RETURN_REASON_LABELS } from '#domain/return-request.ts'
import type { OrderRecord } from '#server/orders/order-record.ts'
import { isAllBack, shippingCost } from '#server/orders/refunded-lines.ts'
import { listSoldSellers } from '#server/payments/ledger/ledger-entries.ts'
import { requestRefund } from '#server/payments/refunds/request-refund.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { ReturnRecord } from './order-returns.ts'
import { worthOf } from './present-return.ts'

/** Actor, time and request of a change to a return. */
export interface Settler {
  actor: Actor
  at: Date
  requestId: string
}

/**
 * Refunds the items of a return, with the shipping when all of the seller order came back for a reason of the seller's; never more than is left.
 * @returns the refund's id; null while nothing was paid, or when nothing is left to refund
 */
export async function refundReturn(
  tx: Db,
  record: OrderRecord,
  returned: ReturnRecord,
  { actor, at, requestId }: Settler,
  { isDeducted = false } = {},
): Promise<string | null> {
  const { order, parts } = record
  const { id, number, businessId, reason } = returned.row
  const part = parts.find((one) => one.businessId === businessId)
  if (!part || !(await listSoldSellers(tx, order.id)).has(businessId)) return null
  const shippingCents = isSellersDoing(reason) && (await isAllBack(tx, record, businessId)) ? shippingCost(record, part) : 0
  const left = Math.min(part.totalCents - part.refundedCents, order.paidCents - order.refundedCents)
  const amountCents = Math.min(worthOf(returned) + shippingCents, left)
  if (amountCents === 0) return null
  const refund = await requestRefund(tx, record, {
    shares: [{ businessId, amountCents }],
    reason: `Return ${number}: ${RETURN_REASON_LABELS[reason]}`,
    cause: { kind: 'return', returnId: id },
    isDeducted,
    actor,
    at,
    requestId,
  })
  return refund?.id ?? null
}
