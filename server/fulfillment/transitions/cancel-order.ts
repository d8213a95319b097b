import type { Order } from '#contract/orders/orders.ts'
import { isCancellable, isPartCancellable } from '#domain/order.ts'
import { lockOrder, type OrderRecord } from '#server/orders/order-record.ts'
import { scopeOf } from '#server/orders/present-order.ts'
import { readOrder } from '#server/orders/read-order.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse, refuseField } from '#server/platform/http/refusal.ts'
import { applyTransition } from './apply-transition.ts'
import { cancelRest, isBegun } from './cancel-rest.ts'

/** Request of `POST /api/orders/{id}/cancel`. */
interface Cancellation {
  id: string
  /** The one seller whose seller order is canceled; absent: the whole order. */
  businessId?: string | undefined
  reason?: string | undefined
  requestId: string
}

/**
 * Cancels an order, or one seller order, for its customer or for staff: restocks once, frees the promo code when nothing of the order is
 * left, and refunds what was paid. Refused once it has shipped; a whole order, once any of it has. Of a seller order of which something has
 * left the rest is canceled.
 */
export async function cancelOrder({ db, now }: Deps, actor: Actor, cancellation: Cancellation): Promise<Order> {
  return inTransaction(db, async (tx) => {
    const { id, businessId, reason, requestId } = cancellation
    const record = found(await lockOrder(tx, id, scopeOf(actor, 'orders.write')))
    const isBuyer = actor.userId === record.order.userId
    if (businessId) requirePart(record, businessId, isBuyer || Boolean(reason))
    else if (!isCancellable(record)) refuse('order_not_cancellable')
    const context = { actor, isBuyer, at: now(), requestId }
    if (businessId && isBegun(record, businessId)) await cancelRest(tx, record, { businessId, reason }, context)
    else await applyTransition(tx, record, { to: 'cancelled', businessId, reason }, context)
    return readOrder(tx, actor, id)
  })
}

function requirePart(record: OrderRecord, businessId: string, isExplained: boolean): void {
  const part = record.parts.find((one) => one.businessId === businessId)
  if (!part) return refuseField('businessId', 'This seller has no items in the order')
  if (!isPartCancellable(record, part)) refuse('part_not_cancellable')
  if (!isExplained) refuseField('reason', 'Please say why')
}
