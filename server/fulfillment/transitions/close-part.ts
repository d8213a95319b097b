import { isAllShipped } from '#domain/shipment.ts'
import { lockOrder } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { found } from '#server/platform/http/refusal.ts'
import type { TransitionContext } from './applied-transition.ts'
import { applyTransition } from './apply-transition.ts'

/**
 * Moves on a seller order of a locked order of which something has left and nothing is left to ship: to shipped, and to delivered where all
 * its parcels have arrived.
 */
export async function closePart(
  tx: Db,
  { orderId, businessId }: { orderId: string; businessId: string },
  context: TransitionContext,
): Promise<void> {
  const readOwn = async () => {
    const record = found(await lockOrder(tx, orderId, null))
    const isOwn = (one: { businessId: string }) => one.businessId === businessId
    return { record, lines: record.lines.filter(isOwn), shipments: record.shipments.filter(isOwn) }
  }
  const { record, lines, shipments } = await readOwn()
  if (shipments.length === 0 || !isAllShipped(lines)) return
  await applyTransition(tx, record, { to: 'shipped', businessId }, context)
  if (shipments.every(({ deliveredAt }) => deliveredAt !== null)) {
    await applyTransition(tx, (await readOwn()).record, { to: 'delivered', businessId }, context)
  }
}
