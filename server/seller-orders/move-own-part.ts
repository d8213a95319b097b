import type { SellerOrder } from '#contract/seller-orders.ts'
import { awaitsCard } from '#domain/order.ts'
import { inTransaction } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Move } from '#server/fulfilment/made-move.ts'
import { movePart } from '#server/fulfilment/move-part.ts'
import type { Actor } from '#server/http/actor.ts'
import { found, refuse } from '#server/http/refusal.ts'
import { lockOrder } from '#server/orders/repository.ts'
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
  const businessId = found(actor.businessId)
  return inTransaction(db, async (tx) => {
    const { id, version, requestId, ...move } = request
    const record = found(await lockOrder(tx, id, null))
    if (awaitsCard(record.order)) refuse('not_found')
    const current = await readOwnPart(tx, actor, id)
    if (version !== undefined && version !== current.version) refuse('edit_conflict', { extra: { current } })
    await movePart(tx, record, { ...move, businessId }, { actor, at: now(), requestId })
    return readOwnPart(tx, actor, id)
  })
}
