import type { BulkResult } from '#contract/fulfillment/order-transitions.ts'
import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'
import type { Transition } from '#server/fulfillment/transitions/applied-transition.ts'
import { type BulkTransition, changeEach } from '#server/fulfillment/transitions/transition-orders.ts'
import { transitionSellerOrder } from '#server/fulfillment/transitions/transition-seller-order.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found } from '#server/platform/http/refusal.ts'
import { lockSellerOrder } from './lock-seller-order.ts'
import { readSellerOrder } from './read-seller-order.ts'
import { findSellerOrder } from './seller-order-list.ts'

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

/**
 * Changes the status of the caller's parts of several orders, each in its own transaction; those that are refused are listed with the
 * reason.
 */
export async function transitionOwnOrders(deps: Deps, actor: Actor, { ids, ...transition }: BulkTransition): Promise<BulkResult> {
  const businessId = found(actor.businessId)
  return changeEach(ids, {
    change: (id) => transitionOwnOrder(deps, actor, { ...transition, id }),
    find: async (id) => {
      const own = await findSellerOrder(deps.db, businessId, id)
      return own && { number: own.order.number, isDone: own.part.status === transition.to }
    },
  })
}
