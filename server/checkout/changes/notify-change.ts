import { dueDate } from '#domain/invoice.ts'
import { formatMoney } from '#domain/money.ts'
import { orderMailFacts } from '#server/orders/mail-facts.ts'
import { findBuyerEmail, type OrderRecord, type OrderRow } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { notifyAll } from '#server/platform/notifications/notification-record.ts'
import type { PricedChange } from './price-change.ts'

/** A change as it was made; `before`: the order until then. */
interface MadeChange {
  changeId: string
  reason: string
  priced: PricedChange
  before: OrderRow
  at: Date
}

/** Notifies the buyer of a change by email and notification, with what is due or refunded, and the sellers who have not shipped yet. */
export async function notifyChange(tx: Db, { order, parts, lines }: OrderRecord, made: MadeChange): Promise<void> {
  const { changeId, reason, priced, before, at } = made
  const { said, settled, newParts } = priced
  const { excessCents, dueCents } = settled
  const dedupeKey = `order-changed:${changeId}`
  const facts = {
    ...orderMailFacts(order, lines),
    changeId,
    reason,
    changes: said.map((text) => ({ text })),
    beforeCents: before.totalCents,
    ...(excessCents > 0 && { refundCents: excessCents }),
    ...(dueCents > 0 && { dueCents, dueBy: dueDate(order).toISOString() }),
    customerEmail: order.customer.email,
  }
  await queueMail(tx, { dedupeKey, template: 'order-changed', to: await findBuyerEmail(tx, order.userId), facts, at })
  const common = { kind: 'order-changed', dedupeKey, at }
  const isNew = new Set(newParts.map(({ businessId }) => businessId))
  const live = parts.filter(({ status }) => status === 'pending' || status === 'processing')
  await notifyAll(tx, [
    {
      ...common,
      audience: { userId: order.userId },
      title: `Your order ${order.number} was changed`,
      text: `The total is now ${formatMoney(order.totalCents, order.currency)}.`,
      path: `/account/orders/${order.id}`,
    },
    ...live.map(({ businessId }) => ({
      ...common,
      audience: { businessId },
      title: isNew.has(businessId) ? `New items in order ${order.number}` : `Order ${order.number} was changed`,
      text: reason,
      path: `/business/orders/${order.id}`,
    })),
  ])
}
