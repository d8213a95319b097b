import type { Order } from '#contract/orders.ts'
import { inTransaction } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/http/actor.ts'
import { found, refuse } from '#server/http/refusal.ts'
import { isCancellable, scopeOf } from '#server/orders/present-order.ts'
import { readOrder } from '#server/orders/read-order.ts'
import { lockOrder } from '#server/orders/repository.ts'
import { applyMove } from './apply-move.ts'

/**
 * Cancels an order for its customer or for staff: its stock returns once, its code may be used again,
 * and what was paid goes back. 409 once something of it has left.
 */
export async function cancelOrder(
  { db, now }: Deps,
  actor: Actor,
  cancellation: { id: string; reason?: string | undefined; requestId: string },
): Promise<Order> {
  return inTransaction(db, async (tx) => {
    const { id, reason, requestId } = cancellation
    const record = found(await lockOrder(tx, id, scopeOf(actor)))
    if (!isCancellable(record)) refuse('order_not_cancellable')
    await applyMove(tx, record, { to: 'cancelled', reason }, { actor, at: now(), requestId })
    return readOrder(tx, actor, id)
  })
}
