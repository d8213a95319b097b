import type { Order } from '#contract/orders/orders.ts'
import { awaitsCard, ORDER_TRANSITIONS } from '#domain/order.ts'
import { checkMove } from '#domain/transitions.ts'
import { lockOrder } from '#server/orders/order-record.ts'
import { isCancellable } from '#server/orders/present-order.ts'
import { readOrder } from '#server/orders/read-order.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse, refuseIf } from '#server/platform/http/refusal.ts'
import { applyMove } from './apply-move.ts'
import type { Move } from './made-move.ts'
import { movePart } from './move-part.ts'

/** A move that staff ask for: with a business its part alone. */
export type StaffMove = Move & { id: string; version?: number | undefined; requestId: string }

/**
 * Moves an order for staff, and with it every part that may make the move (api.md ruling 6), or one seller's part alone.
 * @param request.version what the caller last read; an older one is 409 with the `current` order. Absent: not compared.
 */
export async function moveOrder({ db, now }: Deps, actor: Actor, request: StaffMove): Promise<Order> {
  return inTransaction(db, async (tx) => {
    const { id, version, requestId, ...move } = request
    const record = found(await lockOrder(tx, id, null))
    const { order } = record
    if (version !== undefined && version !== order.version) {
      refuse('edit_conflict', { extra: { current: await readOrder(tx, actor, id) } })
    }
    const mover = { actor, at: now(), requestId }
    if (move.businessId) {
      await movePart(tx, record, { ...move, businessId: move.businessId }, mover)
      return readOrder(tx, actor, id)
    }
    refuseIf(checkMove(ORDER_TRANSITIONS, order.status, move.to))
    if (move.to === 'cancelled' && !isCancellable(record)) refuse('order_not_cancellable')
    if (move.to !== 'cancelled' && awaitsCard(order)) refuse('order_unpaid')
    await applyMove(tx, record, move, mover)
    return readOrder(tx, actor, id)
  })
}
