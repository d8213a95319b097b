import { recordMovement, takeStock } from '#server/catalog/products/product-record.ts'
import { insertEvents, listEvents, lockOrder, moveParts, type OrderRecord } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { readShopName } from '#server/platform/settings/setting-groups.ts'
import { reopenOrder } from './card-payment-record.ts'

/** Somebody else has the goods now. Rolls what was taken back. */
class Gone extends Error {}

/**
 * Takes the goods of an order again that the shop cancelled because its payment had not come, all or none; an order that a person cancelled stays so.
 * @returns the order as it is then; null where it stays cancelled
 */
export async function retakeGoods(tx: Db, record: OrderRecord, at: Date): Promise<OrderRecord | null> {
  const { order } = record
  const events = await listEvents(tx, order.id)
  const end = events.findLast(({ to, businessId }) => to === 'cancelled' && businessId === null)
  if (end?.actorId !== null) return null
  try {
    await tx.transaction((savepoint) => takeAll(savepoint, record, at))
  } catch (error) {
    if (error instanceof Gone) return null
    throw error
  }
  return lockOrder(tx, order.id, null)
}

async function takeAll(tx: Db, { order, lines }: OrderRecord, at: Date): Promise<void> {
  const sorted = [...lines].sort((a, b) => (a.productId < b.productId ? -1 : 1))
  for (const { productId, quantity } of sorted) {
    if (!(await takeStock(tx, productId, quantity))) throw new Gone()
    await recordMovement(tx, {
      productId,
      delta: -quantity,
      reason: 'hold',
      reference: `${order.id}:${order.version}`,
      actorId: order.userId,
    })
  }
  await moveParts(tx, order.id, { from: ['cancelled'], to: 'pending', at })
  await reopenOrder(tx, order.id, at)
  const note = 'The payment came late; the goods were still there'
  const actorName = await readShopName(tx)
  await insertEvents(tx, [{ orderId: order.id, from: 'cancelled', to: 'pending', actorId: null, actorName, note, at }])
}
