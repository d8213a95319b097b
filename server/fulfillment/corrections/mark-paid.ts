import { type MarkPaidBody, orderMoney } from '#contract/fulfillment/order-money.ts'
import type { Order } from '#contract/orders/orders.ts'
import { MANUAL_PAYMENT_LABELS } from '#domain/manual-payment.ts'
import { dueCents } from '#domain/order.ts'
import { readMoment } from '#domain/time.ts'
import { settleCredits } from '#server/fulfillment/returns/settle-credits.ts'
import { lockOrder, type OrderRecord } from '#server/orders/order-record.ts'
import { readOrder } from '#server/orders/read-order.ts'
import { readCreditCents } from '#server/orders/refunded-lines.ts'
import { findPaidOrder } from '#server/payments/incoming/payment-record.ts'
import { recordPayment } from '#server/payments/incoming/record-payment.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse, refuseField } from '#server/platform/http/refusal.ts'
import { answerOnce, type OnceAnswered } from '#server/platform/idempotency/answer-once.ts'
import { fingerprint } from '#server/platform/idempotency/fingerprint.ts'
import { readTimeZone } from '#server/platform/settings/setting-groups.ts'

/** Request of `POST /api/admin/orders/{id}/payments`. */
interface MarkPaidRequest {
  id: string
  body: MarkPaidBody
  idempotencyKey: string | null
  requestId: string
}

/**
 * Records that the amount due for a Pay Later order was paid: its seller orders that are not canceled, less the items that came back.
 * @throws the refusals `already_paid`, `order_cancelled`, `order_by_card`, `payment_noted` and, for an older version, `edit_conflict`.
 */
export async function markPaid({ db, now }: Deps, actor: Actor, request: MarkPaidRequest): Promise<OnceAnswered<Order>> {
  const { id, body, idempotencyKey: key } = request
  const { method, path, status } = orderMoney.markPaid
  const keyed = key === null ? null : { userId: actor.userId, key, status, fingerprint: fingerprint(method, path, { id, ...body }) }
  return inTransaction(db, (tx) => answerOnce(tx, keyed, now(), () => payOnce(tx, actor, request, now())))
}

async function payOnce(tx: Db, actor: Actor, { id, body, requestId }: MarkPaidRequest, at: Date): Promise<Order> {
  const record = found(await lockOrder(tx, id, null))
  await requirePayable(tx, actor, record, body.version)
  const paidAt = new Date(readMoment(body.paidAt, { isEnd: false, timeZone: await readTimeZone(tx) }) ?? body.paidAt)
  if (paidAt > at) refuseField('paidAt', 'Please give a day that is not in the future')
  const amountCents = dueCents(record.parts, 0) // the sale is booked whole; what came back is a refund of it
  const receivedCents = dueCents(record.parts, await readCreditCents(tx, record))
  const { method, reference } = body
  const payment = { method, label: MANUAL_PAYMENT_LABELS[method], reference, amountCents, receivedCents, paidAt }
  if (!(await recordPayment(tx, record, payment, { actor, at, requestId }))) {
    const number = (await findPaidOrder(tx, method, reference)) ?? ''
    refuse('payment_noted', { facts: { method: payment.label, reference, number } })
  }
  await settleCredits(tx, id, { actor, at, requestId })
  return readOrder(tx, actor, id)
}

async function requirePayable(tx: Db, actor: Actor, { order }: OrderRecord, version: number | undefined): Promise<void> {
  if (order.paidCents > 0) refuse('already_paid')
  if (order.status === 'cancelled') refuse('order_cancelled')
  if (order.paymentMethod === 'card') refuse('order_by_card')
  if (version !== undefined && version !== order.version) {
    refuse('edit_conflict', { extra: { current: await readOrder(tx, actor, order.id) } })
  }
}
