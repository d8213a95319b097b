import { formatMoney } from '#domain/money.ts'
import { isUnsettled, openCents } from '#domain/order.ts'
import { receiveMoney } from '#server/fulfillment/corrections/mark-paid.ts'
import { milestonesOf } from '#server/orders/order-milestones.ts'
import { lockOrder, type OrderRecord } from '#server/orders/order-record.ts'
import { readCreditCents } from '#server/orders/refunded-lines.ts'
import { hasPayment, queueReturn } from '#server/payments/cards/card-payment-record.ts'
import { flagPayment } from '#server/payments/cards/settle-intent.ts'
import type { Db } from '#server/platform/db/client.ts'
import { found } from '#server/platform/http/refusal.ts'
import { countPayment } from '#server/platform/metrics/count-events.ts'
import type { Intent } from '#server/platform/vendors/stripe.ts'
import { endIntentRow, findIntent, type MilestoneIntent } from './milestone-intents.ts'

/** A payment intent as an event or an answer of the provider states it. */
type StatedIntent = Pick<Intent, 'id' | 'amountCents' | 'currency' | 'orderId'>

/**
 * Applies what the provider says of the card payment of a milestone, in the caller's transaction: the one place for events, the return of
 * the buyer and the job. A paid one is recorded once; one that came too late goes back to its card.
 * @returns the outcome in a few words; null for an intent of no milestone
 */
export async function settleMilestone(
  tx: Db,
  intent: StatedIntent,
  status: 'succeeded' | 'canceled' | null,
  at: Date,
): Promise<string | null> {
  const row = await findIntent(tx, intent.id)
  if (!row) return null
  if (status === null) return 'not paid yet'
  const record = found(await lockOrder(tx, row.orderId, null)) // before the row: as every change of an order
  if (status === 'canceled') {
    await endIntentRow(tx, row.id, at)
    return 'card payment ended'
  }
  await endIntentRow(tx, row.id, at)
  if (await hasPayment(tx, row.orderId, intent.id)) return 'paid before'
  return settle(tx, record, { row, intent, at })
}

async function settle(
  tx: Db,
  record: OrderRecord,
  { row, intent, at }: { row: MilestoneIntent; intent: StatedIntent; at: Date },
): Promise<string> {
  const { id, amountCents, currency } = intent
  if (amountCents !== row.amountCents || currency.toUpperCase() !== row.currency || intent.orderId !== row.orderId) {
    const came = `${(amountCents / 100).toFixed(2)} ${currency.toUpperCase()}`
    const problem = `We received card payment ${id} of ${came}, but asked for ${formatMoney(row.amountCents, row.currency)}.`
    await flagPayment(tx, record, intent, problem, { at })
    countPayment(tx, 'mismatch')
    return 'does not fit: left for staff'
  }
  if (!(await isOwed(tx, record, row))) {
    if (!(await queueReturn(tx, { intentId: id, amountCents }, at))) return 'paid twice: reported before'
    const problem = "We received a card payment for a part of the order that was no longer due. It's being refunded."
    await flagPayment(tx, record, intent, problem, { at })
    countPayment(tx, 'twice')
    return 'paid twice: sent back'
  }
  await receiveMoney(tx, record, { method: 'card', reference: id, receivedCents: amountCents, paidAt: at }, { actor: null, at })
  return 'paid'
}

/** Returns whether the milestone of a card payment is still open, and its amount not more than is due. */
async function isOwed(tx: Db, record: OrderRecord, { milestoneId, amountCents }: MilestoneIntent): Promise<boolean> {
  const { order, parts } = record
  if (order.status === 'cancelled' || order.paymentMethod === 'card' || !isUnsettled(order)) return false
  if (amountCents > openCents(order, parts, await readCreditCents(tx, record))) return false
  return milestonesOf(record).some(({ id, openCents: cents }) => id === milestoneId && cents > 0)
}
