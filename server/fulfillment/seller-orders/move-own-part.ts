import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'
import type { Move } from '#server/fulfillment/transitions/made-move.ts'
import { movePart } from '#server/fulfillment/transitions/move-part.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { lockOwn } from './lock-own.ts'
import { readOwnPart } from './read-part.ts'

/**
 * Moves a seller's own part of an order. The order is locked first: moves of all its parts take turns.
 * @param request.version what the seller last read of the own part; an older one is 409 with the `current` one. Absent: not compared.
 */
export async function moveOwnPart(
  { db, now }: Deps,
  actor: Actor,
  request: Omit<Move, 'businessId'> & { id: string; version?: number | undefined; requestId: string },
): Promise<SellerOrder> {
  return inTransaction(db, async (tx) => {
    const { id, version, requestId, ...move } = request
    const { businessId, record } = await lockOwn(tx, actor, { id, version })
    await movePart(tx, record, { ...move, businessId }, { actor, at: now(), requestId })
    return readOwnPart(tx, actor, id)
  })
}
