import { awaitsCard, ORDER_STATUS_LABELS, ORDER_TRANSITIONS } from '#domain/order.ts'
import { checkTransition } from '#domain/transitions.ts'
import type { OrderRecord } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { found, refuse, refuseField, refuseIf } from '#server/platform/http/refusal.ts'
import type { Transition, TransitionContext } from './applied-transition.ts'
import { applyTransition } from './apply-transition.ts'
import { cancelRest, isBegun } from './cancel-rest.ts'

/** Transition of one seller order. */
type SellerOrderTransition = Transition & { businessId: string }

/**
 * Changes the status of one seller order of a locked order, for its seller or for staff: one step forward, or canceled with a reason before
 * it ships; of one of which something has left the rest is canceled.
 * @throws the refusals `not_found` (no such seller order), `order_unpaid`, `invalid_transition`; 422 where a cancellation has no reason
 */
export async function transitionSellerOrder(
  tx: Db,
  record: OrderRecord,
  transition: SellerOrderTransition,
  context: TransitionContext,
): Promise<void> {
  const part = found(record.parts.find(({ businessId }) => businessId === transition.businessId))
  if (awaitsCard(record.order)) refuse('order_unpaid')
  refuseIf(checkTransition(ORDER_TRANSITIONS, part.status, transition.to, ORDER_STATUS_LABELS))
  if (transition.to === 'cancelled' && !transition.reason) refuseField('reason', 'Please say why')
  if (transition.to === 'cancelled' && isBegun(record, part.businessId)) await cancelRest(tx, record, transition, context)
  else await applyTransition(tx, record, transition, context)
}
