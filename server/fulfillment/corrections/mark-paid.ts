import { type MarkManyPaidBody, type MarkPaidBody, orderMoney } from '#contract/fulfillment/order-money.ts'
import type { BulkResult } from '#contract/fulfillment/order-transitions.ts'
import type { Order } from '#contract/orders/orders.ts'
import { paymentLabel } from '#domain/manual-payment.ts'
import { formatMoney, toMinor } from '#domain/money.ts'
import { awaitsCard, isUnsettled, openCents } from '#domain/order.ts'
import { applyReceived } from '#domain/part-payment.ts'
import { readMoment } from '#domain/time.ts'
import type { Settler } from '#server/fulfillment/returns/refund-return.ts'
import { settleCredits } from '#server/fulfillment/returns/settle-credits.ts'
import { changeEach } from '#server/fulfillment/transitions/transition-orders.ts'
import { findOrder, lockOrder, type OrderRecord } from '#server/orders/order-record.ts'
import { readOrder } from '#server/orders/read-order.ts'
import { readCreditCents } from '#server/orders/refunded-lines.ts'
import { findPaidOrder } from '#server/payments/incoming/payment-record.ts'
import { recordPayment } from '#server/payments/incoming/record-payment.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse, refuseField, refuseStale } from '#server/platform/http/refusal.ts'
import { answerOnce, type OnceAnswered } from '#server/platform/idempotency/answer-once.ts'
import { fingerprint } from '#server/platform/idempotency/fingerprint.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { readTimeZone } from '#server/platform/settings/setting-groups.ts'

/** Request of `POST /api/admin/orders/{id}/payments`. */
interface MarkPaidRequest {
  id: string
  body: MarkPaidBody
  idempotencyKey: string | null
  requestId: string
}

/**
 * Records a payment of a Pay Later order: an amount, or all that is due for its seller orders that are not canceled, less the items that
 * came back.
 * @throws the refusals `already_paid`, `order_cancelled`, `order_by_card`, `payment_noted` and, for an older version, `edit_conflict`.
 */
export async function markPaid({ db, now }: Deps, actor: Actor, request: MarkPaidRequest): Promise<OnceAnswered<Order>> {
  const { id, body, idempotencyKey: key } = request
  const { method, path, status } = orderMoney.markPaid
  const keyed = key === null ? null : { userId: actor.userId, key, status, fingerprint: fingerprint(method, path, { id, ...body }) }
  return inTransaction(db, (tx) =>
    answerOnce(tx, keyed, now(), async () => {
      await pay(tx, actor, request, now())
      return readOrder(tx, actor, id)
    }),
  )
}

/**
 * Records the payments of several orders as `markPaid` does each, in transactions of their own; those that are refused are listed with
 * the reason.
 * @throws the refusal of a day to come, which concerns all of them
 */
export async function markManyPaid(deps: Deps, actor: Actor, body: MarkManyPaidBody, requestId: string): Promise<BulkResult> {
  const { db, now } = deps
  const { method, paidAt } = body
  await readPaidAt(db, paidAt, now())
  const references = new Map(body.payments.map(({ id, reference }) => [id, reference]))
  const paymentOf = (id: string) => ({ method, reference: references.get(id) ?? '' })
  return changeEach([...references.keys()], {
    change: (id) => inTransaction(db, (tx) => pay(tx, actor, { id, body: { ...paymentOf(id), paidAt }, requestId }, now())),
    find: async (id) => {
      const record = await findOrder(db, id, null)
      const { reference } = paymentOf(id)
      return record && { number: record.order.number, isDone: (await findPaidOrder(db, method, reference)) === record.order.number }
    },
  })
}

async function pay(tx: Db, actor: Actor, { id, body, requestId }: Omit<MarkPaidRequest, 'idempotencyKey'>, at: Date): Promise<void> {
  const record = found(await lockOrder(tx, id, null))
  await requirePayable(tx, actor, record, body.version)
  const paidAt = await readPaidAt(tx, body.paidAt, at)
  const reference = body.isShared ? `${body.reference}, ${record.order.number}` : body.reference // unique for each order
  await receiveMoney(tx, record, { ...body, reference, receivedCents: readAmount(body.amount), paidAt }, { actor, at, requestId })
}

/** Reads the amount of a payment in cents; null: all that is due. */
function readAmount(amount: number | undefined): number | null {
  const cents = amount === undefined ? null : toMinor(amount)
  if (cents === 0) refuseField('amount', 'Please enter an amount above 0')
  return cents
}

/** Money that came in for an order: how (`card`, or as staff say), and how much in cents; null: all that is due. */
interface ReceivedMoney {
  method: string
  reference: string
  receivedCents: number | null
  paidAt: Date
}

/**
 * Records money that came in for a locked order that is not paid in full: what is due, or a part of it; what is more is kept for the buyer.
 * @throws the refusal `payment_noted` where the same payment was recorded before
 */
export async function receiveMoney(tx: Db, record: OrderRecord, money: ReceivedMoney, settler: Settler): Promise<void> {
  const { order, parts } = record
  const { method, reference, paidAt } = money
  const openBefore = openCents(order, parts, 0) // the sale is booked whole; what came back is a refund of it
  if (openBefore === 0) refuse('already_paid') // it cost nothing
  const dueBefore = openCents(order, parts, await readCreditCents(tx, record))
  const used = applyReceived({
    receivedCents: money.receivedCents ?? dueBefore,
    openCents: openBefore,
    creditCents: openBefore - dueBefore,
  })
  const payment = {
    method,
    label: paymentLabel(method),
    reference,
    amountCents: used.bookedCents,
    receivedCents: used.receivedCents,
    leftCents: used.isComplete ? 0 : dueBefore - used.receivedCents,
    keptCents: used.keptCents,
    paidAt,
  }
  if (!(await recordPayment(tx, record, payment, settler))) {
    const number = (await findPaidOrder(tx, method, reference)) ?? ''
    refuse('payment_noted', { facts: { method: payment.label, reference, number } })
  }
  if (used.keptCents > 0) {
    await notify(tx, {
      audience: { staff: 'orders.read' },
      kind: 'refund-to-send',
      title: `Refund ${formatMoney(used.keptCents, order.currency)} that was paid too much for order ${order.number}`,
      path: `/admin/orders/${order.id}`,
      dedupeKey: `payment-kept:${order.id}:${reference}`,
      at: settler.at,
    })
  }
  if (used.isComplete) await settleCredits(tx, order.id, used.deductedCents, settler)
}

async function readPaidAt(db: Db, day: string, now: Date): Promise<Date> {
  const paidAt = new Date(readMoment(day, { isEnd: false, timeZone: await readTimeZone(db) }) ?? day)
  if (paidAt > now) refuseField('paidAt', 'Please enter a day that is not in the future')
  return paidAt
}

/**
 * Requires that a Pay Later order can be paid.
 * @throws the refusals `already_paid`, `order_cancelled`, `order_by_card` and, for an older version, `edit_conflict`
 */
export async function requirePayable(tx: Db, actor: Actor, { order }: OrderRecord, version: number | undefined): Promise<void> {
  if (!isUnsettled(order)) refuse('already_paid')
  if (order.status === 'cancelled') refuse('order_cancelled')
  if (awaitsCard(order)) refuse('order_by_card')
  if (version !== undefined && version !== order.version) {
    refuseStale(['order', order.id], await readOrder(tx, actor, order.id))
  }
}
