import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'
import type { Transition } from '#server/fulfillment/transitions/applied-transition.ts'
import { transitionSellerOrder } from '#server/fulfillment/transitions/transition-seller-order.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { lockSellerOrder } from './lock-seller-order.ts'
import { readSellerOrder } from './read-seller-order.ts'

/**
 * Changes the status of the caller's seller order. The order is locked first: transitions of all its seller orders take turns.
 * @param request.version the version that the seller read last; an older one is 409 with the `current` one. Absent: not compared.
 */
export async function transitionOwnOrder(
  { db, now }: Deps,
  actor: Actor,
  request: Omit<Transition, 'businessId'> & { id: string; version?: number | undefined; requestId: string },
): Promise<SellerOrder> {
  return inTransaction(db, async (tx) => {
    const { id, version, requestId, ...transition } = request
    const { businessId, record } = await lockSellerOrder(tx, actor, { id, version })
    await transitionSellerOrder(tx, record, { ...transition, businessId }, { actor, at: now(), requestId })
    return readSellerOrder(tx, actor, id)
  })
}
