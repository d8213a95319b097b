import { formatMoney } from '#domain/money.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { lockOrder, type OrderRecord } from '#server/orders/order-record.ts'
import { hasOpenDispute } from '#server/payments/disputes/dispute-list.ts'
import { answerCardRefund, findCardRefund, listCardRefunds } from '#server/payments/refunds/card-refunds.ts'
import { findRefund, type RefundRow, storeRefundProblem } from '#server/payments/refunds/order-refunds.ts'
import { failRefund, settleRefund } from '#server/payments/refunds/settle-refund.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { claimDue, findLongestDue, inTraceOf, markDone, nextAttempt, reschedule } from '#server/platform/outbox.ts'
import { type PaymentProvider, ProviderError, type SentRefund } from '#server/platform/vendors/stripe.ts'
import { PROVIDER_REQUESTS, type ProviderRequest, storeProblem } from './card-payment-record.ts'
import { endIntent, followIntent } from './follow-intent.ts'
import { lockIntentOrder } from './settle-intent.ts'

const BATCH = 5
/** Duration of the lease on a request. */
const LEASE_MS = 2 * MINUTE_MS
/** Problem of a refund whose payment was disputed before it was sent. */
const DISPUTED = 'The payment is disputed. Send the refund again once the dispute is closed.'
/** Minutes to wait after the first failure, the second, and so on: the provider remembers a key for a day. */
const PAUSES = [0.1, 1, 5, 15, 30, 60, 120, 240]

/** Checks if a request to the provider is due. */
export async function hasDueRequest({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<boolean> {
  return (await findLongestDue(db, PROVIDER_REQUESTS, now())) !== null
}

/**
 * Sends the refunds and cancellations of payments that are due in the outbox to the provider: leased in one short transaction, sent outside
 * of it under a key that is the same at every attempt, then recorded.
 * @returns a summary in words
 */
export async function sendRequests(deps: Deps, provider: PaymentProvider, signal?: AbortSignal): Promise<string> {
  let done = 0
  let failed = 0
  for (;;) {
    signal?.throwIfAborted()
    const at = deps.now()
    const claimed = await inTransaction(deps.db, (tx) => claimDue(tx, PROVIDER_REQUESTS, { at, leaseMs: LEASE_MS, limit: BATCH }))
    if (claimed.length === 0) return failed > 0 ? `${done} done, ${failed} to retry.` : `${done} done.`
    for (const message of claimed) {
      if (await inTraceOf(message, () => trySend(deps, provider, message as ProviderRequest)))
        done += 1 // of the claimed kinds
      else failed += 1
    }
  }
}

async function trySend(deps: Deps, provider: PaymentProvider, request: ProviderRequest): Promise<boolean> {
  try {
    await send(deps, provider, request)
    await markDone(deps.db, request.id, deps.now())
    return true
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    await reschedule(deps.db, request.id, { error: error.message, dueAt: nextAttempt(PAUSES, request.attempts, deps.now()) })
    if (request.attempts >= PROVIDER_REQUESTS.maxAttempts) await giveUp(deps, request, error.message)
    return false
  }
}

/**
 * Fails what could not be refunded, after the last attempt: staff are notified, and the request is done. A cancellation stays a dead
 * message.
 */
async function giveUp(
  deps: Deps,
  { id, kind, payload: { refundId, paymentId, intentId } }: ProviderRequest,
  problem: string,
): Promise<void> {
  if (refundId) await recordProviderResult(deps, { refundId, paymentId }, { id: '', status: 'failed', problem })
  else if (kind === 'intent-return' && intentId) await notifyUnreturned(deps, intentId, problem)
  else return
  await markDone(deps.db, id, deps.now(), problem)
}

/** Notifies staff of a second payment of an order that the provider did not refund: it was never recorded, so a person has to do it. */
async function notifyUnreturned({ db, now }: Deps, intentId: string, problem: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const record = await lockIntentOrder(tx, intentId, null)
    if (!record) return
    const { id, number } = record.order
    const text = `The second card payment ${intentId} couldn't be refunded: ${problem}`
    await storeProblem(tx, id, text, now())
    await recordAudit(tx, { actor: null, action: 'order.refund_failed', targetType: 'order', targetId: id, after: { intentId, problem } })
    await notify(tx, {
      audience: { staff: 'orders.read' },
      kind: 'refund-failed',
      title: `A second payment for order ${number} wasn't refunded`,
      text,
      path: `/admin/orders/${id}`,
      dedupeKey: `return-failed:${intentId}`,
      at: now(),
    })
  })
}

async function send(deps: Deps, provider: PaymentProvider, { kind, payload, attempts }: ProviderRequest): Promise<void> {
  const { refundId, paymentId, intentId, amountCents } = payload
  if (kind === 'refund' && refundId) return sendRefund(deps, provider, { refundId, paymentId }, attempts === 1)
  if (!intentId) return
  if (kind === 'intent-return' && amountCents) {
    const sent = await refusable(provider.createRefund({ intentId, amountCents }, `return:${intentId}`))
    if (sent.status === 'failed') await notifyUnreturned(deps, intentId, sent.problem ?? 'It was refused.')
    return
  }
  const intent = await endIntent(provider, intentId)
  await followIntent(deps, intent)
  if (intent.status !== 'canceled' && intent.status !== 'succeeded') throw new ProviderError('The payment is being processed.', false)
}

