import { inLockOrder, recordMovement, takeStock } from '#server/catalog/products/product-record.ts'
import {
  insertEvents,
  listEvents,
  lockOrder,
  type OrderRecord,
  stockLines,
  updateSellerOrderStatuses,
} from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { noteStock } from '#server/platform/db/revisions.ts'
import { readShopName } from '#server/platform/settings/setting-groups.ts'
import { reopenOrder } from './card-payment-record.ts'

/** The stock is gone. Rolls back what was taken. */
class SoldOut extends Error {}

/**
 * Takes the stock again of an order that the shop canceled because its payment had not come, all or none; an order that a person canceled
 * stays so.
 * @returns the order as it is then; null when it stays canceled
 */
export async function retakeStock(tx: Db, record: OrderRecord, at: Date): Promise<OrderRecord | null> {
  const { order } = record
  const events = await listEvents(tx, order.id)
  const end = events.findLast(({ to, businessId }) => to === 'cancelled' && businessId === null)
  if (end?.actorId !== null) return null
  try {
    await tx.transaction((savepoint) => takeAll(savepoint, record, at))
    noteStock(tx) // a savepoint has no commit of its own
  } catch (error) {
    if (error instanceof SoldOut) return null
    throw error
  }
  return lockOrder(tx, order.id, null)
}

async function takeAll(tx: Db, { order, lines }: OrderRecord, at: Date): Promise<void> {
  for (const { productId, quantity } of inLockOrder(stockLines(lines))) {
    if (!(await takeStock(tx, productId, quantity))) throw new SoldOut()
    await recordMovement(tx, {
      productId,
      delta: -quantity,
      reason: 'hold',
      reference: `${order.id}:${order.version}`,
      actorId: order.userId,
    })
  }
  await updateSellerOrderStatuses(tx, order.id, { from: ['cancelled'], to: 'pending', at })
  await reopenOrder(tx, order.id, at)
  const note = 'The payment arrived late; the products were still in stock'
  const actorName = await readShopName(tx)
  await insertEvents(tx, [{ orderId: order.id, from: 'cancelled', to: 'pending', actorId: null, actorName, note, at }])
}
