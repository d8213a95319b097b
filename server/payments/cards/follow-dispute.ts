import { isOpenDispute } from '#domain/dispute.ts'
import type { DisputeRow } from '#server/orders/order-dispute.ts'
import type { OrderRecord } from '#server/orders/order-record.ts'
import { findDispute, saveDispute } from '#server/payments/disputes/dispute-list.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import { countMoney } from '#server/platform/metrics/count-events.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import type { ReportedDispute } from '#server/platform/vendors/stripe-disputes.ts'
import { findCardPayment, storeProblem } from './card-payment-record.ts'
import { notifyClosed, notifyOpened } from './notify-dispute.ts'
import { recordFee, recordLoss } from './record-dispute.ts'
import { lockIntentOrder, type Settlement } from './settle-intent.ts'

/** When we act, and when the provider wrote the report. */
interface Moment {
  at: Date
  reportedAt: Date
  /** A dispute that was opened before and is closed at its first report is left to staff, who may have corrected the books by hand. */
  knownSince?: Date
}

/**
 * Brings our books in line with a report about a dispute: while it is open its order's shares are held, a lost one is booked like a refund,
 * and the fee is the platform's. Reports may come in any order and again: one that is older than what is known changes nothing.
 */
export async function followDispute(tx: Db, reported: ReportedDispute, moment: Moment): Promise<Settlement> {
  const record = await lockIntentOrder(tx, reported.intentId, null)
  if (!record) return { outcome: 'no order of ours', orderId: null }
  const orderId = record.order.id
  const payment = await findCardPayment(tx, orderId, reported.intentId)
  if (!payment) return { outcome: await flagUnbooked(tx, record, reported, moment.at), orderId, needsStaff: true }
  const known = await findDispute(tx, reported.id)
  if (known && isOlder(reported, known, moment)) return { outcome: 'dispute known', orderId }
  if (known?.status === 'lost' && reported.status !== 'lost') {
    return { outcome: await flagReversed(tx, record, known, moment.at), orderId, needsStaff: true }
  }
  const isOpen = isOpenDispute(reported.status)
  const isOld = known ? isLeftToStaff(known) : moment.knownSince !== undefined && reported.openedAt < moment.knownSince
  const isLeft = isOld && !isOpen
  const dispute = await saveDispute(tx, {
    stripeId: reported.id,
    orderId,
    paymentId: payment.id,
    ...(known?.status === 'lost' ? pick(known) : amountOf(reported, record, payment)), // what was booked stays
    reason: reported.reason.slice(0, 100),
    status: reported.status,
    evidenceDueAt: reported.evidenceDueAt,
    feeCents: isOurs(reported, record) && !isLeft ? reported.feeCents : 0,
    isLive: reported.isLive,
    progress: reported.progress,
    reportedAt: moment.reportedAt,
    openedAt: reported.openedAt,
    closedAt: isOpen || isLeft ? null : (known?.closedAt ?? moment.reportedAt),
  })
  if (!known) countMoney(tx, 'disputed', dispute.currency, dispute.amountCents)
  if (isLeft) return { outcome: await leaveOld(tx, record, dispute, moment.at), orderId, needsStaff: true }
  if (!isOpen && !isOurs(reported, record)) await askForFee(tx, record, reported, moment.at)
  await act(tx, record, { before: known?.status ?? null, dispute }, moment.at)
  return { outcome: `dispute ${reported.status.replace('_', ' ')}`, orderId }
}

const pick = ({ amountCents, currency }: DisputeRow) => ({ amountCents, currency })

/** Says if a dispute was closed before the shop knew disputes: the moment of its end is not known, and nothing is booked for it. */
const isLeftToStaff = ({ status, closedAt }: DisputeRow) => !isOpenDispute(status) && closedAt === null

const isOurs = ({ currency }: ReportedDispute, { order }: OrderRecord) => currency.toUpperCase() === order.currency

function isOlder({ progress }: ReportedDispute, known: DisputeRow, { reportedAt }: Moment): boolean {
  return progress === known.progress ? reportedAt < known.reportedAt : progress < known.progress
}

/** The disputed amount in the order's currency; banks name another one at times: then all of the payment counts as disputed. */
function amountOf(reported: ReportedDispute, record: OrderRecord, payment: { amountCents: number }) {
  const isNamed = isOurs(reported, record) && reported.amountCents > 0
  return { amountCents: isNamed ? reported.amountCents : payment.amountCents, currency: record.order.currency }
}

