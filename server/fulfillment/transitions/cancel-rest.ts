import { unitsCost } from '#domain/refund-amount.ts'
import { refundUnits } from '#server/fulfillment/withdrawals/refund-unshipped.ts'
import { orderMailFacts } from '#server/orders/mail-facts.ts'
import { findBuyerEmail, insertEvents, lineKey, type OrderRecord, touchOrder } from '#server/orders/order-record.ts'
import { costsOf, listGoneLines, listRefundedBefore } from '#server/orders/refunded-lines.ts'
import type { Db } from '#server/platform/db/client.ts'
import { found } from '#server/platform/http/refusal.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import type { TransitionContext } from './applied-transition.ts'
import { actorNameOf } from './apply-transition.ts'

/** Returns true if something of a seller order has left while it is not shipped. */
export const isBegun = ({ lines, parts }: OrderRecord, businessId: string): boolean =>
  parts.some((part) => part.businessId === businessId && part.status === 'processing') &&
  lines.some((line) => line.businessId === businessId && line.shipped > 0)

/**
 * Cancels what is left of a seller order of a locked order of which something has left: its units go back into stock, and what was paid for
 * them back to the buyer, who is notified. It is shipped then, and delivered where all its parcels have arrived.
 * @throws the refusals `disputed` and, for anyone but the buyer, `step_up_required` where money was paid
 */
export async function cancelRest(
  tx: Db,
  record: OrderRecord,
  { businessId, reason = '' }: { businessId: string; reason?: string | undefined },
  context: TransitionContext,
): Promise<void> {
  const { order, lines } = record
  const { actor, isBuyer, at } = context
  const part = found(record.parts.find((one) => one.businessId === businessId))
  const rest = await restOf(tx, record, businessId)
  const canceled = rest.map(({ name, quantity }) => ({ name, quantity }))
  const what = canceled.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')
  const who = { actorId: actor?.userId ?? null, actorName: isBuyer && actor ? actor.name : await actorNameOf(tx, actor, record) }
  const note = [`Canceled: ${what}`, reason].filter(Boolean).join('. ')
  await insertEvents(tx, [{ orderId: order.id, businessId, from: part.status, to: part.status, ...who, note, at }])
  await touchOrder(tx, order.id, at)
  const dedupeKey = `order-cancelled:${order.id}:${businessId}`
  await queueMail(tx, {
    dedupeKey,
    template: 'order-cancelled',
    to: await findBuyerEmail(tx, order.userId),
    facts: {
      ...orderMailFacts(
        order,
        lines.filter((line) => line.businessId === businessId),
        part,
      ),
      canceled,
      reason,
    },
    at,
  })
  if (actor?.userId !== order.userId) {
    await notify(tx, {
      audience: { userId: order.userId },
      kind: 'order-cancelled',
      title: `Part of order ${order.number} was canceled`,
      text: [part.businessName, what, reason].filter(Boolean).join(': '),
      path: `/account/orders/${order.id}`,
      dedupeKey,
      at,
    })
  }
  await refundUnits(tx, record, { withdrawal: null, part: { businessId, lines: rest }, reason }, context)
}

/** Returns the units of a seller order that have not left, services included, and their worth without those that were refunded. */
async function restOf(tx: Db, record: OrderRecord, businessId: string) {
  const gone = await listGoneLines(tx, record.order.id)
  const before = await listRefundedBefore(tx, record)
  const costs = costsOf(record)
  return record.lines.flatMap((line) => {
    const quantity = line.quantity - line.withdrawn - line.shipped
    if (line.businessId !== businessId || quantity === 0) return []
    const { quantity: goneQuantity, cents: goneCents } = gone.get(line.id) ?? { quantity: 0, cents: 0 }
    const whole = { costCents: costs.get(line.id) ?? 0, quantity: line.quantity, goneQuantity, goneCents }
    const unrefunded = Math.min(quantity - (before.get(line.id) ?? 0), line.quantity - goneQuantity)
    const amountCents = unrefunded > 0 ? unitsCost(whole, unrefunded) : 0
    const { id: lineId, productId, takesStock, name } = line
    return [{ lineId, productId, key: lineKey(line), takesStock, name, quantity, amountCents }]
  })
}
