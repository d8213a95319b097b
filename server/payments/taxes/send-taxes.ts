import { MINUTE_MS } from '#domain/time.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { claimDue, findLongestDue, inTraceOf, markDone, nextAttempt, reschedule } from '#server/platform/outbox.ts'
import { ProviderError } from '#server/platform/vendors/stripe.ts'
import type { TaxCalculator } from '#server/platform/vendors/stripe-tax.ts'
import { findTaxTransaction, storeTaxTransaction, TAX_MESSAGES, type TaxMessage } from './tax-queue.ts'

const BATCH = 10
/** Duration of the lease on a message. */
const LEASE_MS = 2 * MINUTE_MS
/** Minutes to wait after the first failure, the second, and so on. */
const PAUSES = [0.1, 1, 5, 15, 30, 60]

type Recorder = Pick<TaxCalculator, 'recordTax' | 'reverseTax'>

/** Checks if taxes have to be recorded at the provider. */
export async function hasDueTax({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<boolean> {
  return (await findLongestDue(db, TAX_MESSAGES, now())) !== null
}

/**
 * Records the taxes of paid orders at the provider, and takes those of refunds back: leased in one short transaction, sent outside of it
 * under a key that is the same at every attempt, so that each settles once, also when the server ends in between.
 * @returns a summary in words
 */
export async function sendTaxes(deps: Deps, provider: Recorder, signal?: AbortSignal): Promise<string> {
  let done = 0
  let failed = 0
  for (;;) {
    signal?.throwIfAborted()
    const at = deps.now()
    const claimed = await inTransaction(deps.db, (tx) => claimDue(tx, TAX_MESSAGES, { at, leaseMs: LEASE_MS, limit: BATCH }))
    if (claimed.length === 0) return failed > 0 ? `${done} done, ${failed} to retry.` : `${done} done.`
    for (const message of claimed) {
      if (await inTraceOf(message, () => trySend(deps, provider, message as TaxMessage)))
        done += 1 // of the claimed kinds
      else failed += 1
    }
  }
}

async function trySend(deps: Deps, provider: Recorder, message: TaxMessage): Promise<boolean> {
  const { db, now } = deps
  try {
    const isSent = message.kind === 'tax-sale' ? await sendSale(deps, provider, message) : await sendReversal(deps, provider, message)
    if (!isSent) throw new ProviderError('The sale is not recorded yet.', false)
    await markDone(db, message.id, now())
    return true
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.isFinal) {
      await giveUp(deps, message, error.message)
      return true
    }
    await reschedule(db, message.id, { error: error.message, dueAt: nextAttempt(PAUSES, message.attempts, now()) })
    return false
  }
}

async function sendSale({ db, now }: Deps, provider: Recorder, { payload }: TaxMessage): Promise<true> {
  const { orderId, calculationId, reference } = payload
  const transactionId = await provider.recordTax({ calculationId, reference }, `tax-sale:${calculationId}`)
  await storeTaxTransaction(db, { calculationId, orderId, transactionId, createdAt: now() })
  return true
}

/** Takes taxes back. @returns false while the sale is not recorded */
async function sendReversal({ db }: Deps, provider: Recorder, { payload }: TaxMessage): Promise<boolean> {
  const { calculationId, reference, amountCents = 0 } = payload
  const sale = await findTaxTransaction(db, calculationId)
  if (!sale) return false
  if (sale.transactionId === null) return true // the provider has nothing of it
  await provider.reverseTax({ transactionId: sale.transactionId, reference, amountCents }, `tax-reversal:${reference}`)
  return true
}

/** Ends what the provider refused for good: staff enter it there by hand. */
async function giveUp({ db, now }: Deps, { id, kind, payload }: TaxMessage, problem: string): Promise<void> {
  const { orderId, calculationId, reference } = payload
  const at = now()
  await inTransaction(db, async (tx) => {
    if (kind === 'tax-sale') await storeTaxTransaction(tx, { calculationId, orderId, transactionId: null, createdAt: at })
    await notify(tx, {
      audience: { staff: 'orders.read' },
      kind: 'tax-not-recorded',
      title: `Stripe Tax refused to record ${reference}`,
      text: `Enter it in Stripe manually. ${problem}`,
      path: `/admin/orders/${orderId}`,
      dedupeKey: `tax-not-recorded:${id}`,
      at,
    })
    await markDone(tx, id, at, problem)
  })
}
