import { formatMoney } from '#domain/money.ts'
import { orderStatusOf, type PaymentStatus } from '#domain/order.ts'
import { milestoneText, stoppingMilestones } from '#domain/payment-plan.ts'
import { hasPapers } from '#server/catalog/papers/paper-list.ts'
import { confirmationFacts, orderMailFacts } from '#server/orders/mail-facts.ts'
import { notifyNewOrder } from '#server/orders/notify-new-order.ts'
import { milestonesOf } from '#server/orders/order-milestones.ts'
import {
  findBuyerEmail,
  insertEvents,
  type OrderRecord,
  updateOrderStatus,
  updateSellerOrderStatuses,
} from '#server/orders/order-record.ts'
import { issueDocuments } from '#server/payments/documents/issue-documents.ts'
import { postTransaction } from '#server/payments/ledger/ledger-entries.ts'
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
  /** Cents that are left to pay after it; absent: none. */
  leftCents?: number
  /** More than was due, in cents: kept for the buyer until it is refunded. */
  keptCents?: number
  paidAt: Date
}

/** Actor (null: the payment provider), time and request of a payment. */
interface Recorder {
  actor: Actor | null
  at: Date
  requestId?: string
}

/**
 * Records a payment of a locked order: sellers are credited and notified, the buyer gets an email and an invoice; the seller orders start
 * processing once it is paid, or what its plan asks for before. All in the caller's transaction, which has checked amount and currency.
 * @returns false, changing nothing, when this payment was recorded before
 */
export async function recordPayment(tx: Db, record: OrderRecord, payment: IncomingPayment, by: Recorder): Promise<boolean> {
  const { order } = record
  const row = {
    orderId: order.id,
    method: payment.method,
    reference: payment.reference,
    currency: order.currency,
    actorId: by.actor?.userId ?? null,
    at: payment.paidAt,
  }
  const paymentId = await insertPayment(tx, { ...row, kind: 'payment', amountCents: payment.amountCents })
  if (paymentId === null) return false
  if (payment.keptCents) await keepCredit(tx, { ...row, amountCents: payment.keptCents }, by.at)
  if (isNew(order)) countOrder(tx, 'card', order)
  countMoney(tx, 'paid', order.currency, payment.amountCents)
  countPayment(tx, 'paid')
  const isComplete = !payment.leftCents
  const refunded = order.refundedCents > 0 ? ('partially_refunded' as const) : ('paid' as const)
  const paymentStatus = isComplete ? refunded : ('partially_paid' as const)
  await markOrderPaid(tx, order.id, { amountCents: payment.amountCents, paymentStatus, at: by.at })
  await recordSale(tx, record, { paymentId, amountCents: payment.amountCents }, by.at)
  const hasBegun = order.status === 'pending' && (isComplete || mayBegin(record, payment.amountCents))
  if (hasBegun) await beginWork(tx, record, isComplete ? 'Paid' : 'Paid in part', by)
  await notifyOfPayment(tx, record, { ...payment, paymentId, paymentStatus, hasBegun }, by)
  if (isComplete) await queueTaxSale(tx, record, by.at)
  await issueDocuments(tx, order.id, by.at)
  return true
}

/** Returns true for a card order that nobody knows of until this payment; what a change added to it is paid later. */
const isNew = ({ paymentMethod, paidCents }: OrderRecord['order']): boolean => paymentMethod === 'card' && paidCents === 0

/** Returns whether work can begin: the order has a plan, and what it asks for before is paid. */
function mayBegin({ order, ...record }: OrderRecord, amountCents: number): boolean {
  if (!order.paymentPlan) return false
  const paid = { ...order, paidCents: order.paidCents + amountCents }
  return stoppingMilestones(milestonesOf({ ...record, order: paid }), 'processing').length === 0
}

/** Returns the fact that names the next part of a plan after a payment; none without a plan. */
function nextPartFact({ order, ...record }: Pick<OrderRecord, 'order' | 'parts' | 'lines'>, amountCents: number): { nextPart?: string } {
  const paid = { ...order, paidCents: order.paidCents + amountCents }
  const next = milestonesOf({ ...record, order: paid }).find(({ openCents }) => openCents > 0)
  return next ? { nextPart: `${next.percent}% ${milestoneText(next)}` } : {}
}

