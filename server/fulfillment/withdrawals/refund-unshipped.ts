import { returnNumber } from '#domain/return-request.ts'
import { restockLines } from '#server/catalog/products/product-record.ts'
import { notifyUnshipped } from '#server/fulfillment/returns/notify-return.ts'
import { countOfOrder, findReturn, insertReturn, markRestocked, updateReturn } from '#server/fulfillment/returns/order-returns.ts'
import { refundReturn, shippingOf } from '#server/fulfillment/returns/refund-return.ts'
import type { TransitionContext } from '#server/fulfillment/transitions/applied-transition.ts'
import { lockOrder, type OrderRecord, stockLines } from '#server/orders/order-record.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import { requireStepUp } from '#server/platform/http/actor.ts'
import { found } from '#server/platform/http/refusal.ts'
import type { WithdrawalRow } from './withdrawal-list.ts'
import type { WithdrawnPart } from './withdrawn-units.ts'

/**
 * Settles withdrawn units of seller orders that have not shipped and keep other units: each seller order gets a return that is refunded, or
 * credited, at once, its units go back into stock, and its seller learns not to ship them. Nothing is sent back.
 * @throws the refusals `step_up_required` for staff where money was paid, and `disputed`
 */
export async function refundUnshipped(
  tx: Db,
  { order: { id: orderId } }: OrderRecord,
  { row, parts }: { row: Pick<WithdrawalRow, 'id' | 'number'>; parts: readonly WithdrawnPart[] },
  context: TransitionContext,
): Promise<void> {
  for (const part of parts.filter(({ isUnshipped, isCanceled }) => isUnshipped && !isCanceled)) {
    const record = found(await lockOrder(tx, orderId, null)) // each refund changes what is left
    await refundPart(tx, record, { row, part }, context)
  }
}

async function refundPart(
  tx: Db,
  record: OrderRecord,
  { row, part }: { row: Pick<WithdrawalRow, 'id' | 'number'>; part: WithdrawnPart },
  { actor, isBuyer, at, requestId = '' }: TransitionContext,
): Promise<void> {
  const { order } = record
  if (actor && !isBuyer && order.paidCents > 0) requireStepUp(actor)
  const values = {
    number: returnNumber(order.number, (await countOfOrder(tx, order.id)) + 1),
    orderId: order.id,
    businessId: part.businessId,
    userId: order.userId,
    status: 'refunded' as const,
    reason: 'withdrawal' as const,
    withdrawalId: row.id,
    createdAt: at,
    updatedAt: at,
  }
  const lines = part.lines.map(({ lineId, quantity, amountCents }) => ({ lineId, quantity, amountCents }))
  const id = await insertReturn(tx, values, lines)
  await restockLines(tx, stockLines(part.lines), { reason: 'return', reference: id, actorId: actor?.userId ?? null })
  await markRestocked(tx, id)
  const returned = found(await findReturn(tx, id, null))
  const shippingCents = await shippingOf(tx, record, returned)
  const priced = { ...returned, row: { ...returned.row, shippingCents } }
  const refund = await refundReturn(tx, record, priced, { actor, at, requestId })
  await updateReturn(tx, id, { shippingCents, ...(refund && { refundId: refund.id }) })
  await recordAudit(tx, {
    actor,
    action: 'return.refunded',
    targetType: 'return',
    targetId: id,
    after: { number: values.number, status: values.status, withdrawal: row.number },
    ...(requestId && { requestId }),
  })
  await notifyUnshipped(tx, returned, at)
}
