import { formatMoney } from '#domain/money.ts'
import { type RefundShare, spreadByLeft } from '#domain/refund-amount.ts'
import { type RefundCause, refundCauseKey } from '#domain/refund-cause.ts'
import { isStaffRole } from '#domain/user.ts'
import type { OrderRecord } from '#server/orders/order-record.ts'
import { insertRefundLines, type RefundedLine } from '#server/orders/refunded-lines.ts'
import { hasOpenDispute } from '#server/payments/disputes/dispute-list.ts'
import { listSales } from '#server/payments/ledger/ledger-entries.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { type NewNotification, notify, notifyAll } from '#server/platform/notifications/notification-record.ts'
import { assignToCard, isPaidApart, sendToCards } from './card-refunds.ts'
import { countRefund, insertRefund, queueRefund, type RefundRow } from './order-refunds.ts'
import { recordSettlement, settleRefund } from './settle-refund.ts'

/** Money to refund: from which seller orders, the reason that people read, and the cause, which asks once. */
interface RefundRequest {
  shares: readonly RefundShare[]
  /** Units that it is for; absent: it is of amounts, or of a return, which has its own. */
  lines?: readonly RefundedLine[]
  /** Empty: none was given. */
  reason: string
  cause: RefundCause
  /** Cents that the buyer deducted from the payment, so that they are not sent; of all of it nobody is notified. */
  deductedCents?: number
  /** Cents that paid for the order of an exchange, so that they are not sent either. */
  exchangedCents?: number
  /** Null: the shop itself. */
  actor: Actor | null
  at: Date
  requestId?: string
}

/**
 * Requests a refund of a locked order, never more than is left of what was paid: of card payments by the provider after the commit, of any
 * other by hand, which counts as settled at once; of an order that was paid in both ways, the newest payments first.
 * @returns null, changing nothing, when the same cause has asked before
 * @throws the refusal `disputed`, `refund_too_large` or `nothing_to_refund`
 */
export async function requestRefund(tx: Db, record: OrderRecord, request: RefundRequest): Promise<RefundRow | null> {
  const { order } = record
  const { reason, cause, actor, at, requestId } = request
  const shares = request.shares.filter(({ amountCents }) => amountCents > 0)
  const amountCents = shares.reduce((sum, share) => sum + share.amountCents, 0)
  const { exchangedCents = 0 } = request
  const sentCents = amountCents - exchangedCents - Math.min(request.deductedCents ?? 0, amountCents - exchangedCents)
  await requireMoney(tx, record, shares, amountCents)
  if (await hasOpenDispute(tx, order.id)) refuse('disputed') // the bank may take the same money
  const actorId = actor?.userId ?? null
  const row = { orderId: order.id, currency: order.currency, amountCents, exchangedCents, reason, actorId, createdAt: at }
  const refund = await insertRefund(tx, { ...row, cause: refundCauseKey(cause) }, shares)
  if (!refund) return null
  if (exchangedCents > 0) await assignToCard(tx, order.id)
  await insertRefundLines(tx, refund.id, request.lines ?? []) // before it settles: its tax follows from them
  await countRefund(tx, order.id, shares, 1, at)
  await recordAudit(tx, {
    actor,
    action: 'order.refund',
    targetType: 'order',
    targetId: order.id,
    after: { amountCents, reason: reason || 'No reason given', parts: shares },
    ...(requestId && { requestId }),
  })
  // a cancellation notifies its sellers itself, and tax alone is none of their earnings
  if (cause.kind !== 'cancellation' && cause.kind !== 'vat') await notifySellers(tx, record, { shares, reason, cause, actor, at })
  if (!(await isPaidApart(tx, order))) {
    await queueRefund(tx, refund.id, at)
    return refund
  }
  const cardCents = await sendToCards(tx, refund, { sentCents, at })
  if (cardCents > 0) {
    if (cardCents < sentCents) await notifySenders(tx, record, { ...refund, amountCents: sentCents - cardCents })
  } else if (sentCents === 0) await recordSettlement(tx, record, refund.id, { reference: refund.id, at })
  else {
    await settleRefund(tx, record, refund.id, { reference: refund.id, at, sentCents })
    if (!actor || !isStaffRole(actor.role) || sentCents < amountCents)
      await notifySenders(tx, record, { ...refund, amountCents: sentCents })
  }
  return refund
}