/** Keeps what was more than due for the buyer. */
async function keepCredit(tx: Db, row: Omit<Parameters<typeof insertPayment>[1], 'kind'>, at: Date): Promise<void> {
  const id = await insertPayment(tx, { ...row, kind: 'credit' })
  if (id === null) return
  await postTransaction(tx, {
    reason: 'credit',
    reference: id,
    orderId: row.orderId,
    currency: row.currency,
    at,
    entries: [
      { account: 'clearing', debitCents: row.amountCents },
      { account: 'credit', debitCents: -row.amountCents },
    ],
  })
}

/** Starts the seller orders of an order that wait for its payment. */
export async function beginWork(tx: Db, { order, parts }: OrderRecord, note: string, { actor, at }: Recorder): Promise<void> {
  const begun = await updateSellerOrderStatuses(tx, order.id, { from: ['pending'], to: 'processing', at })
  const to = orderStatusOf(parts.map(({ status }) => (status === 'pending' ? 'processing' : status)))
  await updateOrderStatus(tx, order.id, { from: order.status, to, at })
  const event = {
    orderId: order.id,
    from: order.status,
    actorId: actor?.userId ?? null,
    actorName: actor?.name ?? (await readShopName(tx)),
    note,
    at,
  }
  await insertEvents(tx, [{ ...event, to }, ...begun.map((businessId) => ({ ...event, businessId, to: 'processing' as const }))])
}

/** A payment as it was recorded. */
interface RecordedPayment extends IncomingPayment {
  paymentId: string
  paymentStatus: PaymentStatus
  /** It let the work begin. */
  hasBegun: boolean
}

async function notifyOfPayment(
  tx: Db,
  { order, parts, lines }: OrderRecord,
  payment: RecordedPayment,
  { actor, at, requestId }: Recorder,
): Promise<void> {
  const receivedCents = payment.receivedCents ?? payment.amountCents
  const { leftCents = 0, keptCents = 0 } = payment
  await recordAudit(tx, {
    actor,
    action: 'order.pay',
    targetType: 'order',
    targetId: order.id,
    before: { paymentStatus: order.paymentStatus },
    after: {
      paymentStatus: payment.paymentStatus,
      amountCents: receivedCents,
      method: payment.method,
      reference: payment.reference,
      ...(keptCents > 0 && { keptCents }),
    },
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
    ...(isNew(order) && { confirms: 'yes' }), // nothing was sent when it was placed
    paidCents: receivedCents + keptCents,
    ...(leftCents > 0 && { leftCents }),
    ...(keptCents > 0 && { keptCents }),
    ...((leftCents === 0 || payment.hasBegun) && { begins: 'yes' }),
    ...(!['pending', 'processing'].includes(order.status) && { isSent: 'yes' }),
    ...(leftCents > 0 && nextPartFact({ order, parts, lines }, payment.amountCents)),
    paidBy: payment.label,
    reference: payment.reference,
  }
  const to = await findBuyerEmail(tx, order.userId)
  const isOnly = leftCents === 0 && order.paidCents === 0
  const dedupeKey = `order-paid:${isOnly ? order.id : payment.paymentId}`
  await queueMail(tx, { dedupeKey, template: 'order-paid', to, facts, at })
  // until a card order is paid only its buyer knows of it
  if (isNew(order)) await notifyNewOrder(tx, { order, parts, lines }, at)
  else await notifyPaid(tx, { order, parts }, { ...payment, dedupeKey, leftCents }, at)
}

async function notifyPaid(
  tx: Db,
  { order, parts }: Pick<OrderRecord, 'order' | 'parts'>,
  { dedupeKey, leftCents, hasBegun }: { dedupeKey: string; leftCents: number; hasBegun: boolean },
  at: Date,
): Promise<void> {
  const common = { kind: 'order-paid', dedupeKey, at }
  const isComplete = leftCents === 0
  const sellers = isComplete || hasBegun ? parts.filter(({ status }) => status !== 'cancelled') : []
  await notifyAll(tx, [
    {
      ...common,
      audience: { userId: order.userId },
      title: `We received your payment for order ${order.number}`,
      ...(!isComplete && { text: `${formatMoney(leftCents, order.currency)} is still to be paid.` }),
      path: `/account/orders/${order.id}`,
    },
    ...sellers.map(({ businessId }) => ({
      ...common,
      audience: { businessId },
      title: isComplete ? `Order ${order.number} is paid` : `The deposit for order ${order.number} is paid`,
      text: isComplete ? 'You can pack and ship it.' : 'You can start working on it.',
      path: `/business/orders/${order.id}`,
    })),
  ])
}
