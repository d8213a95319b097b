import type { SellerOrder } from '#contract/seller-orders.ts'
import { inTransaction } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { type Correction, correctPart } from '#server/fulfilment/correct-tracking.ts'
import type { Actor } from '#server/http/actor.ts'
import { lockOwn } from './lock-own.ts'
import { readOwnPart } from './read-part.ts'

/**
 * Corrects carrier and tracking number of a seller's own part while it is on its way.
 * @param request.version what the seller last read of the own part; an older one is 409 with the `current` one. Absent: not compared.
 */
export async function correctOwnTracking(
  { db, now }: Deps,
  actor: Actor,
  request: Correction & { id: string; version?: number | undefined; requestId: string },
): Promise<SellerOrder> {
  return inTransaction(db, async (tx) => {
    const { id, version, requestId, ...correction } = request
    const { businessId, record } = await lockOwn(tx, actor, { id, version })
    await correctPart(tx, record, { ...correction, businessId }, { actor, at: now(), requestId })
    return readOwnPart(tx, actor, id)
  })
}
