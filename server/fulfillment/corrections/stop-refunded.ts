import { unitsToShip } from '#domain/shipment.ts'
import { restockLines } from '#server/catalog/products/product-record.ts'
import type { TransitionContext } from '#server/fulfillment/transitions/applied-transition.ts'
import { actorNameOf } from '#server/fulfillment/transitions/apply-transition.ts'
import { closePart } from '#server/fulfillment/transitions/close-part.ts'
import { notifyStopped } from '#server/fulfillment/transitions/notify-canceled.ts'
import { insertEvents, type OrderLineRow, type OrderRecord, stockLines } from '#server/orders/order-record.ts'
import { type RefundedLine, withdrawRefunded } from '#server/orders/refunded-lines.ts'
import type { Db } from '#server/platform/db/client.ts'

/** Refund of units of a locked order. */
interface UnitRefund {
  id: string
  lines: readonly RefundedLine[]
}

/**
 * Keeps refunded units from being shipped of which nothing has left: they go back into stock, and their sellers learn of it. A seller order
 * of which nothing else is left to ship moves on.
 * @param record the order as it was before
 */
export async function stopRefunded(tx: Db, record: OrderRecord, { id, lines }: UnitRefund, context: TransitionContext): Promise<void> {
  const { actor } = context
  const stopped = await withdrawRefunded(tx, record, id, lines)
  await restockLines(tx, stockLines(stopped), { reason: 'return', reference: id, actorId: actor?.userId ?? null })
  for (const [businessId, own] of Map.groupBy(stopped, (line) => line.businessId)) {
    await writeDown(tx, record, { id, businessId, own }, context)
    await closePart(tx, { orderId: record.order.id, businessId }, context)
  }
}

async function writeDown(
  tx: Db,
  record: OrderRecord,
  { id, businessId, own }: { id: string; businessId: string; own: readonly OrderLineRow[] },
  { actor, at }: TransitionContext,
): Promise<void> {
  const { id: orderId } = record.order
  const what = own.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')
  const status = record.parts.find((part) => part.businessId === businessId)?.status ?? record.order.status
  const who = { actorId: actor?.userId ?? null, actorName: await actorNameOf(tx, actor, record) }
  await insertEvents(tx, [{ orderId, businessId, from: status, to: status, ...who, note: `Refunded and not shipped: ${what}`, at }])
  const hasMore = record.lines.some((line) => {
    const stopped = own.find(({ id: lineId }) => lineId === line.id)?.quantity ?? 0
    return line.businessId === businessId && unitsToShip(line) > stopped
  })
  await notifyStopped(tx, record, { refundId: id, businessId, lines: own, hasMore, at })
}
