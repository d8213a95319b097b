import { formatMoney } from '#domain/money.ts'
import { paymentMethodLabel } from '#domain/order.ts'
import { lockCart } from '#server/cart/cart-record.ts'
import { takeFromCart } from '#server/cart/change-cart.ts'
import { lockOrder, type OrderRecord, stockLines } from '#server/orders/order-record.ts'
import { recordPayment } from '#server/payments/incoming/record-payment.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import { countPayment } from '#server/platform/metrics/count-events.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import type { Intent } from '#server/platform/vendors/stripe.ts'
import {
  findIntentOrder,
  hasPayment,
  isMilestoneIntent,
  markAsCard,
  queueReturn,
  storeIntent,
  storeProblem,
} from './card-payment-record.ts'
import { refundLatePayment } from './refund-late-payment.ts'
import { retakeStock } from './retake-stock.ts'

/** Outcome of an event or an answer of the provider in a few words, with its order. */
export interface Settlement {
  outcome: string
  orderId: string | null
  /** True if the event does not fit its order, so that staff must look at it. */
  needsStaff?: boolean
}

type Outcome = Omit<Settlement, 'orderId'>

/** An intent that the provider calls paid. */
type PaidIntent = Pick<Intent, 'id' | 'amountCents' | 'currency' | 'orderId'>

/** Locks the order of an intent, its buyer's cart first, as every order does. */
export async function lockIntentOrder(tx: Db, intentId: string, orderId: string | null): Promise<OrderRecord | null> {
  const found = await findIntentOrder(tx, intentId, orderId)
  if (!found) return null
  await lockCart(tx, found.userId)
  return lockOrder(tx, found.id, null)
}

/**
 * Records that an intent was paid, in the caller's transaction: the one function for the webhook, the return page, the reconciler and the
 * end of a reservation. Once for each intent; a payment that does not match its order is left to staff.
 */
export async function settleIntent(tx: Db, intent: PaidIntent, by: { at: Date; requestId?: string }): Promise<Settlement> {
  const record = await lockIntentOrder(tx, intent.id, intent.orderId)
  if (!record) return { outcome: 'no order of ours', orderId: null }
  return { ...(await settle(tx, record, intent, by)), orderId: record.order.id }
}

async function settle(tx: Db, record: OrderRecord, intent: PaidIntent, by: { at: Date; requestId?: string }): Promise<Outcome> {
  const { order } = record
  if (await hasPayment(tx, order.id, intent.id)) return { outcome: 'paid before' }
  if (order.paymentPlan && (await isMilestoneIntent(tx, intent.id))) return { outcome: 'of a milestone' }
  const problem = problemOf(record, intent)
  if (problem) {
    await flagPayment(tx, record, intent, problem, by)
    countPayment(tx, 'mismatch')
    return { outcome: 'does not fit: left for staff', needsStaff: true }
  }
  await storeIntent(tx, order.id, intent.id)
  if (order.paidCents > 0) {
    if (!(await queueReturn(tx, { intentId: intent.id, amountCents: intent.amountCents }, by.at)))
      return { outcome: 'paid twice: reported before' }
    await flagPayment(tx, record, intent, "We received a card payment for an order that was already paid. It's being refunded.", by)
    countPayment(tx, 'twice')
    return { outcome: 'paid twice: sent back' }
  }
  const payable = order.status === 'cancelled' ? await retakeStock(tx, record, by.at) : record
  if (!payable) countPayment(tx, 'late')
  if (!payable) return { outcome: await refundLatePayment(tx, record, intent, by.at) }
  await markAsCard(tx, order.id)
  await recordPayment(
    tx,
    payable,
    { method: 'card', label: paymentMethodLabel('card'), reference: intent.id, amountCents: intent.amountCents, paidAt: by.at },
    { actor: null, ...by },
  )
  await takeFromCart(tx, order.userId, stockLines(record.lines))
  return { outcome: 'paid' }
}

/** Returns why a payment does not match its order; null when it does. */
function problemOf({ order }: OrderRecord, { id, orderId, amountCents, currency }: PaidIntent): string | null {
  if (order.paymentIntentId && order.paymentIntentId !== id)
    return `Card payment ${id} names this order, which already has another card payment.`
  if (orderId !== order.id) return `Card payment ${id} names another order (${orderId ?? 'none'}).`
  if (currency.toUpperCase() !== order.currency || amountCents !== order.totalCents) {
    const came = `${(amountCents / 100).toFixed(2)} ${currency.toUpperCase()}`
    return `We received a card payment of ${came}, but the order total is ${formatMoney(order.totalCents, order.currency)}.`
  }
  return null
}

/** Leaves a payment that does not match to staff: it pays nothing. */
export async function flagPayment(
  tx: Db,
  { order }: OrderRecord,
  intent: Pick<PaidIntent, 'id' | 'amountCents' | 'currency'>,
  problem: string,
  { at, requestId }: { at: Date; requestId?: string },
): Promise<void> {
  await storeProblem(tx, order.id, problem, at)
  await recordAudit(tx, {
    actor: null,
    action: 'order.payment_problem',
    targetType: 'order',
    targetId: order.id,
    after: { problem, intent: intent.id, amountCents: intent.amountCents, currency: intent.currency },
    ...(requestId && { requestId }),
  })
  await notify(tx, {
    audience: { staff: 'orders.read' },
    kind: 'payment-problem',
    title: `Check the payment for order ${order.number}`,
    text: problem,
    path: `/admin/orders/${order.id}`,
    dedupeKey: `payment-problem:${order.id}:${intent.id}`,
    at,
  })
}
