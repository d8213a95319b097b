import { formatMoney } from '#domain/money.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { applyTransition } from '#server/payouts/apply-transition.ts'
import { findPayout, lockPayout, type PayoutRow } from '#server/payouts/payout-list.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { claimDue, findLongestDue, inTraceOf, markDone, nextAttempt, type OutboxMessage, reschedule } from '#server/platform/outbox.ts'
import { ProviderError } from '#server/platform/vendors/stripe.ts'
import type { PayoutProvider, SentTransfer, TransferAsk } from '#server/platform/vendors/stripe-connect.ts'
import { TRANSFERS } from './transfer-queue.ts'

/** Duration of the lease on a transfer. */
const LEASE_MS = 3 * MINUTE_MS
/** Minutes to wait after the first failure, the second, and so on; the last goes on for ever. */
const PAUSES = [0.1, 1, 5, 15, 30, 60, 120, 240]
/** Attempts without an answer after which staff are notified. */
const NOTIFY_AFTER = 9

/** Checks if a transfer is due. */
export async function hasDueTransfer({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<boolean> {
  return (await findLongestDue(db, TRANSFERS, now())) !== null
}

/**
 * Sends the payouts by Stripe that wait in the outbox: each taken in one short transaction, asked for outside of it under the one key of
 * its payout, then written down. Without an answer it is tried again, until the provider has said yes or no: nothing fails by a guess.
 * @returns what it did, in words
 */
export async function sendTransfers(deps: Deps, provider: PayoutProvider, signal?: AbortSignal): Promise<string> {
  let done = 0
  let waiting = 0
  for (;;) {
    signal?.throwIfAborted()
    const at = deps.now()
    const [message] = await inTransaction(deps.db, (tx) => claimDue(tx, TRANSFERS, { at, leaseMs: LEASE_MS, limit: 1 }))
    if (!message) return waiting > 0 ? `${done} done, ${waiting} to retry.` : `${done} done.`
    if (await inTraceOf(message, () => trySend(deps, provider, message))) done += 1
    else waiting += 1
  }
}

async function trySend(deps: Deps, provider: PayoutProvider, { id, payload, attempts }: OutboxMessage): Promise<boolean> {
  const ask = payload as TransferAsk // written by queueTransfer
  try {
    const payout = await findPayout(deps.db, ask.payoutId)
    const answer = payout?.status === 'sent' ? await send(provider, ask, attempts) : null
    await inTransaction(deps.db, (tx) => settle(tx, id, ask, answer, deps.now()))
    return true
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const dueAt = nextAttempt(PAUSES, attempts, deps.now())
    await inTransaction(deps.db, async (tx) => {
      await reschedule(tx, id, { error: error.message, dueAt })
      if (attempts === NOTIFY_AFTER) await notifyUnanswered(tx, ask, error.message, deps.now())
    })
    return false
  }
}

/**
 * The transfer, or the words of its refusal. From the second try on the one that may be there already is looked for: keys are forgotten
 * after a day.
 */
async function send(provider: PayoutProvider, ask: TransferAsk, attempts: number): Promise<SentTransfer | string> {
  const made = attempts > 1 ? await provider.findTransfer(ask.payoutId) : null
  if (made) return made
  try {
    return await provider.createTransfer(ask, `payout:${ask.payoutId}`)
  } catch (error) {
    // a key that was used for something else says nothing about this transfer
    if (!(error instanceof ProviderError) || !error.isFinal || error.reason === 'idempotency_error') throw error
    return error.message
  }
}

/** Writes down what the provider answered, unless a message of it was faster. */
async function settle(tx: Db, id: number, ask: TransferAsk, answer: SentTransfer | string | null, at: Date): Promise<void> {
  const payout = await lockPayout(tx, ask.payoutId)
  await markDone(tx, id, at)
  if (!payout || payout.status !== 'sent' || answer === null) return
  if (typeof answer === 'string') return failTransfer(tx, payout, { problem: answer.slice(0, 300), at })
  const { id: reference, reversedCents, amountCents } = answer
  if (reversedCents >= amountCents) return failTransfer(tx, payout, { problem: 'The transfer was reversed.', reference, at })
  await applyTransition(tx, payout, { status: 'paid', reference }, { actor: null, at })
}

/** Fails a locked payout, which returns to its seller's balance, and notifies staff. */
export async function failTransfer(
  tx: Db,
  payout: PayoutRow,
  { problem, reference, at }: { problem: string; reference?: string; at: Date },
): Promise<void> {
  await applyTransition(tx, payout, { status: 'failed', problem, reference }, { actor: null, at })
  const { id, number, amountCents, currency, businessName } = payout
  await notify(tx, {
    audience: { staff: 'finance.read' },
    kind: 'payout-failed',
    title: `Stripe payout ${number} failed`,
    text: `${formatMoney(amountCents, currency)} for ${businessName}: ${problem} The money is back in the seller's balance.`,
    path: '/admin/payouts',
    dedupeKey: `transfer-failed:${id}`,
    at,
  })
}

async function notifyUnanswered(tx: Db, { payoutId }: TransferAsk, problem: string, at: Date): Promise<void> {
  const payout = await findPayout(tx, payoutId)
  if (!payout) return
  await notify(tx, {
    audience: { staff: 'finance.read' },
    kind: 'payout-waiting',
    title: `Stripe hasn't confirmed payout ${payout.number} yet`,
    text: `We'll keep asking until Stripe confirms or refuses it. Last response: ${problem}`,
    path: '/admin/payouts',
    dedupeKey: `transfer-waiting:${payoutId}`,
    at,
  })
}
