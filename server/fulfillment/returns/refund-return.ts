import { isSellersDoing, RETURN_REASON_LABELS } from '#domain/return-request.ts'
import type { OrderRecord } from '#server/orders/order-record.ts'
import { listGoneLines } from '#server/orders/refunded-lines.ts'
import { listSoldSellers } from '#server/payments/ledger/ledger-entries.ts'
import { requestRefund } from '#server/payments/refunds/request-refund.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { ReturnRecord } from './order-returns.ts'
import { worthOf } from './present-return.ts'

/** Who settles a return, when, and the request that asked for it. */
export interface Settler {
  actor: Actor
  at: Date
  requestId: string
}

/**
 * Sends back what the goods of a return cost, with the shipping where all of the seller came back and it was not the buyer's doing; never more than is left.
 * @returns the refund's id; null while nothing was paid for the goods, or where nothing is left of it
 */
export async function refundReturn(
  tx: Db,
  record: OrderRecord,
  goods: ReturnRecord,
  { actor, at, requestId }: Settler,
): Promise<string | null> {
  const { order, parts } = record
  const { id, number, businessId, reason } = goods.row
  const part = parts.find((one) => one.businessId === businessId)
  if (!part || !(await listSoldSellers(tx, order.id)).has(businessId)) return null
  const shippingCents = isSellersDoing(reason) && (await isAllBack(tx, record, businessId)) ? part.shippingCents : 0
  const left = Math.min(part.totalCents - part.refundedCents, order.paidCents - order.refundedCents)
  const amountCents = Math.min(worthOf(goods) + shippingCents, left)
  if (amountCents === 0) return null
  const refund = await requestRefund(tx, record, {
    shares: [{ businessId, amountCents }],
    reason: `Return ${number}: ${RETURN_REASON_LABELS[reason]}`,
    cause: { kind: 'return', returnId: id },
    actor,
    at,
    requestId,
  })
  return refund?.id ?? null
}

/** Whether every piece of a seller's part was refunded or has come back. */
async function isAllBack(tx: Db, { order, lines }: OrderRecord, businessId: string): Promise<boolean> {
  const gone = await listGoneLines(tx, order.id, ['received', 'refunded'])
  return lines.every((line) => line.businessId !== businessId || gone.get(line.id)?.quantity === line.quantity)
}
