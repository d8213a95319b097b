import { toDecimal } from '#domain/money.ts'
import { isUnsettled, openCents } from '#domain/order.ts'
import { cardMilestone } from '#server/orders/order-milestones.ts'
import { lockOrder, type OrderRow } from '#server/orders/order-record.ts'
import { readCreditCents } from '#server/orders/refunded-lines.ts'
import { endIntent } from '#server/payments/cards/follow-intent.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { type Intent, type PaymentProvider, ProviderError, within } from '#server/platform/vendors/stripe.ts'
import { FIRST_CHECK_MS, followMilestone } from './follow-milestone.ts'
import { endIntentRow, findOpenIntent, insertIntent, type MilestoneIntent, storeIntentId } from './milestone-intents.ts'

/** Longest time in ms that a buyer waits for the provider, in all. */
const ANSWER_MS = 9000
/** Card payments that are ended one after the other, because the order changes meanwhile, before the buyer is asked to try again. */
const TURNS = 3

/** A milestone's card payment that the browser may confirm. */
interface CardPayment {
  clientSecret: string
  orderId: string
  orderNumber: string
  amount: number
  currency: OrderRow['currency']
}

/**
 * Begins the card payment of the next milestone of the caller's order: one at a time, so that two tabs pay the same one. When its amount or
 * milestone has changed, the provider ends the earlier payment first. 503 where the shop charges no cards or the provider does not answer.
 * @throws the refusals `already_paid`, `order_cancelled`, `not_by_card` and `payment_processing`
 */
export async function payMilestone(deps: Deps, provider: PaymentProvider | null, actor: Actor, orderId: string): Promise<CardPayment> {
  if (provider === null) refuse('payment_not_configured')
  const end = performance.now() + ANSWER_MS
  try {
    for (let turn = 0; turn < TURNS; turn += 1) {
      const begun = await begin(deps, actor, orderId)
      const { order, row } = begun
      const intent = await within(end - performance.now(), begun.isOther ? endOther(deps, provider, row) : ensure(deps, provider, begun))
      if (intent === null) continue
      if (intent.status === 'processing' || intent.status === 'requires_capture') refuse('payment_processing')
      await followMilestone(deps, intent)
      if (intent.status === 'succeeded') refuse('already_paid', { extra: { orderNumber: order.number } })
      if (intent.status === 'canceled' || begun.isOther) continue
      const { clientSecret } = intent
      return { clientSecret, orderId, orderNumber: order.number, amount: toDecimal(row.amountCents), currency: row.currency }
    }
  } catch (error) {
    if (error instanceof ProviderError) refuse('payment_unavailable')
    throw error
  }
  return refuse('payment_unavailable')
}

/** The open card payment of an order; `isOther`: for another milestone or amount than is due now. */
interface Begun {
  order: OrderRow
  row: MilestoneIntent
  isOther: boolean
}

function begin({ db, now }: Deps, { userId }: Actor, orderId: string): Promise<Begun> {
  return inTransaction(db, async (tx) => {
    const record = found(await lockOrder(tx, orderId, { userId }))
    const { order, parts } = record
    if (order.status === 'cancelled') refuse('order_cancelled')
    if (!isUnsettled(order)) refuse('already_paid', { extra: { orderNumber: order.number } })
    const due = cardMilestone(record, openCents(order, parts, await readCreditCents(tx, record)))
    if (!due) return refuse('not_by_card')
    const open = await findOpenIntent(tx, orderId)
    if (open) return { order, row: open, isOther: open.milestoneId !== due.id || open.amountCents !== due.amountCents }
    const { amountCents, id: milestoneId } = due
    const at = now()
    const checkAt = new Date(at.getTime() + FIRST_CHECK_MS)
    const values = { orderId, milestoneId, amountCents, currency: order.currency, createdAt: at, checkedAt: at, checkAt }
    return { order, row: await insertIntent(tx, values), isOther: false }
  })
}

/** Ends an earlier card payment at the provider. @returns null where the provider had none, whose secret nobody has */
async function endOther({ db, now }: Deps, provider: PaymentProvider, { id, intentId }: MilestoneIntent): Promise<Intent | null> {
  if (intentId) return endIntent(provider, intentId)
  await endIntentRow(db, id, now())
  return null
}

/**
 * Returns the intent of a card payment, created when there is none: a repetition sends the same key with the same amount, and so gets the
 * same intent. @returns null where the card payment has ended meanwhile
 */
async function ensure({ db, now }: Deps, provider: PaymentProvider, { order, row }: Begun): Promise<Intent | null> {
  if (row.intentId) return provider.retrieveIntent(row.intentId)
  const { amountCents, currency } = row
  try {
    const intent = await provider.createIntent(
      { orderId: order.id, orderNumber: order.number, amountCents, currency },
      `milestone:${row.id}`,
    )
    if (await storeIntentId(db, row.id, intent.id)) return intent
    await endIntent(provider, intent.id)
    return null
  } catch (error) {
    if (error instanceof ProviderError && error.isFinal) await endIntentRow(db, row.id, now())
    throw error
  }
}