/**
 * Requests a refund of money that is kept for the buyer of a locked order since a change made it cost less: along its payments, the newest
 * first, to cards by the provider. What is sent by hand alone counts as settled at once, and nobody is notified.
 */
export async function requestKeptRefund(
  tx: Db,
  record: OrderRecord,
  { amountCents, reason, cause, actor, at, requestId }: Omit<RefundRequest, 'shares'> & { amountCents: number },
): Promise<void> {
  const { id: orderId, currency } = record.order
  const row = { orderId, currency, amountCents, reason, cause: refundCauseKey(cause), actorId: actor?.userId ?? null, createdAt: at }
  const refund = await insertRefund(tx, { ...row, isKept: true }, [])
  if (!refund) return
  const after = { amountCents, reason }
  const audited = { actor, action: 'order.refund', targetType: 'order', targetId: orderId, after } as const
  await recordAudit(tx, { ...audited, ...(requestId && { requestId }) })
  const cardCents = await sendToCards(tx, refund, { sentCents: amountCents, at })
  if (cardCents === 0) await recordSettlement(tx, record, refund.id, { reference: refund.id, at })
  else if (cardCents < amountCents) await notifySenders(tx, record, { ...refund, amountCents: amountCents - cardCents })
}

/** Notifies staff to transfer the money: no provider sends it. */
async function notifySenders(tx: Db, { order }: OrderRecord, { id, amountCents, reason, createdAt }: RefundRow): Promise<void> {
  await notify(tx, {
    audience: { staff: 'orders.read' },
    kind: 'refund-to-send',
    title: `Transfer a refund of ${formatMoney(amountCents, order.currency)} for order ${order.number}`,
    text: reason,
    path: `/admin/orders/${order.id}`,
    dedupeKey: `refund-to-send:${id}`,
    at: createdAt,
  })
}

/** Notifies each seller whose earnings it lowers, except one who requested it. */
async function notifySellers(tx: Db, { order }: OrderRecord, { shares, reason, cause, actor, at }: RefundRequest): Promise<void> {
  const others = shares.filter(({ businessId }) => businessId !== actor?.businessId)
  const notices = others.map(({ businessId, amountCents }): NewNotification => {
    const title = `Refund of ${formatMoney(amountCents, order.currency)} for order ${order.number}`
    const path = `/business/orders/${order.id}`
    return { audience: { businessId }, kind: 'refund', title, text: reason, path, dedupeKey: `refund:${refundCauseKey(cause)}`, at }
  })
  await notifyAll(tx, notices)
}

/** Splits an amount that goes back over the seller orders by what is left of what was paid of each. */
export async function shareRefund(tx: Db, { order, parts }: OrderRecord, amountCents: number): Promise<RefundShare[]> {
  const sold = order.paidCents < order.totalCents ? await listSales(tx, order.id) : null // else all of each was paid
  const cents = spreadByLeft(
    amountCents,
    parts.map(
      ({ businessId, totalCents, refundedCents }) => (sold ? (sold.get(businessId)?.amountCents ?? 0) : totalCents) - refundedCents,
    ),
  )
  return parts.map(({ businessId }, index) => ({ businessId, amountCents: cents[index] ?? 0 })).filter((share) => share.amountCents > 0)
}

async function requireMoney(tx: Db, { order, parts }: OrderRecord, shares: readonly RefundShare[], amountCents: number): Promise<void> {
  if (amountCents <= 0 || order.paidCents === order.refundedCents) refuse('nothing_to_refund')
  const tooMuch = (maxCents: number) => refuse('refund_too_large', { facts: { amount: formatMoney(maxCents, order.currency) } })
  if (amountCents > order.paidCents - order.refundedCents) tooMuch(order.paidCents - order.refundedCents)
  const sold = order.paidCents < order.totalCents ? await listSales(tx, order.id) : null // else all of each was paid
  for (const share of shares) {
    const part = parts.find(({ businessId }) => businessId === share.businessId)
    const paidCents = sold ? (sold.get(share.businessId)?.amountCents ?? 0) : (part?.totalCents ?? 0)
    const left = part ? paidCents - part.refundedCents : 0
    if (share.amountCents > left) tooMuch(left)
  }
}
