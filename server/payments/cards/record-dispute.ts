import { type RefundShare, spreadByLeft } from '#domain/refund-amount.ts'
import { refundCauseKey } from '#domain/refund-cause.ts'
import type { DisputeRow } from '#server/orders/order-dispute.ts'
import { lockOrder, type OrderRecord, type OrderRow } from '#server/orders/order-record.ts'
import { postTransaction } from '#server/payments/ledger/ledger-entries.ts'
import { insertCardRefund, isPaidApart, listCardRefunds } from '#server/payments/refunds/card-refunds.ts'
import { countRefund, insertRefund, listRefunds, listShares } from '#server/payments/refunds/order-refunds.ts'
import { shareRefund } from '#server/payments/refunds/request-refund.ts'
import { failRefund, recordSettlement } from '#server/payments/refunds/settle-refund.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import { readDisputeFee } from './card-payment-record.ts'

const REASON = 'Payment dispute lost'

/** The share of each seller's part of an order in a disputed amount, in cents, by what is left of the parts; never more than that. */
export function disputeShares({ parts }: Pick<OrderRecord, 'parts'>, amountCents: number): RefundShare[] {
  const cents = spreadByLeft(
    amountCents,
    parts.map(({ totalCents, refundedCents }) => totalCents - refundedCents),
  )
  return parts.map(({ businessId }, index) => ({ businessId, amountCents: cents[index] ?? 0 })).filter((share) => share.amountCents > 0)
}

/**
 * Books a lost dispute of a locked order like a refund of its amount, once: sellers, platform and tax office give back in the proportion of
 * the sale, stock stays where it is, nobody is sent money by us. Refunds that have not left fail where both do not fit into what was paid.
 * @returns each seller's share; empty when nothing was left to take
 */
export async function recordLoss(tx: Db, before: OrderRecord, dispute: DisputeRow, at: Date): Promise<RefundShare[]> {
  const record = await makeRoom(tx, before, dispute, at)
  const { order } = record
  const shares = await shareRefund(tx, record, Math.min(dispute.amountCents, order.paidCents - order.refundedCents))
  const totalCents = shares.reduce((sum, share) => sum + share.amountCents, 0)
  if (totalCents <= 0) return []
  const cause = refundCauseKey({ kind: 'lost-dispute', disputeId: dispute.id })
  const { id: orderId, currency } = order
  const refund = await insertRefund(tx, { orderId, currency, amountCents: totalCents, reason: REASON, cause, createdAt: at }, shares)
  if (!refund) return [] // booked before
  if (await isPaidApart(tx, order)) {
    const part = { refundId: refund.id, paymentId: dispute.paymentId, reference: dispute.stripeId }
    await insertCardRefund(tx, { ...part, amountCents: totalCents, sentCents: totalCents })
  }
  await countRefund(tx, orderId, shares, 1, at)
  const after = { amountCents: totalCents, reason: REASON, parts: shares }
  await recordAudit(tx, { actor: null, action: 'order.refund', targetType: 'order', targetId: orderId, after })
  await recordSettlement(tx, record, refund.id, { reference: dispute.stripeId, at, note: REASON })
  return listShares(tx, refund.id)
}

async function makeRoom(tx: Db, record: OrderRecord, dispute: DisputeRow, at: Date): Promise<OrderRecord> {
  const { order } = record
  if (dispute.amountCents <= order.paidCents - order.refundedCents) return record
  // one of an exchange stays: it has paid for another order
  const waiting = (await listRefunds(tx, order.id)).filter(({ status, exchangedCents }) => status === 'requested' && exchangedCents === 0)
  if (waiting.length === 0) return record
  for (const { id } of waiting) {
    if ((await listCardRefunds(tx, id)).some(({ reference }) => reference !== null)) continue // some of it has left
    await failRefund(tx, record, id, { problem: 'The bank has sent the payment back in a dispute.', at })
  }
  const locked = await lockOrder(tx, order.id, null)
  if (!locked) throw new Error('The order is gone')
  return locked
}

/**
 * Books what a closed dispute costs at the provider as the platform's own expense; a fee that changed since is booked as the difference.
 */
export async function recordFee(tx: Db, order: Pick<OrderRow, 'number'>, { id, feeCents, currency }: DisputeRow, at: Date): Promise<void> {
  const booked = await readDisputeFee(tx, id)
  const moreCents = feeCents - booked.cents
  if (moreCents === 0) return
  await postTransaction(tx, {
    reason: 'adjustment',
    reference: `dispute-fee:${id}:${booked.count + 1}`,
    orderId: null,
    currency,
    note: `Dispute fee for order ${order.number}`,
    at,
    entries: [
      { account: 'clearing', debitCents: -moreCents },
      { account: 'adjustment', debitCents: moreCents },
    ],
  })
}
