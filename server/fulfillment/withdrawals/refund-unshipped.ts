import { returnNumber } from '#domain/return-request.ts'
import { restockLines } from '#server/catalog/products/product-record.ts'
import { notifyUnshipped } from '#server/fulfillment/returns/notify-return.ts'
import { countOfOrder, findReturn, insertReturn, markRestocked, updateReturn } from '#server/fulfillment/returns/order-returns.ts'
import { refundReturn, shippingOf } from '#server/fulfillment/returns/refund-return.ts'
import type { TransitionContext } from '#server/fulfillment/transitions/applied-transition.ts'
import { closePart } from '#server/fulfillment/transitions/close-part.ts'
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
    await refundUnits(tx, record, { withdrawal: row, part }, context)
  }
}

/** Units of a seller order that are not shipped, and why: a withdrawal, or the reason of a cancellation. */
interface Unshipped {
  part: Pick<WithdrawnPart, 'businessId' | 'lines'>
  withdrawal: Pick<WithdrawalRow, 'id' | 'number'> | null
  reason?: string
}

/**
 * Settles units of a seller order of a locked order that are not shipped: a return that is refunded, or credited, at once, and stock. The
 * seller order moves on where nothing is left to ship.
 * @throws the refusals `step_up_required` for anyone but the buyer where money was paid, and `disputed`
 */
export async function refundUnits(
  tx: Db,
  record: OrderRecord,
  { withdrawal, part, reason = '' }: Unshipped,
  { actor, isBuyer = false, at, requestId = '' }: TransitionContext,
): Promise<void> {
  const { order } = record
  if (actor && (!isBuyer || actor.token) && order.paidCents > 0) requireStepUp(actor)
  const values = {
    number: returnNumber(order.number, (await countOfOrder(tx, order.id)) + 1),
    orderId: order.id,
    businessId: part.businessId,
    userId: order.userId,
    status: 'refunded' as const,
    reason: withdrawal ? ('withdrawal' as const) : ('canceled' as const),
    note: reason,
    withdrawalId: withdrawal?.id ?? null,
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
    after: { number: values.number, status: values.status, ...(withdrawal ? { withdrawal: withdrawal.number } : { reason }) },
    ...(requestId && { requestId }),
  })
  if (actor?.businessId !== part.businessId) await notifyUnshipped(tx, returned, at)
  await closePart(tx, values, { actor, isBuyer, at, requestId })
}
