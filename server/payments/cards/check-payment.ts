import type { Order } from '#contract/orders/orders.ts'
import { findOrder } from '#server/orders/order-record.ts'
import { readOrder } from '#server/orders/read-order.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { type PaymentProvider, ProviderError, within } from '#server/platform/vendors/stripe.ts'
import { followIntent } from './follow-intent.ts'
import type { EventFollower } from './handle-event.ts'

const ANSWER_MS = 9000

/** Asks the provider about the payment of the caller's order, so that a buyer who comes back need not wait for an event. */
export async function checkPayment(
  deps: Deps,
  provider: PaymentProvider | null,
  actor: Actor,
  { id, followers }: { id: string; followers: readonly EventFollower[] },
): Promise<Order> {
  const { order } = found(await findOrder(deps.db, id, { userId: actor.userId }))
  if (provider) {
    try {
      if (order.paymentIntentId && order.paidCents === 0)
        await followIntent(deps, await within(ANSWER_MS, provider.retrieveIntent(order.paymentIntentId)))
      for (const { check } of followers) await check?.(deps, provider, order.id)
    } catch (error) {
      if (error instanceof ProviderError) refuse('payment_unavailable')
      throw error
    }
  }
  return readOrder(deps.db, actor, id)
}
