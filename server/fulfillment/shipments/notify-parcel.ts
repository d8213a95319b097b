import type { TransitionContext } from '#server/fulfillment/transitions/applied-transition.ts'
import { orderMailFacts } from '#server/orders/mail-facts.ts'
import { findBuyerEmail, type OrderRecord } from '#server/orders/order-record.ts'
import { contentText, parcelFacts, trackingText } from '#server/orders/present-shipments.ts'
import type { Shipment } from '#server/orders/shipment-list.ts'
import type { Db } from '#server/platform/db/client.ts'
import { found } from '#server/platform/http/refusal.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { type NewNotification, notifyAll } from '#server/platform/notifications/notification-record.ts'

/**
 * Notifies of a parcel while others of its seller order are to come: the buyer by email and notification, the seller unless they sent it.
 */
export async function notifyParcel(
  tx: Db,
  record: OrderRecord,
  { shipment, template }: { shipment: Shipment; template: 'order-shipped' | 'order-delivered' },
  { actor, at }: TransitionContext,
): Promise<void> {
  const { order, lines } = record
  const { businessId, number, carrier, trackingNumber } = shipment
  const part = found(record.parts.find((one) => one.businessId === businessId))
  const own = lines.filter((line) => line.businessId === businessId)
  const dedupeKey = `${template}:${order.id}:${businessId}:${number}`
  const isShipped = template === 'order-shipped'
  const facts = parcelFacts(record, shipment)
  await queueMail(tx, {
    dedupeKey,
    template,
    to: await findBuyerEmail(tx, order.userId),
    facts: {
      ...orderMailFacts(order, own, part),
      ...(isShipped ? { ...facts, carrier, trackingNumber } : { parcel: facts.parcel }),
    },
    at,
  })
  const text = [part.businessName, contentText(record, shipment), isShipped ? trackingText(shipment) : ''].filter(Boolean).join(': ')
  const notice = { kind: template, text, dedupeKey, at }
  const toBuyer: NewNotification = {
    ...notice,
    audience: { userId: order.userId },
    title: `Part of order ${order.number} ${isShipped ? 'is on its way' : 'was delivered'}`,
    path: `/account/orders/${order.id}`,
  }
  const toSeller: NewNotification = {
    ...notice,
    audience: { businessId },
    title: `Parcel ${number} of order ${order.number} ${isShipped ? 'was shipped' : 'was delivered'}`,
    path: `/business/orders/${order.id}`,
  }
  const isOwn = actor?.businessId === businessId
  await notifyAll(tx, [...(actor?.userId === order.userId ? [] : [toBuyer]), ...(isOwn ? [] : [toSeller])])
}
