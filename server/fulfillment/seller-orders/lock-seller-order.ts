import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'
import { awaitsCard } from '#domain/order.ts'
import { lockOrder, type OrderRecord } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse, refuseStale } from '#server/platform/http/refusal.ts'
import { readSellerOrder } from './read-seller-order.ts'

/**
 * Locks an order for a change of the caller's seller order: changes of all its seller orders take turns. `current` is the seller order as
 * it is.
 * @param version the version that the seller read last; absent: not compared
 * @throws the refusals `not_found` when the seller has none or cannot see it yet, `edit_conflict` with the `current` one
 */
export async function lockSellerOrder(
  tx: Db,
  actor: Actor,
  { id, version }: { id: string; version?: number | undefined },
): Promise<{ businessId: string; record: OrderRecord; current: SellerOrder }> {
  const businessId = found(actor.businessId)
  const record = found(await lockOrder(tx, id, null))
  if (awaitsCard(record.order)) refuse('not_found')
  const current = await readSellerOrder(tx, actor, id)
  if (version !== undefined && version !== current.version) refuseStale(['order', id], current)
  return { businessId, record, current }
}