/** Returns the provider's answer to a refund, a final refusal included. */
async function refusable(asked: Promise<SentRefund>): Promise<SentRefund> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof ProviderError) || !error.isFinal) throw error
    // somebody sent it back there by hand
    if (error.reason === 'charge_already_refunded') return { id: '', status: 'succeeded', problem: null }
    return { id: '', status: 'failed', problem: error.message }
  }
}

/**
 * Checks for a dispute at the first attempt only: the provider may have made the refund at an earlier one, and the same key returns its
 * result.
 */
async function sendRefund(deps: Deps, provider: PaymentProvider, of: SentPart, isFirst: boolean): Promise<void> {
  const { refundId, paymentId } = of
  const asked = await findRefund(deps.db, refundId)
  if (!asked || asked.refund.status !== 'requested') return
  const { refund, paymentIntentId } = asked
  const card = paymentId === undefined ? null : await findCardRefund(deps.db, refundId, paymentId)
  const intentId = card?.intentId ?? paymentIntentId
  const fail = (problem: string) => recordProviderResult(deps, of, { id: '', status: 'failed', problem })
  if (!intentId) return fail('The order has no card payment.')
  if (isFirst && (await hasOpenDispute(deps.db, refund.orderId))) return fail(DISPUTED)
  const amountCents = card?.part.sentCents ?? refund.amountCents
  const key = ['refund', refundId, ...(paymentId === undefined ? [] : [paymentId])].join(':')
  await recordProviderResult(deps, of, await refusable(provider.createRefund({ intentId, amountCents, refundId }, key)))
}

/** A refund, or the part of it that goes back to the card of one of several payments. */
interface SentPart {
  refundId: string
  paymentId: string | undefined
}

/** Records the result of a refund: `pending` counts as sent, an event of the provider corrects it. */
async function recordProviderResult({ db, now }: Deps, { refundId, paymentId }: SentPart, sent: SentRefund): Promise<void> {
  const at = now()
  await inTransaction(db, async (tx) => {
    const found = await lockRefundOrder(tx, refundId)
    if (!found) return
    if (paymentId !== undefined) await recordPart(tx, found, { paymentId, sent, at })
    else if (sent.status === 'failed') await failRefund(tx, found.record, refundId, { problem: sent.problem ?? 'It was refused.', at })
    else await settleRefund(tx, found.record, refundId, { reference: sent.id || refundId, at })
  })
}

/**
 * Records the result for the card of one of several payments. The refund settles with its last answer; what a card refused is to be sent by
 * hand, unless nothing else of it was sent.
 */
async function recordPart(
  tx: Db,
  { record, refund }: { record: OrderRecord; refund: RefundRow },
  { paymentId, sent, at }: { paymentId: string; sent: SentRefund; at: Date },
): Promise<void> {
  if (refund.status !== 'requested') return
  const isSent = sent.status !== 'failed'
  const problem = sent.problem ?? 'It was refused.'
  const answer = isSent ? { reference: sent.id || `${refund.id}:${paymentId}` } : { problem }
  await answerCardRefund(tx, { refundId: refund.id, paymentId }, answer)
  const parts = await listCardRefunds(tx, refund.id)
  const waits = parts.some((part) => part.sentCents > 0 && part.reference === null && part.problem === null)
  if (waits) return
  const refused = parts.filter((part) => part.problem !== null)
  const isNothingSent = refused.reduce((sum, { amountCents }) => sum + amountCents, 0) === refund.amountCents
  if (isNothingSent) return void (await failRefund(tx, record, refund.id, { problem, at }))
  const refusedCents = refused.reduce((sum, { sentCents }) => sum + sentCents, 0)
  if (refusedCents > 0) await notifyRefused(tx, record, { refund, refusedCents, problem, at })
  await settleRefund(tx, record, refund.id, { reference: refund.id, at })
}

/** Notifies staff of what a card refused of a refund whose rest was sent: a person has to send it. */
async function notifyRefused(
  tx: Db,
  { order }: OrderRecord,
  { refund, refusedCents, problem, at }: { refund: RefundRow; refusedCents: number; problem: string; at: Date },
): Promise<void> {
  const amount = formatMoney(refusedCents, refund.currency)
  const text = `The card of a payment refused ${amount} of a refund: ${problem} Transfer it to the buyer.`
  await storeProblem(tx, order.id, text, at)
  await storeRefundProblem(tx, refund.id, text)
  await notify(tx, {
    audience: { staff: 'orders.read' },
    kind: 'refund-failed',
    title: `Transfer ${amount} of a refund for order ${order.number}`,
    text,
    path: `/admin/orders/${order.id}`,
    dedupeKey: `refund-refused:${refund.id}`,
    at,
  })
}

async function lockRefundOrder(tx: Db, refundId: string): Promise<{ record: OrderRecord; refund: RefundRow } | null> {
  const asked = await findRefund(tx, refundId)
  const record = asked && (await lockOrder(tx, asked.refund.orderId, null))
  return asked && record ? { record, refund: asked.refund } : null
}
