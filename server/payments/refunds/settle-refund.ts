import { formatMoney } from '#domain/money.ts'
import { openCents, type PaymentStatus } from '#domain/order.ts'
import { orderMailFacts } from '#server/orders/mail-facts.ts'
import { findBuyerEmail, findOrder, type OrderRecord } from '#server/orders/order-record.ts'
import { readSettledUnits, shopTaxCents } from '#server/orders/refunded-lines.ts'
import { creditDocuments } from '#server/payments/documents/issue-documents.ts'
import { insertPayment } from '#server/payments/incoming/payment-record.ts'
import { postTransaction } from '#server/payments/ledger/ledger-entries.ts'
import { recordRefund } from '#server/payments/ledger/record-refund.ts'
import { queueTaxRefund } from '#server/payments/taxes/tax-queue.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { countMoney } from '#server/platform/metrics/count-events.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { isPaidApart, listCardRefunds } from './card-refunds.ts'
import {
  countRefund,
  endRefund,
  keepReturnedTax,
  listSettled,
  listShares,
  lockRefund,
  type RefundRow,
  updatePayment,
} from './order-refunds.ts'

/** Settlement of a refund: its reference, time, and note in the ledger. */
interface Settled {
  reference: string
  at: Date
  note?: string
  /** Part of it that is sent, where the buyer deducted the rest; absent: all. */
  sentCents?: number
}

/**
 * Records that a refund of a locked order was sent: payment, ledger, credit note and the order's payment status. Notifies nobody.
 * @returns null, changing nothing, when it had ended before
 */
export async function recordSettlement(
  tx: Db,
  { order, parts, lines }: OrderRecord,
  refundId: string,
  { reference, at, note }: Settled,
): Promise<RefundRow | null> {
  const refund = await lockRefund(tx, refundId)
  if (!refund || !(await endRefund(tx, refundId, { status: 'settled', reference, settledAt: at }))) return null
  countMoney(tx, 'refunded', refund.currency, refund.amountCents)
  await insertSent(tx, order, refund, { reference, at })
  if (refund.isKept) {
    await postKept(tx, refund, at)
    return refund
  }
  const shares = await listShares(tx, refundId)
  const settled = await listSettled(tx, order.id, refundId)
  const unitsOf = await readSettledUnits(tx, { order, lines }, refundId)
  const { amountCents, currency } = refund
  const soldShares = shares.flatMap((share) => {
    const part = parts.find(({ businessId }) => businessId === share.businessId)
    const { amountCents: settledCents, taxOnlyCents } = settled.get(share.businessId) ?? { amountCents: 0, taxOnlyCents: 0 }
    if (!part) return []
    const { totalCents, commissionCents } = part
    const taxCents = shopTaxCents({ lines }, part)
    const shown = { totalCents, taxCents, commissionCents, settledCents, taxOnlyCents, isTaxOnly: share.taxCents != null }
    return [{ ...shown, businessId: share.businessId, amountCents: share.amountCents, ...unitsOf(share.businessId) }]
  })
  await recordRefund(tx, { id: refundId, orderId: order.id, currency, ...(note && { note }) }, soldShares, at)
  const backCents = amountCents + [...settled.values()].reduce((sum, before) => sum + before.amountCents, 0)
  await updatePayment(tx, order.id, { paymentStatus: await statusAfter(tx, order, backCents) })
  await queueTaxRefund(tx, { order }, { refundId, shares, at })
  await creditDocuments(tx, order.id, at)
  return refund
}

/** Posts that money which was kept for the buyer was sent back. */
async function postKept(tx: Db, { id, orderId, currency, amountCents }: RefundRow, at: Date): Promise<void> {
  await postTransaction(tx, {
    reason: 'credit_refund',
    reference: id,
    orderId,
    currency,
    at,
    entries: [
      { account: 'clearing', debitCents: -amountCents },
      { account: 'credit', debitCents: amountCents },
    ],
  })
}

