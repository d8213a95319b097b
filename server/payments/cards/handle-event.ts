import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { PaymentProvider, ProviderEvent } from '#server/platform/vendors/stripe.ts'
import { adoptRefund } from './adopt-refund.ts'
import { insertProviderEvent, storeOutcome } from './card-payment-record.ts'
import { followDispute } from './follow-dispute.ts'
import { applyStep, type IntentStep } from './follow-intent.ts'
import { recordFailedRefund } from './record-failed-refund.ts'
import type { Settlement } from './settle-intent.ts'

/** Acts on events of the provider that are not about the payment of a whole order. */
export interface EventFollower {
  /** Runs before the transaction, where the provider can be called. */
  before: (deps: Deps, provider: PaymentProvider, event: ProviderEvent) => Promise<void>
  /** Returns the outcome in a few words; null for events of no concern. */
  act: (tx: Db, event: ProviderEvent, at: Date) => Promise<string | null>
  /** Asks the provider about the payments of an order that it follows. */
  check?: (deps: Deps, provider: PaymentProvider, orderId: string) => Promise<void>
}

/**
 * Acts on an event of the provider, once: its id is stored in the transaction of its effect, so that a repetition waits for the first
 * and then does nothing. Events may arrive in any order.
 * @returns the outcome, null for an event that was handled before
 */
export async function handleEvent(
  { db, now }: Deps,
  event: ProviderEvent,
  followers: readonly EventFollower[],
  requestId: string,
): Promise<Settlement | null> {
  return inTransaction(db, async (tx) => {
    const at = now()
    if (!(await insertProviderEvent(tx, { id: event.id, type: event.type, at }))) return null
    const followed = event.isOurMode ? await followEach(tx, followers, event, at) : 'of the other mode'
    const settlement = followed === null ? await act(tx, event, { at, requestId }) : { outcome: followed, orderId: null }
    await storeOutcome(tx, event.id, settlement)
    return settlement
  })
}

async function followEach(tx: Db, followers: readonly EventFollower[], event: ProviderEvent, at: Date): Promise<string | null> {
  for (const follower of followers) {
    const outcome = await follower.act(tx, event, at)
    if (outcome !== null) return outcome
  }
  return null
}

/** The events about the payment of an order, and the step of its intent that each reports. */
const STEPS: Readonly<Record<string, IntentStep>> = {
  'payment_intent.succeeded': 'succeeded',
  'payment_intent.processing': 'processing',
  'payment_intent.payment_failed': 'failed',
  'payment_intent.canceled': 'canceled',
}

async function act(tx: Db, { type, about, at: reportedAt }: ProviderEvent, by: { at: Date; requestId: string }): Promise<Settlement> {
  if (about?.kind === 'charge') return adoptRefund(tx, about.charge, by)
  if (about?.kind === 'failed-refund') return recordFailedRefund(tx, about.refund, by.at)
  if (about?.kind === 'dispute') return followDispute(tx, about.dispute, { at: by.at, reportedAt })
  if (about?.kind !== 'intent') return { outcome: 'nothing to do', orderId: null }
  const step = STEPS[type]
  return step ? applyStep(tx, about.intent, step, by) : { outcome: 'nothing to do', orderId: null }
}
