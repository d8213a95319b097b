import type { Order } from '#contract/orders.ts'
import { ORDER_TRANSITIONS } from '#domain/order.ts'
import { checkMove } from '#domain/transitions.ts'
import { inTransaction } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/http/actor.ts'
import { found, refuse, refuseIf } from '#server/http/refusal.ts'
import { applyMove, type Move } from './apply-move.ts'
import { isCancellable } from './present-order.ts'
import { readOrder } from './read-order.ts'
import { lockOrder } from './repository.ts'

/**
 * Moves an order for staff, and with it every part that may make the move (api.md ruling 6).
 * @param request.version what the caller last read; an older one is 409 with the `current` order. Absent: not compared.
 */
export async function moveOrder(
  { db, now }: Deps,
  actor: Actor,
  request: Move & { id: string; version?: number | undefined; requestId: string },
): Promise<Order> {
  return inTransaction(db, async (tx) => {
    const { id, version, requestId, ...move } = request
    const record = found(await lockOrder(tx, id, null))
    const { order } = record
    if (version !== undefined && version !== order.version) {
      refuse('edit_conflict', { extra: { current: await readOrder(tx, actor, id) } })
    }
    if (move.to !== 'cancelled' && order.status === 'pending' && order.holdUntil) refuse('order_unpaid')
    refuseIf(checkMove(ORDER_TRANSITIONS, order.status, move.to))
    if (move.to === 'cancelled' && !isCancellable(record)) refuse('order_not_cancellable')
    await applyMove(tx, record, move, { actor, at: now(), requestId })
    return readOrder(tx, actor, id)
  })
}
