import { allocate } from '#domain/money.ts'
import { refundCauseKey } from '#domain/refund-cause.ts'
import { lockOrder } from '#server/orders/order-record.ts'
import { sumLost } from '#server/payments/disputes/dispute-list.ts'
import { countRefund, insertRefund } from '#server/payments/refunds/order-refunds.ts'
import { settleRefund } from '#server/payments/refunds/settle-refund.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Charge } from '#server/platform/vendors/stripe.ts'
import { hasPayment } from './card-payment-record.ts'
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
  const { order, parts } = record
  const lostCents = await sumLost(tx, order.id) // the bank took it: the provider counts it as no refund
  const amount = Math.min(charge.refundedCents, order.paidCents - lostCents) - (order.refundedCents - lostCents)
  const result = (outcome: string) => ({ outcome, orderId: order.id })
  if (amount <= 0) return result('refund known')
  const cents = allocate(
    amount,
    parts.map(({ totalCents, refundedCents }) => totalCents - refundedCents),
  )
  const shares = parts
    .map(({ businessId }, index) => ({ businessId, amountCents: cents[index] ?? 0 }))
    .filter((share) => share.amountCents > 0)
  const reference = `${charge.id}:${charge.refundedCents}`
  const cause = { kind: 'provider', chargeId: charge.id, refundedCents: charge.refundedCents } as const
  const refund = await insertRefund(
    tx,
    { orderId: order.id, currency: order.currency, amountCents: amount, reason: REASON, cause: refundCauseKey(cause), createdAt: by.at },
    shares,
  )
  if (!refund) return result('refund known')
  await countRefund(tx, order.id, shares, 1, by.at)
  const after = { amountCents: amount, reason: REASON, parts: shares }
  await recordAudit(tx, { actor: null, action: 'order.refund', targetType: 'order', targetId: order.id, after })
  await settleRefund(tx, record, refund.id, { reference, at: by.at })
  return result('refund taken over')
}
