import { awaitsCard, ORDER_TRANSITIONS } from '#domain/order.ts'
import { checkMove } from '#domain/transitions.ts'
import type { OrderRecord } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { found, refuse, refuseField, refuseIf } from '#server/platform/http/refusal.ts'
import { applyMove } from './apply-move.ts'
import type { Move, Mover } from './made-move.ts'

/** A move of one seller's part. */
export type PartMove = Move & { businessId: string }

/**
 * Moves one seller's part of a locked order, for that seller or for staff: one step on, or cancelled with a reason before it has left.
 * @throws the refusals `not_found` (no such part), `order_unpaid`, `invalid_transition`; 422 where a cancellation has no reason
 */
export async function movePart(tx: Db, record: OrderRecord, move: PartMove, mover: Mover): Promise<void> {
  const part = found(record.parts.find(({ businessId }) => businessId === move.businessId))
  if (awaitsCard(record.order)) refuse('order_unpaid')
  refuseIf(checkMove(ORDER_TRANSITIONS, part.status, move.to))
  if (move.to === 'cancelled' && !move.reason) refuseField('reason', 'Please say why')
  await applyMove(tx, record, move, mover)
}
