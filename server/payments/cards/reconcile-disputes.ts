import { DAY_MS } from '#domain/time.ts'
import { readKnownSince } from '#server/payments/disputes/dispute-list.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { type PaymentProvider, ProviderError } from '#server/platform/vendors/stripe.ts'
import type { ReportedDispute } from '#server/platform/vendors/stripe-disputes.ts'
import { findIntentOrder, hasCardPayment, hasPayment } from './card-payment-record.ts'
import { followDispute } from './follow-dispute.ts'
import { followIntent } from './follow-intent.ts'

/** Banks decide within months; older disputes are over. */
const DAYS = 180

const beginning = ({ now }: Pick<Deps, 'now'>) => new Date(now().getTime() - DAYS * DAY_MS)

/** Says if there is any card payment that could still be disputed. */
export function hasDisputable(deps: Pick<Deps, 'db' | 'now'>): Promise<boolean> {
  return hasCardPayment(deps.db, beginning(deps))
}

/** Asks the provider for all disputes of the last half year, for when its messages are lost. @returns what it found, in words */
export async function reconcileDisputes(deps: Deps, provider: PaymentProvider, signal?: AbortSignal): Promise<string> {
  const asked = deps.now()
  const knownSince = await readKnownSince(deps.db)
  const found = new Map<string, number>()
  for (const dispute of await provider.listDisputes(beginning(deps), asked)) {
    signal?.throwIfAborted()
    await settleDisputed(deps, provider, dispute)
    const { outcome } = await inTransaction(deps.db, (tx) => followDispute(tx, dispute, { at: deps.now(), reportedAt: asked, knownSince }))
    found.set(outcome, (found.get(outcome) ?? 0) + 1)
  }
  return [...found].map(([outcome, times]) => `${times} ${outcome}`).join(', ') || 'No disputes.'
}

/**
 * Writes down the payment of an order that the shop hears of by its dispute first.
 * @throws ProviderError when the provider does not answer
 */
async function settleDisputed(deps: Deps, provider: PaymentProvider, { intentId }: ReportedDispute): Promise<void> {
  const order = await findIntentOrder(deps.db, intentId, null)
  if (!order || (await hasPayment(deps.db, order.id, intentId))) return
  try {
    await followIntent(deps, await provider.retrieveIntent(intentId))
  } catch (error) {
    if (!(error instanceof ProviderError && error.isFinal)) throw error // unknown there: left to staff
  }
}

/** As `settleDisputed`, for a message: 503 when the provider does not answer, so that the message comes again. */
export async function prepareDispute(deps: Deps, provider: PaymentProvider, dispute: ReportedDispute): Promise<void> {
  try {
    await settleDisputed(deps, provider, dispute)
  } catch (error) {
    if (error instanceof ProviderError) refuse('stripe_unavailable')
    throw error
  }
}
