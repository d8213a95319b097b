import type { Deps } from '#server/platform/deps.ts'
import { type PaymentProvider, ProviderError } from '#server/platform/vendors/stripe.ts'
import { listWaiting } from './card-payment-record.ts'
import { followIntent } from './follow-intent.ts'

const BATCH = 50
/** Younger orders are left to the messages of the provider. */
const PENDING_MS = 2 * 60_000

const beginning = ({ now }: Pick<Deps, 'now'>) => new Date(now().getTime() - PENDING_MS)

/** Checks if any order has waited long enough for its payment to ask the provider. */
export async function hasWaiting(deps: Pick<Deps, 'db' | 'now'>): Promise<boolean> {
  return (await listWaiting(deps.db, beginning(deps), null, 1)).length > 0
}

/** Asks the provider about every order that waits for its payment, in case its events were lost. @returns a summary in words */
export async function reconcilePayments(deps: Deps, provider: PaymentProvider, signal?: AbortSignal): Promise<string> {
  const before = beginning(deps)
  const found = new Map<string, number>()
  for (let after: string | null = null; ; ) {
    const waiting = await listWaiting(deps.db, before, after, BATCH)
    for (const { id, paymentIntentId } of waiting) {
      signal?.throwIfAborted()
      after = id
      if (!paymentIntentId) continue
      const outcome = await outcomeOf(deps, provider, paymentIntentId)
      found.set(outcome, (found.get(outcome) ?? 0) + 1)
    }
    if (waiting.length < BATCH) break
  }
  return [...found].map(([outcome, times]) => `${times} ${outcome}`).join(', ') || 'Nothing to check.'
}

async function outcomeOf(deps: Deps, provider: PaymentProvider, intentId: string): Promise<string> {
  try {
    return await followIntent(deps, await provider.retrieveIntent(intentId))
  } catch (error) {
    if (error instanceof ProviderError && error.isFinal) return 'unknown to the payment service'
    throw error
  }
}
