import type { Order } from '#contract/orders/orders.ts'
import { orderMailFacts } from '#server/orders/mail-facts.ts'
import {
  findBuyerEmail,
  insertEvents,
  lockOrder,
  type OrderRecord,
  type SellerOrderRow,
  setTracking,
  touchOrder,
} from '#server/orders/order-record.ts'
import { contentOf, trackingText } from '#server/orders/present-shipments.ts'
import { readOrder } from '#server/orders/read-order.ts'
import { type Shipment, updateShipment } from '#server/orders/shipment-list.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse, refuseStale } from '#server/platform/http/refusal.ts'
import { queueMail } from '#server/platform/mail/queued-mails.ts'
import { type NewNotification, notifyAll } from '#server/platform/notifications/notification-record.ts'
import type { TransitionContext } from './applied-transition.ts'
import { actorNameOf } from './apply-transition.ts'

/** Corrected tracking of a parcel that has left; `carrier` absent: unchanged, empty: removed. */
export interface Correction {
  trackingNumber: string
  carrier?: string | undefined
  /** Absent: the newest parcel of the seller order. */
  shipmentId?: string | undefined
}

/** Corrects the tracking of one seller order for staff; an older version is 409 with the `current` order. */
export async function correctTracking(
  { db, now }: Deps,
  actor: Actor,
  request: Correction & { id: string; businessId: string; version?: number | undefined; requestId: string },
): Promise<Order> {
  return inTransaction(db, async (tx) => {
    const { id, businessId, version, requestId, ...correction } = request
    const record = found(await lockOrder(tx, id, null))
    if (version !== undefined && version !== record.order.version) {
      refuseStale(['order', id], await readOrder(tx, actor, id))
    }
    await correctSellerOrder(tx, record, { ...correction, businessId }, { actor, at: now(), requestId })
    return readOrder(tx, actor, id)
  })
}

/**
 * Corrects carrier and tracking number of a parcel that is on its way; its order is locked. Writes history and audit, and notifies
 * the buyer once. The same again changes nothing.
 * @throws the refusals `not_found` (no such part or parcel) and `not_on_its_way`
 */
export async function correctSellerOrder(
  tx: Db,
  record: OrderRecord,
  correction: Correction & { businessId: string },
  context: TransitionContext,
): Promise<void> {
  const { order, parts } = record
  const part = found(parts.find(({ businessId }) => businessId === correction.businessId))
  const own = record.shipments.filter(({ businessId }) => businessId === part.businessId)
  const newest = own.at(-1)
  const parcel = correction.shipmentId === undefined ? newest : found(own.find(({ id }) => id === correction.shipmentId))
  if (!parcel || parcel.deliveredAt !== null) return refuse('not_on_its_way')
  const { trackingNumber } = correction
  const carrier = correction.carrier === undefined ? parcel.carrier : correction.carrier || null
  if (carrier === parcel.carrier && trackingNumber === parcel.trackingNumber) return
  const after = { ...parcel, carrier, trackingNumber }
  await updateShipment(tx, parcel.id, { carrier, trackingNumber })
  const shown = parcel === newest ? { carrier, trackingNumber } : { carrier: part.carrier, trackingNumber: part.trackingNumber }
  await setTracking(tx, part, { ...shown, updatedAt: context.at })
  await touchOrder(tx, order.id, context.at)
  await writeDown(tx, record, { part, before: parcel, after }, context)
  await tell(tx, record, { part, parcel: after, isOneOfSeveral: own.length > 1 }, context)
}

const stored = ({ businessId, carrier, trackingNumber }: Shipment) => ({ businessId, carrier, trackingNumber })

async function writeDown(
  tx: Db,
  record: OrderRecord,
  { part, before, after }: { part: SellerOrderRow; before: Shipment; after: Shipment },
  { actor, at, requestId }: TransitionContext,
): Promise<void> {
  const { order } = record
  const { businessId, status } = part
  const former = trackingText(before)
  const note = `New tracking number: ${trackingText(after)}${former && `, before: ${former}`}`
  const who = { actorId: actor?.userId ?? null, actorName: await actorNameOf(tx, actor, record) }
  await insertEvents(tx, [{ orderId: order.id, businessId, from: status, to: status, ...who, note, at }])
  await recordAudit(tx, {
    actor,
    action: 'order.tracking',
    targetType: 'order',
    targetId: order.id,
    before: stored(before),
    after: stored(after),
    ...(requestId && { requestId }),
  })
}

async function tell(
  tx: Db,
  { order, parts, lines }: OrderRecord,
  { part, parcel, isOneOfSeveral }: { part: SellerOrderRow; parcel: Shipment; isOneOfSeveral: boolean },
  { actor, at }: TransitionContext,
): Promise<void> {
  const { businessId, carrier, trackingNumber } = parcel
  const dedupeKey = `order-tracking:${order.id}:${businessId}:${order.version}` // each correction has its own version
  const own = lines.filter((line) => line.businessId === businessId)
  await queueMail(tx, {
    dedupeKey,
    template: 'order-tracking',
    to: await findBuyerEmail(tx, order.userId),
    facts: {
      ...orderMailFacts(order, own, parts.length > 1 ? part : null),
      ...(isOneOfSeveral && { parcel: contentOf({ lines }, parcel) }),
      carrier,
      trackingNumber,
    },
    at,
  })
  const common = { kind: 'order-tracking', text: trackingText(parcel), dedupeKey, at }
  const toBuyer: NewNotification = {
    ...common,
    audience: { userId: order.userId },
    title: `Order ${order.number} has a new tracking number`,
    path: `/account/orders/${order.id}`,
  }
  const toSeller: NewNotification = {
    ...common,
    audience: { businessId },
    title: `The tracking number of your items in order ${order.number} was corrected`,
    path: `/business/orders/${order.id}`,
  }
  await notifyAll(tx, [toBuyer, ...(actor?.businessId === businessId ? [] : [toSeller])])
}
