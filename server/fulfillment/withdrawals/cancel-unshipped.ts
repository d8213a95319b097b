import { isRefundBlocked } from '#domain/order.ts'
import type { TransitionContext } from '#server/fulfillment/transitions/applied-transition.ts'
import { applyTransition } from '#server/fulfillment/transitions/apply-transition.ts'
import { findOrderDispute } from '#server/orders/order-dispute.ts'
import type { OrderRecord } from '#server/orders/order-record.ts'
import { lockOrder } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { found } from '#server/platform/http/refusal.ts'
import type { WithdrawnPart } from './withdrawn-units.ts'

/**
 * Cancels the seller orders of a locked order that a withdrawal is about and that have not shipped: their stock and money go back at once.
 * @returns the order as it is then
 */
export async function cancelUnshipped(
  tx: Db,
  record: OrderRecord,
  { number, parts }: { number: string; parts: readonly WithdrawnPart[] },
  context: TransitionContext,
): Promise<OrderRecord> {
  let current = record
  for (const { businessId } of parts.filter(({ isCanceled }) => isCanceled)) {
    await applyTransition(tx, current, { to: 'cancelled', businessId, reason: `Withdrawal ${number}` }, context)
    current = found(await lockOrder(tx, record.order.id, null)) // the next transition starts from the new status
  }
  return current
}

/** Returns true while a dispute of the order's payment forbids to refund it. */
export async function isDisputed(db: Db, record: OrderRecord): Promise<boolean> {
  return isRefundBlocked(record, { dispute: await findOrderDispute(db, record.order.id) })
}
