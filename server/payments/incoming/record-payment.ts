import { orderStatusOf } from '#domain/order.ts'
import { hasPapers } from '#server/catalog/papers/paper-list.ts'
import { confirmationFacts, orderMailFacts } from '#server/orders/mail-facts.ts'
import { notifyNewOrder } from '#server/orders/notify-new-order.ts'
import {
  findBuyerEmail,
  insertEvents,
  type OrderRecord,
  updateOrderStatus,
  updateSellerOrderStatuses,
} from '#server/orders/order-record.ts'
import { issueDocuments } from '#server/payments/documents/issue-documents.ts'
import { recordSale } from '#server/payments/ledger/record-sale.ts'
import { queueTaxSale } from '#server/payments/taxes/tax-queue.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { countMoney, countOrder, countPayment } from '#server/platform/metrics/count-events.ts'
import { notifyAll } from '#server/platform/notifications/notification-record.ts'
import { readShopName } from '#server/platform/settings/setting-groups.ts'
import { insertPayment, markOrderPaid } from './payment-record.ts'

/** Payment of an order: method (`card`, or as staff recorded it), its reference there, amount in cents of the order's currency. */
interface IncomingPayment {
  method: string
  /** Label of the method. */
  label: string
  reference: string
  amountCents: number
  /** Cents that the buyer paid, where items that came back before were deducted from `amountCents`. */
  receivedCents?: number
  paidAt: Date
}

/** Actor (null: the payment provider), time and request of a payment. */
interface Recorder {
  actor: Actor | null
  at: Date
  requestId?: string
}

/**
 * Records the payment of a locked order that is unpaid: its seller orders start processing, sellers are credited and notified, the buyer
 * gets an email and an invoice. All in the caller's transaction, which has checked amount and currency.
 * @returns false, changing nothing, when this payment was recorded before
 */
export async function recordPayment(tx: Db, record: OrderRecord, payment: IncomingPayment, by: Recorder): Promise<boolean> {
  const { order } = record
  const isNew = await insertPayment(tx, {
    orderId: order.id,
    kind: 'payment',
    method: payment.method,
    reference: payment.reference,
    currency: order.currency,
    amountCents: payment.amountCents,
    actorId: by.actor?.userId ?? null,
    at: payment.paidAt,
  })
  if (!isNew) return false
  if (order.paymentMethod === 'card') countOrder(tx, 'card', order)
  countMoney(tx, 'paid', order.currency, payment.amountCents)
  countPayment(tx, 'paid')
  await markOrderPaid(tx, order.id, payment.amountCents, by.at)
  await recordSale(tx, record, by.at)
  await begin(tx, record, by)
  await notifyOfPayment(tx, record, payment, by)
  await queueTaxSale(tx, record, by.at)
  await issueDocuments(tx, order.id, by.at)
  return true
}

async function begin(tx: Db, { order, parts }: OrderRecord, { actor, at }: Recorder): Promise<void> {
  if (order.status !== 'pending') return
  const begun = await updateSellerOrderStatuses(tx, order.id, { from: ['pending'], to: 'processing', at })
  const to = orderStatusOf(parts.map(({ status }) => (status === 'pending' ? 'processing' : status)))
  await updateOrderStatus(tx, order.id, { from: order.status, to, at })
  const event = {
    orderId: order.id,
    from: order.status,
    actorId: actor?.userId ?? null,
    actorName: actor?.name ?? (await readShopName(tx)),
    note: 'Paid',
    at,
  }
  await insertEvents(tx, [{ ...event, to }, ...begun.map((businessId) => ({ ...event, businessId, to: 'processing' as const }))])
}

async function notifyOfPayment(
  tx: Db,
  { order, parts, lines }: OrderRecord,
  payment: IncomingPayment,
  { actor, at, requestId }: Recorder,
): Promise<void> {
  const receivedCents = payment.receivedCents ?? payment.amountCents
  await recordAudit(tx, {
    actor,
    action: 'order.pay',
    targetType: 'order',
    targetId: order.id,
    before: { paymentStatus: order.paymentStatus },
    after: { paymentStatus: 'paid', amountCents: receivedCents, method: payment.method, reference: payment.reference },
    ...(requestId && { requestId }),
  })
  if (receivedCents === 0) return // everything came back, nobody paid
  const facts = {
    ...orderMailFacts(order, lines),
    ...confirmationFacts(
      order,
      parts.filter(({ status }) => status !== 'cancelled'),
    ),
    ...((await hasPapers(tx, lines)) && { hasPapers: 'yes' }),
    ...(order.paymentMethod === 'card' && { confirms: 'yes' }), // nothing was sent when it was placed
    paidCents: receivedCents,
    paidBy: payment.label,
    reference: payment.reference,
  }
  const to = await findBuyerEmail(tx, order.userId)
  await queueMail(tx, { dedupeKey: `order-paid:${order.id}`, template: 'order-paid', to, facts, at })
  // until a card order is paid only its buyer knows of it
  if (order.paymentMethod === 'card') await notifyNewOrder(tx, { order, parts, lines }, at)
  else await notifyPaid(tx, { order, parts, lines }, at)
}

async function notifyPaid(tx: Db, { order, parts }: OrderRecord, at: Date): Promise<void> {
  const common = { kind: 'order-paid', dedupeKey: `order-paid:${order.id}`, at }
  const sellers = parts.filter(({ status }) => status !== 'cancelled')
  await notifyAll(tx, [
    {
      ...common,
      audience: { userId: order.userId },
      title: `We received your payment for order ${order.number}`,
      path: `/account/orders/${order.id}`,
    },
    ...sellers.map(({ businessId }) => ({
      ...common,
      audience: { businessId },
      title: `Order ${order.number} is paid`,
      text: 'You can pack and ship it.',
      path: `/business/orders/${order.id}`,
    })),
  ])
}
