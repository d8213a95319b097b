import { restockOnce } from '#server/catalog/products/product-record.ts'
import type { OrderRecord } from '#server/orders/order-record.ts'
import type { RefundShare } from '#server/payments/refunds/order-refunds.ts'
import { requestRefund } from '#server/payments/refunds/request-refund.ts'
import type { Db } from '#server/platform/db/client.ts'
import { returnUse } from '#server/pricing/promotions/promotion-list.ts'
import type { AppliedTransition, TransitionContext } from './applied-transition.ts'

/** Takes back what a cancelled order or part has taken: its stock once, the use of its code when nothing is left of the order, the money that was paid. */
export async function restockAndRefund(tx: Db, record: OrderRecord, applied: AppliedTransition, context: TransitionContext): Promise<void> {
  await restock(tx, record, applied, context.actor?.userId ?? null)
  if (applied.to === 'cancelled') await returnUse(tx, record.order.id)
  await refund(tx, record, applied, context)
}

/** Each product once, in the order in which all orders lock products. */
async function restock(tx: Db, { order, lines }: OrderRecord, { parts }: AppliedTransition, actorId: string | null): Promise<void> {
  const sellers = parts.map(({ businessId }) => businessId)
  const returned = lines.filter(({ businessId }) => sellers.includes(businessId)).sort((a, b) => (a.productId < b.productId ? -1 : 1))
  for (const { productId, quantity } of returned) {
    await restockOnce(tx, { productId, delta: quantity, reason: 'cancel', reference: order.id, actorId })
  }
}

/** Asks for what is left of the money: of one part for that part alone, of the whole order all that is left (api.md ruling 5). */
async function refund(
  tx: Db,
  record: OrderRecord,
  { transition, parts }: AppliedTransition,
  { actor, at, requestId }: TransitionContext,
): Promise<void> {
  const { order } = record
  const others = transition.businessId ? [] : record.parts.filter((part) => !parts.includes(part))
  const shares = sharesOf([...parts, ...others], order.paidCents - order.refundedCents)
  if (shares.length === 0) return
  const cause = { kind: 'cancellation', orderId: order.id, ...(transition.businessId && { businessId: transition.businessId }) } as const
  const reason = transition.reason || 'Cancelled'
  await requestRefund(tx, record, { shares, reason, cause, actor, at, ...(requestId && { requestId }) })
}

/** What is left of each part in cents, as far as `leftCents` of the payment reaches; the first parts first. */
function sharesOf(parts: OrderRecord['parts'], leftCents: number): RefundShare[] {
  let left = leftCents
  return parts.flatMap(({ businessId, totalCents, refundedCents }) => {
    const amountCents = Math.min(totalCents - refundedCents, left)
    left -= amountCents
    return amountCents > 0 ? [{ businessId, amountCents }] : []
  })
}
