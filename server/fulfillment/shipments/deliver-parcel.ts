import type { TransitionContext } from '#server/fulfillment/transitions/applied-transition.ts'
import { applyTransition } from '#server/fulfillment/transitions/apply-transition.ts'
import { type OrderRecord, touchOrder } from '#server/orders/order-record.ts'
import { updateShipment } from '#server/orders/shipment-list.ts'
import type { Db } from '#server/platform/db/client.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { notifyParcel } from './notify-parcel.ts'
import { recordParcel } from './record-parcel.ts'

/**
 * Marks one parcel of a locked order as delivered. With the last one of a seller order that has shipped, this becomes delivered.
 * @throws the refusals `not_found` (no such parcel of this seller) and `parcel_arrived`
 */
export async function deliverParcel(
  tx: Db,
  record: OrderRecord,
  { shipmentId, businessId }: { shipmentId: string; businessId: string },
  context: TransitionContext,
): Promise<void> {
  const part = found(record.parts.find((one) => one.businessId === businessId))
  const own = record.shipments.filter((one) => one.businessId === businessId)
  const shipment = found(own.find(({ id }) => id === shipmentId))
  if (shipment.deliveredAt !== null) refuse('parcel_arrived')
  if (part.status === 'shipped' && own.every(({ id, deliveredAt }) => id === shipmentId || deliveredAt !== null)) {
    await applyTransition(tx, record, { to: 'delivered', businessId }, context)
    return
  }
  await updateShipment(tx, shipmentId, { deliveredAt: context.at })
  await touchOrder(tx, record.order.id, context.at)
  await recordParcel(tx, record, { shipment, action: 'order.deliver_parcel', status: part.status }, context)
  await notifyParcel(tx, record, { shipment, template: 'order-delivered' }, context)
}
