import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'
import { type Correction, correctSellerOrder } from '#server/fulfillment/transitions/correct-tracking.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { lockSellerOrder } from './lock-seller-order.ts'
import { readSellerOrder } from './read-seller-order.ts'

/**
 * Corrects carrier and tracking number of the caller's seller order while it is on its way.
 * @param request.version the version that the seller read last; an older one is 409 with the `current` one. Absent: not compared.
 */
export async function correctOwnTracking(
  { db, now }: Deps,
  actor: Actor,
  request: Correction & { id: string; version?: number | undefined; requestId: string },
): Promise<SellerOrder> {
  return inTransaction(db, async (tx) => {
    const { id, version, requestId, ...correction } = request
    const { businessId, record } = await lockSellerOrder(tx, actor, { id, version })
    await correctSellerOrder(tx, record, { ...correction, businessId }, { actor, at: now(), requestId })
    return readSellerOrder(tx, actor, id)
  })
}
