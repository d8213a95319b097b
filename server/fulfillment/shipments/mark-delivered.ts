import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import { lockSellerOrder } from '#server/fulfillment/seller-orders/lock-seller-order.ts'
import { readSellerOrder } from '#server/fulfillment/seller-orders/read-seller-order.ts'
import { lockOrder } from '#server/orders/order-record.ts'
import { readOrder } from '#server/orders/read-order.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found } from '#server/platform/http/refusal.ts'
import { deliverParcel } from './deliver-parcel.ts'

/** Names a parcel of an order. */
interface ParcelKey {
  id: string
  shipmentId: string
  requestId: string
}

/** Marks a parcel of the caller's seller order as delivered. */
export async function markOwnDelivered({ db, now }: Deps, actor: Actor, { id, shipmentId, requestId }: ParcelKey): Promise<SellerOrder> {
  return inTransaction(db, async (tx) => {
    const { businessId, record } = await lockSellerOrder(tx, actor, { id })
    await deliverParcel(tx, record, { shipmentId, businessId }, { actor, at: now(), requestId })
    return readSellerOrder(tx, actor, id)
  })
}

/** Marks a parcel of any seller as delivered, for staff. */
export async function markDelivered({ db, now }: Deps, actor: Actor, { id, shipmentId, requestId }: ParcelKey): Promise<Order> {
  return inTransaction(db, async (tx) => {
    const record = found(await lockOrder(tx, id, null))
    const { businessId } = found(record.shipments.find((shipment) => shipment.id === shipmentId))
    await deliverParcel(tx, record, { shipmentId, businessId }, { actor, at: now(), requestId })
    return readOrder(tx, actor, id)
  })
}
