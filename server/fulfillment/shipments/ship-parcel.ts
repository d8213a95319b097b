import { trackingProblem } from '#domain/carriers.ts'
import { awaitsCard, ORDER_STATUS_LABELS } from '#domain/order.ts'
import { isAllShipped, isSameContent, type ParcelLine, parcelOf } from '#domain/shipment.ts'
import { lookupKey } from '#domain/text.ts'
import type { TransitionContext } from '#server/fulfillment/transitions/applied-transition.ts'
import { applyTransition } from '#server/fulfillment/transitions/apply-transition.ts'
import { requireMilestones } from '#server/fulfillment/transitions/require-milestones.ts'
import { type OrderRecord, type SellerOrderRow, setTracking, touchOrder } from '#server/orders/order-record.ts'
import { insertShipment, nextNumber, type Shipment } from '#server/orders/shipment-list.ts'
import { issueDocuments, mailDocuments } from '#server/payments/documents/issue-documents.ts'
import type { Db } from '#server/platform/db/client.ts'
import { found, refuse, refuseField } from '#server/platform/http/refusal.ts'
import { notifyParcel } from './notify-parcel.ts'
import { recordParcel } from './record-parcel.ts'

/** A parcel of one seller order. */
interface Parcel {
  businessId: string
  /** Null: all that is left. */
  lines: readonly ParcelLine[] | null
  carrier?: string | undefined
  trackingNumber?: string | undefined
  /** Reason of staff for shipping while a milestone is unpaid. */
  unpaidReason?: string | undefined
}

/** A parcel that may leave: its seller order, its units, and the lines of the seller order as they are with it. */
interface PlannedParcel {
  part: SellerOrderRow
  units: readonly ParcelLine[]
  after: OrderRecord['lines']
}

/**
 * Ships a parcel of a locked order: units, history, audit, email and notifications. With the last units the seller order becomes shipped.
 * The same content with the same carrier and tracking number again changes nothing and notifies nobody. To ship another parcel of the same
 * order, lock it again.
 * @returns false where the parcel was shipped before
 * @throws the refusals of `planParcel` and `milestone_unpaid`
 */
export async function shipParcel(tx: Db, record: OrderRecord, parcel: Parcel, context: TransitionContext): Promise<boolean> {
  const planned = planParcel(record, parcel)
  if (planned === null) return false
  const { businessId, lines: _asked, ...tracking } = parcel
  if (isAllShipped(planned.after)) await applyTransition(tx, record, { ...tracking, to: 'shipped', businessId }, context)
  else await shipSome(tx, record, { ...planned, parcel }, context)
  return true
}

/**
 * Returns what a parcel of an order would take, without shipping it; null where it was shipped before.
 * @throws the refusals `not_found` (no such seller order), `order_unpaid`, `invalid_transition`, `nothing_to_ship`, `too_many_shipped`; 422
 * for a line that is not of this seller order and for a tracking number that the carrier does not issue
 */
export function planParcel(record: OrderRecord, parcel: Parcel): PlannedParcel | null {
  const { businessId, lines: asked } = parcel
  const part = found(record.parts.find((one) => one.businessId === businessId))
  if (awaitsCard(record.order)) refuse('order_unpaid')
  if (wasShipped(record, parcel)) return null
  const wrong = trackingProblem(parcel.carrier ?? '', parcel.trackingNumber ?? '')
  if (wrong) refuseField('trackingNumber', wrong)
  const lines = record.lines.filter((line) => line.businessId === businessId)
  const units = unitsOf(lines, asked)
  if (part.status !== 'processing') {
    refuse('invalid_transition', { facts: { from: ORDER_STATUS_LABELS[part.status].toLowerCase(), to: 'shipped' } })
  }
  const after = lines.map((line) => ({ ...line, shipped: line.shipped + (units.find(({ id }) => id === line.id)?.quantity ?? 0) }))
  return { part, units, after }
}

/** Returns true if a parcel left with this carrier and tracking number, whatever their case. */
export function hasTracking(
  one: Pick<Shipment, 'carrier' | 'trackingNumber'>,
  asked: { carrier: string; trackingNumber: string },
): boolean {
  const isSame = (given: string | null, other: string) => lookupKey(given ?? '') === lookupKey(other)
  return isSame(one.trackingNumber, asked.trackingNumber) && isSame(one.carrier, asked.carrier)
}

/** Returns the only seller of an order that is not canceled. Refuses an order of several. */
export function onlySellerOf({ parts }: Pick<OrderRecord, 'parts'>): string {
  const [first, ...others] = parts.filter(({ status }) => status !== 'cancelled')
  return first && others.length === 0 ? first.businessId : refuseField('businessId', 'Choose whose parcel it is')
}

/** Returns true if a parcel of this tracking number, carrier and content has left; without content, if one has and nothing is left. */
function wasShipped({ lines, shipments }: OrderRecord, { businessId, lines: asked, carrier = '', trackingNumber = '' }: Parcel): boolean {
  if (trackingNumber === '') return false
  const isDone = isAllShipped(lines.filter((line) => line.businessId === businessId))
  return shipments.some(
    (one) =>
      one.businessId === businessId && hasTracking(one, { carrier, trackingNumber }) && (asked ? isSameContent(one.lines, asked) : isDone),
  )
}

function unitsOf(lines: OrderRecord['lines'], asked: Parcel['lines']): ParcelLine[] {
  const parcel = parcelOf(lines, asked)
  if ('units' in parcel) return parcel.units
  if (parcel.problem === 'nothing') return asked ? refuseField('lines', 'Choose what is in the parcel') : refuse('nothing_to_ship')
  if (parcel.problem === 'unknown') return refuseField('lines', 'This item is not in the order')
  const name = lines.find(({ id }) => id === parcel.id)?.name ?? ''
  if (parcel.problem === 'service') return refuseField('lines', `${name} is a service and is not shipped. Leave it out of the parcel.`)
  return isAllShipped(lines) ? refuse('nothing_to_ship') : refuse('too_many_shipped', { facts: { name, left: parcel.left } })
}

async function shipSome(
  tx: Db,
  record: OrderRecord,
  { part, units, parcel }: { part: SellerOrderRow; units: readonly ParcelLine[]; parcel: Parcel },
  context: TransitionContext,
): Promise<Shipment> {
  const { order, shipments } = record
  const { orderId, businessId } = part
  const { at } = context
  await requireMilestones(tx, record, { to: 'shipped', unpaidReason: parcel.unpaidReason }, context)
  const tracking = { carrier: parcel.carrier || null, trackingNumber: parcel.trackingNumber || null }
  const number = nextNumber(shipments, businessId)
  const shipment = await insertShipment(tx, { orderId, businessId, number, ...tracking, shippedAt: at }, units)
  await setTracking(tx, part, { ...tracking, updatedAt: at })
  await touchOrder(tx, order.id, at)
  await recordParcel(tx, record, { shipment, action: 'order.ship_parcel', status: part.status }, context)
  await notifyParcel(tx, record, { shipment, template: 'order-shipped' }, context)
  await mailDocuments(tx, record, await issueDocuments(tx, order.id, at), at)
  return shipment
}
