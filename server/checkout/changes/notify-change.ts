import { formatMoney } from '#domain/money.ts'
import { dueFacts, orderMailFacts } from '#server/orders/mail-facts.ts'
import { mailSellers } from '#server/orders/notify-new-order.ts'
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

/** Notifies the buyer of a change by email and notification, with what is due or refunded, and the sellers who have not shipped yet: those
 * whose lines changed by email too. */
export async function notifyChange(tx: Db, record: OrderRecord, made: MadeChange): Promise<void> {
  const { order, parts, lines } = record
  const { changeId, reason, priced, before, at } = made
  const { said, settled, newParts } = priced
  const { excessCents, dueCents } = settled
  const dedupeKey = `order-changed:${changeId}`
  const facts = {
    ...orderMailFacts(order, lines),
    changeId,
    reason,
    changes: said.map(({ text }) => ({ text })),
    beforeCents: before.totalCents,
    ...(excessCents > 0 && { refundCents: excessCents }),
    ...(dueCents > 0 && { dueCents, ...dueFacts(order) }),
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
  const placed = { order, parts: live, lines, isPaid: order.paymentStatus === 'paid' }
  const changesOf = (businessId: string) => said.flatMap((one) => (one.businessId === businessId ? [{ text: one.text }] : []))
  await mailSellers(
    tx,
    placed,
    (businessId) => {
      if (isNew.has(businessId)) return { dedupeKey: `seller-new-order:${order.id}`, template: 'seller-new-order', facts: {} }
      const changes = changesOf(businessId)
      if (changes.length === 0) return null
      return { dedupeKey: `seller-order-changed:${changeId}`, template: 'seller-order-changed', facts: { changes, reason } }
    },
    at,
  )
}
