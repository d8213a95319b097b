import { refundCauseKey } from '#domain/refund-cause.ts'
import { lockOrder, type OrderRecord } from '#server/orders/order-record.ts'
import { sumLost } from '#server/payments/disputes/dispute-list.ts'
import { insertCardRefund, isPaidApart, sumRefundedOf } from '#server/payments/refunds/card-refunds.ts'
import { countRefund, insertRefund } from '#server/payments/refunds/order-refunds.ts'
import { shareRefund } from '#server/payments/refunds/request-refund.ts'
import { settleRefund } from '#server/payments/refunds/settle-refund.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Charge } from '#server/platform/vendors/stripe.ts'
import { findCardPayment, hasPayment } from './card-payment-record.ts'
import { type Settlement, settleIntent } from './settle-intent.ts'

const REASON = 'Sent back by the payment service'

/**
 * Records what the provider has refunded of a charge beyond the shop's own refunds: it was refunded there by hand. A refund that is
 * reported before its payment proves the payment, which is settled first.
 */
export async function adoptRefund(tx: Db, charge: Charge, by: { at: Date; requestId?: string }): Promise<Settlement> {
  const { intentId: id, orderId, amountCents, currency } = charge
  const settlement = await settleIntent(tx, { id, orderId, amountCents, currency }, by)
  if (!settlement.orderId || !(await hasPayment(tx, settlement.orderId, id))) return settlement
  const record = await lockOrder(tx, settlement.orderId, null)
  if (!record) return settlement
  const { order } = record
  const payment = await findCardPayment(tx, order.id, id)
  const isPart = await isPaidApart(tx, order)
  const amount = payment && isPart ? await newOf(tx, record, payment, charge) : await newOfOrder(tx, record, charge)
  const result = (outcome: string) => ({ outcome, orderId: order.id })
  if (amount <= 0) return result('refund known')
  const shares = await shareRefund(tx, record, amount)
  const reference = `${charge.id}:${charge.refundedCents}`
  const cause = { kind: 'provider', chargeId: charge.id, refundedCents: charge.refundedCents } as const
  const refund = await insertRefund(
    tx,
    { orderId: order.id, currency: order.currency, amountCents: amount, reason: REASON, cause: refundCauseKey(cause), createdAt: by.at },
    shares,
  )
  if (!refund) return result('refund known')
  if (payment && isPart)
    await insertCardRefund(tx, { refundId: refund.id, paymentId: payment.id, amountCents: amount, sentCents: amount, reference })
  await countRefund(tx, order.id, shares, 1, by.at)
  const after = { amountCents: amount, reason: REASON, parts: shares }
  await recordAudit(tx, { actor: null, action: 'order.refund', targetType: 'order', targetId: order.id, after })
  await settleRefund(tx, record, refund.id, { reference, at: by.at })
  return result('refund taken over')
}

/** Returns what the provider sent back of a card order and the shop does not know of, in cents. */
async function newOfOrder(tx: Db, { order }: OrderRecord, { refundedCents }: Charge): Promise<number> {
  const lostCents = await sumLost(tx, order.id) // the bank took it: the provider counts it as no refund
  return Math.min(refundedCents, order.paidCents - lostCents) - (order.refundedCents - lostCents)
}

/** As `newOfOrder`, of one card payment of an order that is paid in parts. */
async function newOf(
  tx: Db,
  { order }: OrderRecord,
  payment: { id: string; amountCents: number },
  { refundedCents }: Charge,
): Promise<number> {
  const given = await sumRefundedOf(tx, payment.id)
  return Math.min(refundedCents - given.atProvider, payment.amountCents - given.cents, order.paidCents - order.refundedCents)
}
