import type { OrderStatus } from '#domain/order.ts'
import type { TransitionContext } from '#server/fulfillment/transitions/applied-transition.ts'
import { actorNameOf } from '#server/fulfillment/transitions/apply-transition.ts'
import { insertEvents, type OrderRecord } from '#server/orders/order-record.ts'
import { contentText, sentText } from '#server/orders/present-shipments.ts'
import type { Shipment } from '#server/orders/shipment-list.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'

/** A parcel that left or arrived while its seller order stays in `status`. */
interface ParcelEvent {
  shipment: Shipment
  action: 'order.ship_parcel' | 'order.deliver_parcel'
  status: OrderStatus
}

/** Adds a parcel to the history of its seller order and to the audit log. */
export async function recordParcel(
  tx: Db,
  record: OrderRecord,
  { shipment, action, status }: ParcelEvent,
  { actor, at, requestId }: TransitionContext,
): Promise<void> {
  const { orderId, businessId, number, carrier, trackingNumber } = shipment
  const content = contentText(record, shipment)
  const note = action === 'order.ship_parcel' ? sentText(record, shipment) : `Parcel ${number} delivered: ${content}`
  const who = { actorId: actor?.userId ?? null, actorName: await actorNameOf(tx, actor, record) }
  await insertEvents(tx, [{ orderId, businessId, from: status, to: status, ...who, note, at }])
  await recordAudit(tx, {
    actor,
    action,
    targetType: 'order',
    targetId: orderId,
    after: { businessId, parcel: number, content, ...(carrier && { carrier }), ...(trackingNumber && { trackingNumber }) },
    ...(requestId && { requestId }),
  })
}
