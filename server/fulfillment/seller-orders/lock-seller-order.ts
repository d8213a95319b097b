import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'
import { awaitsCard } from '#domain/order.ts'
import { lockOrder, type OrderRecord } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { readSellerOrder } from './read-seller-order.ts'

/**
 * Locks an order for a change of the seller's own part: changes of all its parts take turns. `current` is the part as it is.
 * 404 where the seller has no part, or may not see it yet.
 * @param version what the seller last read of the own part; an older one is 409 with the `current` one. Absent: not compared.
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
  if (version !== undefined && version !== current.version) refuse('edit_conflict', { extra: { current } })
  return { businessId, record, current }
}
