import type { RefundShare } from '#domain/refund-amount.ts'
import { restockLines } from '#server/catalog/products/product-record.ts'
import { type OrderRecord, stockLines } from '#server/orders/order-record.ts'
import { readRestockedUnits } from '#server/orders/refunded-lines.ts'
import { listSales } from '#server/payments/ledger/ledger-entries.ts'
import { requestRefund } from '#server/payments/refunds/request-refund.ts'
import type { Db } from '#server/platform/db/client.ts'
import { requireStepUp } from '#server/platform/http/actor.ts'
import { returnUse } from '#server/pricing/promotions/promotion-list.ts'
import type { AppliedTransition, TransitionContext } from './applied-transition.ts'

/**
 * Undoes what a canceled order or seller order took: restocks once, frees the promo code when nothing of the order is left, refunds what
 * was paid, for which staff and sellers need step-up.
 */
export async function restockAndRefund(tx: Db, record: OrderRecord, applied: AppliedTransition, context: TransitionContext): Promise<void> {
  await restock(tx, record, applied, context.actor?.userId ?? null)
  if (applied.to === 'cancelled') await returnUse(tx, record.order.id)
  await refund(tx, record, applied, context)
}

async function restock(tx: Db, { order, lines }: OrderRecord, { parts }: AppliedTransition, actorId: string | null): Promise<void> {
  const sellers = parts.map(({ businessId }) => businessId)
  const back = await readRestockedUnits(tx, order.id) // units that were withdrawn before
  const returned = stockLines(lines)
    .filter(({ businessId }) => sellers.includes(businessId))
    .map(({ id, productId, quantity }) => ({ productId, quantity: quantity - (back.get(id) ?? 0) }))
  await restockLines(
    tx,
    returned.filter(({ quantity }) => quantity > 0),
    { reason: 'cancel', reference: order.id, actorId },
  )
}

/** Refunds what is left: of one seller order that alone, of the whole order everything. */
async function refund(
  tx: Db,
  record: OrderRecord,
  { transition, parts }: AppliedTransition,
  { actor, isBuyer, at, requestId }: TransitionContext,
): Promise<void> {
  const { order } = record
  const others = transition.businessId ? [] : record.parts.filter((part) => !parts.includes(part))
  const sold = order.paymentStatus === 'partially_paid' ? await listSales(tx, order.id) : null
  const paid = [...parts, ...others].map((part) => (sold ? { ...part, totalCents: sold.get(part.businessId)?.amountCents ?? 0 } : part))
  const shares = sharesOf(paid, order.paidCents - order.refundedCents)
  if (shares.length === 0) return
  if (actor && (!isBuyer || actor.token)) requireStepUp(actor)
  const cause = { kind: 'cancellation', orderId: order.id, ...(transition.businessId && { businessId: transition.businessId }) } as const
  const reason = transition.reason || 'Canceled'
  await requestRefund(tx, record, { shares, reason, cause, actor, at, ...(requestId && { requestId }) })
}

/** Splits `leftCents` of the payment over what is left of each seller order, the first ones first. */
function sharesOf(
  parts: readonly Pick<OrderRecord['parts'][number], 'businessId' | 'totalCents' | 'refundedCents'>[],
  leftCents: number,
): RefundShare[] {
  let left = leftCents
  return parts.flatMap(({ businessId, totalCents, refundedCents }) => {
    const amountCents = Math.min(totalCents - refundedCents, left)
    left -= amountCents
    return amountCents > 0 ? [{ businessId, amountCents }] : []
  })
}
