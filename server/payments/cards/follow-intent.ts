import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { countPayment } from '#server/platform/metrics/count-events.ts'
import { type Intent, type PaymentProvider, ProviderError } from '#server/platform/vendors/stripe.ts'
import { advancePayment } from './card-payment-record.ts'
import { releaseHold } from './release-hold.ts'
import { lockIntentOrder, type Settlement, settleIntent } from './settle-intent.ts'

/** A step of an intent that changes its order. */
export type IntentStep = 'succeeded' | 'processing' | 'failed' | 'canceled'

/** Updates the order of an intent to its status at the provider, in a transaction of its own. @returns the outcome in a few words */
export async function followIntent({ db, now }: Pick<Deps, 'db' | 'now'>, intent: Intent): Promise<string> {
  const step = (['succeeded', 'processing', 'canceled'] as const).find((status) => status === intent.status)
  return step ? (await inTransaction(db, (tx) => applyStep(tx, intent, step, { at: now() }))).outcome : 'not paid yet'
}

/**
 * Applies a step of an intent to its order, in the caller's transaction: the one place for events, the return page, the reconciler and the
 * end of a reservation. A step that the order has passed changes nothing, so that steps may be reported in any order.
 */
export async function applyStep(
  tx: Db,
  intent: Pick<Intent, 'id' | 'amountCents' | 'currency' | 'orderId'>,
  step: IntentStep,
  by: { at: Date; requestId?: string },
): Promise<Settlement> {
  if (step === 'succeeded') return settleIntent(tx, intent, by)
  const record = await lockIntentOrder(tx, intent.id, intent.orderId)
  if (!record) return { outcome: 'no order of ours', orderId: null }
  const { order } = record
  const result = (outcome: string) => ({ outcome, orderId: order.id })
  // Pay Later orders ignore the steps of a card: no later one would take them back
  if (order.paymentIntentId !== intent.id || order.paymentMethod !== 'card') return result('of an earlier payment')
  if (step === 'canceled') return result((await releaseHold(tx, record, by.at)) ? 'hold released' : 'nothing to do')
  if (!(await advancePayment(tx, order.id, step, by.at))) return result('further already')
  if (step === 'failed') countPayment(tx, 'failed')
  return result(step)
}

/**
 * Ends an intent at the provider.
 * @returns it as it is then: canceled, or in a state that can no longer be ended (paid, being processed)
 */
export async function endIntent(provider: PaymentProvider, intentId: string): Promise<Intent> {
  try {
    return await provider.cancelIntent(intentId)
  } catch (error) {
    if (error instanceof ProviderError && error.isFinal) return provider.retrieveIntent(intentId)
    throw error
  }
}
