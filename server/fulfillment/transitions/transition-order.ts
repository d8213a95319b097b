import type { Order } from '#contract/orders/orders.ts'
import { awaitsCard, isCancellable, ORDER_STATUS_LABELS, ORDER_TRANSITIONS } from '#domain/order.ts'
import { checkTransition } from '#domain/transitions.ts'
import { lockOrder } from '#server/orders/order-record.ts'
import { readOrder } from '#server/orders/read-order.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse, refuseIf, refuseStale } from '#server/platform/http/refusal.ts'
import type { Transition } from './applied-transition.ts'
import { applyTransition } from './apply-transition.ts'
import { transitionSellerOrder } from './transition-seller-order.ts'

/** Transition requested by staff; with `businessId` of that seller order alone. */
type StaffTransition = Transition & { id: string; version?: number | undefined; requestId: string }

/**
 * Changes the status of an order for staff, and of every seller order that allows it, or of one seller order alone.
 * @param request.version the version that the caller read last; an older one is 409 with the `current` order. Absent: not compared.
 */
export async function transitionOrder({ db, now }: Deps, actor: Actor, request: StaffTransition): Promise<Order> {
  return inTransaction(db, async (tx) => {
    const { id, version, requestId, ...transition } = request
    const record = found(await lockOrder(tx, id, null))
    const { order } = record
    if (version !== undefined && version !== order.version) {
      refuseStale(['order', id], await readOrder(tx, actor, id))
    }
    const context = { actor, at: now(), requestId }
    if (transition.businessId) {
      await transitionSellerOrder(tx, record, { ...transition, businessId: transition.businessId }, context)
      return readOrder(tx, actor, id)
    }
    refuseIf(checkTransition(ORDER_TRANSITIONS, order.status, transition.to, ORDER_STATUS_LABELS))
    if (transition.to === 'cancelled' && !isCancellable(record)) refuse('order_not_cancellable')
    if (transition.to !== 'cancelled' && awaitsCard(order)) refuse('order_unpaid')
    await applyTransition(tx, record, transition, context)
    return readOrder(tx, actor, id)
  })
}
