import { lockOrder } from '#server/orders/order-record.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Intent, type PaymentProvider, ProviderError } from '#server/platform/vendors/stripe.ts'
import { advancePayment } from './card-payment-record.ts'
import { releaseHold } from './release-hold.ts'
import { lockIntentOrder, settleIntent } from './settle-intent.ts'

/** Updates the order of an intent to the status of the intent at the provider. @returns the outcome in a few words */
export async function followIntent({ db, now }: Pick<Deps, 'db' | 'now'>, intent: Intent): Promise<string> {
  const at = now()
  if (intent.status === 'succeeded') return (await inTransaction(db, (tx) => settleIntent(tx, intent, { at }))).outcome
  if (intent.status === 'processing') return inTransaction(db, (tx) => markProcessing(tx, intent, at))
  if (intent.status === 'canceled') return inTransaction(db, (tx) => release(tx, intent, at))
  return 'not paid yet'
}

async function markProcessing(tx: Db, intent: Intent, at: Date): Promise<string> {
  const record = await lockIntentOrder(tx, intent.id, intent.orderId)
  const order = record?.order
  // Pay Later orders ignore the card's processing state: no later event would clear it
  if (order?.paymentIntentId === intent.id && order.paymentMethod === 'card') await advancePayment(tx, order.id, 'processing', at)
  return 'being processed'
}

async function release(tx: Db, intent: Intent, at: Date): Promise<string> {
  const record = await lockIntentOrder(tx, intent.id, intent.orderId)
  if (record?.order.paymentIntentId !== intent.id) return 'of an earlier payment'
  return (await releaseHold(tx, record, at)) ? 'hold released' : 'nothing to do'
}

/** Ends an intent at the provider. @returns it as it is then: canceled, or in a state that can no longer be ended (paid, being processed) */
export async function endIntent(provider: PaymentProvider, intentId: string): Promise<Intent> {
  try {
    return await provider.cancelIntent(intentId)
  } catch (error) {
    if (error instanceof ProviderError && error.isFinal) return provider.retrieveIntent(intentId)
    throw error
  }
}

/** Releases the reservation of an order without an intent: it can never have been paid. */
export async function releaseWithoutIntent({ db, now }: Pick<Deps, 'db' | 'now'>, orderId: string): Promise<void> {
  const at = now()
  await inTransaction(db, async (tx) => {
    const record = await lockOrder(tx, orderId, null)
    const isOver = record?.order.holdUntil && record.order.holdUntil <= at
    if (record && isOver && record.order.paymentIntentId === null) await releaseHold(tx, record, at)
  })
}
