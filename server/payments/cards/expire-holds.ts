import { MINUTE_MS } from '#domain/time.ts'
import { lockOrder, queueIntentCancel } from '#server/orders/order-record.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { PaymentProvider } from '#server/platform/vendors/stripe.ts'
import { extendHold, listEndedHolds, type WaitingOrder } from './card-payment-record.ts'
import { endIntent, followIntent } from './follow-intent.ts'
import { releaseHold } from './release-hold.ts'

/** The rest is due again at once. */
const BATCH = 50

/** Checks if any reservation for a card payment has ended. */
export async function hasEndedHold({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<boolean> {
  return (await listEndedHolds(db, now(), 1)).length > 0
}

/**
 * Ends the reservations that are over: the payment is canceled at the provider first, and only once it says so is the stock released. A
 * payment that turns out to be paid is settled; one that is being processed gets more time. An order whose payment the provider does not
 * answer about is left as it is.
 * @param provider null: the shop charges no cards any more. The stock is released at once, and the payment canceled once cards are charged
 * again
 * @returns a summary in words
 * @throws the first ProviderError, after all others were tried
 */
export async function expireHolds(deps: Deps, provider: PaymentProvider | null, signal?: AbortSignal): Promise<string> {
  let ended = 0
  let failure: unknown = null
  for (const order of await listEndedHolds(deps.db, deps.now(), BATCH)) {
    signal?.throwIfAborted()
    try {
      await endHold(deps, provider, order)
      ended += 1
    } catch (error) {
      failure ??= error
    }
  }
  if (failure) throw failure
  return `${ended} ended.`
}

async function endHold(deps: Deps, provider: PaymentProvider | null, { id, paymentIntentId }: WaitingOrder): Promise<void> {
  if (!provider || paymentIntentId === null) return release(deps, id, paymentIntentId)
  const intent = await endIntent(provider, paymentIntentId)
  await followIntent(deps, intent)
  const until = new Date(deps.now().getTime() + deps.config.holdMinutes * MINUTE_MS)
  if (intent.status !== 'canceled') await extendHold(deps.db, id, until) // changes nothing once it is paid
}

/** Releases the reservation of an order without asking the provider; an intent that it got meanwhile is left to the next run. */
async function release({ db, now }: Deps, orderId: string, intentId: string | null): Promise<void> {
  const at = now()
  await inTransaction(db, async (tx) => {
    const record = await lockOrder(tx, orderId, null)
    const isOver = record?.order.holdUntil && record.order.holdUntil <= at
    if (!record || !isOver || record.order.paymentIntentId !== intentId) return
    if ((await releaseHold(tx, record, at)) && intentId) await queueIntentCancel(tx, intentId, at)
  })
}