async function act(
  tx: Db,
  record: OrderRecord,
  { before, dispute }: { before: DisputeRow['status'] | null; dispute: DisputeRow },
  at: Date,
): Promise<void> {
  const { status } = dispute
  if (before !== status) await audit(tx, dispute, before)
  if (isOpenDispute(status)) {
    if (before === null || !isOpenDispute(before)) await notifyOpened(tx, record, { dispute, isAgain: before !== null }, at)
    return
  }
  await recordFee(tx, record.order, dispute, at)
  if (before === status) return
  const lost = status === 'lost' ? await recordLoss(tx, record, dispute, at) : []
  await notifyClosed(tx, record, { dispute, lost }, at)
}

async function audit(tx: Db, { orderId, stripeId, status, reason, amountCents }: DisputeRow, before: string | null): Promise<void> {
  await recordAudit(tx, {
    actor: null,
    action: isOpenDispute(status) ? 'order.dispute' : `order.dispute_${status}`,
    targetType: 'order',
    targetId: orderId,
    ...(before && { before: { dispute: stripeId, status: before } }),
    after: { dispute: stripeId, status, reason, amountCents },
  })
}

/** Stores a dispute that was closed before the shop knew disputes without booking it; staff are asked to look at a lost one. */
async function leaveOld(tx: Db, { order }: OrderRecord, { stripeId, status }: DisputeRow, at: Date): Promise<string> {
  if (status === 'lost') {
    await notifyStaff(tx, order, {
      title: 'A dispute was lost before it could be recorded',
      text: `Dispute ${stripeId} for order ${order.number} isn't in the ledger. Check it, and correct the seller's balance if nobody has.`,
      dedupeKey: `dispute-before:${stripeId}`,
      at,
    })
  }
  return `dispute ${status} before: left for staff`
}

/** Asks staff to book the fee of a closed dispute in another currency than its order's: the books of the order have none for it. */
async function askForFee(tx: Db, { order }: OrderRecord, { id, feeCents, currency }: ReportedDispute, at: Date): Promise<void> {
  if (feeCents === 0) return
  await notifyStaff(tx, order, {
    title: `Record the dispute fee for order ${order.number} manually`,
    text: `Stripe charged ${(feeCents / 100).toFixed(2)} ${currency.toUpperCase()} for dispute ${id}, but the order is in ${order.currency}.`,
    dedupeKey: `dispute-fee:${id}:${feeCents}`,
    at,
  })
}

/** Leaves a dispute of a card payment that the order's books do not have (it did not fit, or was sent back) to staff. */
async function flagUnbooked(tx: Db, { order }: OrderRecord, { id, intentId }: ReportedDispute, at: Date): Promise<string> {
  const text = `Card payment ${intentId} is disputed (${id}), but isn't recorded for this order. Respond to the dispute in Stripe.`
  await leaveToStaff(tx, order, { text, dedupeKey: `dispute-unbooked:${id}`, at })
  return 'dispute of a payment that is not booked: left for staff'
}

/** Leaves a loss that the bank took back to staff: what was booked stays. */
async function flagReversed(tx: Db, { order }: OrderRecord, { id, stripeId }: DisputeRow, at: Date): Promise<string> {
  const text = `Dispute ${stripeId} was lost, but the bank has changed its decision since. Correct the seller's balance manually.`
  await leaveToStaff(tx, order, { text, dedupeKey: `dispute-reversed:${id}`, at })
  return 'dispute lost before: left for staff'
}

async function leaveToStaff(
  tx: Db,
  order: OrderRecord['order'],
  { text, dedupeKey, at }: { text: string; dedupeKey: string; at: Date },
): Promise<void> {
  await storeProblem(tx, order.id, text, at)
  await notifyStaff(tx, order, { title: `Check the payment for order ${order.number}`, text, dedupeKey, at })
}

async function notifyStaff(
  tx: Db,
  { id }: OrderRecord['order'],
  notice: { title: string; text: string; dedupeKey: string; at: Date },
): Promise<void> {
  await notify(tx, { audience: { staff: 'orders.read' }, kind: 'payment-problem', path: `/admin/orders/${id}`, ...notice })
}
