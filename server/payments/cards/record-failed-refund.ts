import { listCardRefunds } from '#server/payments/refunds/card-refunds.ts'
import { storeRefundProblem } from '#server/payments/refunds/order-refunds.ts'
import { failRefund } from '#server/payments/refunds/settle-refund.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import type { FailedRefund } from '#server/platform/vendors/stripe.ts'
import { storeProblem } from './card-payment-record.ts'
import { lockIntentOrder, type Settlement } from './settle-intent.ts'

/**
 * Records a refund that the provider accepted and that did not arrive (the card's account is closed, say). One that is not settled fails
 * like a refused one; a settled one stays in the ledger, since the buyer is owed it: staff are notified to send it in another way.
 */
export async function recordFailedRefund(tx: Db, { id, intentId, refundId, problem }: FailedRefund, at: Date): Promise<Settlement> {
  const record = await lockIntentOrder(tx, intentId, null)
  if (!record) return { outcome: 'no order of ours', orderId: null }
  const { id: orderId, number } = record.order
  const isOfParts = refundId !== null && (await listCardRefunds(tx, refundId)).length > 0 // the rest of it may have arrived
  if (refundId && !isOfParts && (await failRefund(tx, record, refundId, { problem, at }))) return { outcome: 'refund failed', orderId }
  const text = `Refund ${id} didn't arrive: ${problem}. Refund the buyer another way.`
  await storeProblem(tx, orderId, text, at)
  if (refundId) await storeRefundProblem(tx, refundId, text)
  await recordAudit(tx, {
    actor: null,
    action: 'order.refund_failed',
    targetType: 'order',
    targetId: orderId,
    after: { refund: id, ...(refundId && { refundId }), problem },
  })
  await notify(tx, {
    audience: { staff: 'orders.read' },
    kind: 'refund-failed',
    title: `A refund for order ${number} didn't arrive`,
    text,
    path: `/admin/orders/${orderId}`,
    dedupeKey: `refund-lost:${id}`,
    at,
  })
  return { outcome: 'refund did not arrive: left for staff', orderId, needsStaff: true }
}