/** Stores what was sent: to the cards of the payments that it is from, the rest by hand; first what paid for the order of an exchange. */
async function insertSent(
  tx: Db,
  order: OrderRecord['order'],
  { id, isKept, amountCents, exchangedCents, currency, actorId }: RefundRow,
  { reference, at }: Settled,
): Promise<void> {
  const row = { orderId: order.id, kind: isKept ? 'credit_refund' : 'refund', currency, actorId, at } as const
  let rest = amountCents - exchangedCents
  if (exchangedCents > 0) await insertPayment(tx, { ...row, method: 'exchange', reference: id, amountCents: exchangedCents })
  for (const part of (await listCardRefunds(tx, id)).filter(({ problem }) => problem === null)) {
    const own = part.reference ?? `${id}:${part.paymentId}` // the buyer deducted all of it
    await insertPayment(tx, { ...row, method: 'card', reference: own, amountCents: part.amountCents })
    rest -= part.amountCents
  }
  const method = (await isPaidApart(tx, order)) ? 'manual' : 'card'
  if (rest > 0) await insertPayment(tx, { ...row, method, reference, amountCents: rest })
}

/** Returns the payment status of an order of which `backCents` were refunded: one that is paid in parts stays so while something is due. */
async function statusAfter(tx: Db, order: OrderRecord['order'], backCents: number): Promise<PaymentStatus> {
  const record = order.paymentStatus === 'partially_paid' ? await findOrder(tx, order.id, null) : null // what was canceled is due no more
  if (record && openCents(record.order, record.parts, 0) > 0) return 'partially_paid'
  return backCents >= order.paidCents ? 'refunded' : 'partially_refunded'
}

/**
 * Settles a refund as `recordSettlement` does, and notifies the buyer by email and notification.
 * @returns false, changing nothing, when it had ended before
 */
export async function settleRefund(tx: Db, record: OrderRecord, refundId: string, settled: Settled): Promise<boolean> {
  const refund = await recordSettlement(tx, record, refundId, settled)
  if (!refund) return false
  const { order, lines } = record
  const { currency, reason } = refund
  const { at, sentCents = refund.amountCents - refund.exchangedCents } = settled
  const facts = { ...orderMailFacts(order, lines), refundCents: sentCents, reason }
  const to = await findBuyerEmail(tx, order.userId)
  await queueMail(tx, { dedupeKey: `order-refunded:${refundId}`, template: 'order-refunded', to, facts, at })
  await notify(tx, {
    audience: { userId: order.userId },
    kind: 'order-refunded',
    title: `Your refund for order ${order.number} is on its way`,
    text: [formatMoney(sentCents, currency), reason].filter(Boolean).join(': '),
    path: `/account/orders/${order.id}`,
    dedupeKey: `order-refunded:${refundId}`,
    at,
  })
  return true
}

/**
 * Records that the provider refused a refund for good: the money stays paid, and staff are notified.
 * @returns false when it had ended before
 */
export async function failRefund(
  tx: Db,
  { order }: OrderRecord,
  refundId: string,
  { problem, at }: { problem: string; at: Date },
): Promise<boolean> {
  if (!(await endRefund(tx, refundId, { status: 'failed', problem, settledAt: at }))) return false
  const shares = await listShares(tx, refundId)
  await countRefund(tx, order.id, shares, -1, at)
  const taxed = shares.filter(({ taxCents }) => taxCents !== null)
  if (taxed.length > 0)
    await keepReturnedTax(
      tx,
      order.id,
      taxed.map(({ businessId }) => businessId),
    )
  await updatePayment(tx, order.id, { paymentProblem: `A refund failed: ${problem}` })
  await recordAudit(tx, {
    actor: null,
    action: 'order.refund_failed',
    targetType: 'order',
    targetId: order.id,
    after: { refundId, problem },
  })
  await notify(tx, {
    audience: { staff: 'orders.read' },
    kind: 'refund-failed',
    title: `A refund for order ${order.number} failed`,
    text: problem,
    path: `/admin/orders/${order.id}`,
    dedupeKey: `refund-failed:${refundId}`,
    at,
  })
  return true
}
