import type { BulkShipment } from '#contract/fulfillment/shipments.ts'
import { awaitsCard } from '#domain/order.ts'
import { isAllShipped, type ParcelLine } from '#domain/shipment.ts'
import { refuseUnpaid } from '#server/fulfillment/transitions/require-milestones.ts'
import { findOrder, lockOrder, type OrderRecord } from '#server/orders/order-record.ts'
import { nextNumber } from '#server/orders/shipment-list.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, RefusalError, refuse } from '#server/platform/http/refusal.ts'
import { hasTracking, onlySellerOf, planParcel, shipParcel } from './ship-parcel.ts'

/** A parcel of one of many orders. */
interface ManyParcel {
  orderId: string
  /** Its seller; absent: the only one of the order. */
  businessId?: string | undefined
  /** Absent: all that is left. */
  lines?: readonly ParcelLine[] | null | undefined
  carrier: string
  trackingNumber: string
}

/** Returns the seller of a parcel: the caller's own business, the one that is named, or the only one of the order. */
function sellerOf(record: OrderRecord, parcel: ManyParcel, actor: Actor): string {
  if (actor.businessId !== null) return found(record.parts.find(({ businessId }) => businessId === actor.businessId)).businessId
  return parcel.businessId || onlySellerOf(record)
}

/** Returns true if a parcel without stated content, or of what was left, left with this number before: it is the same one. */
function hasNumber({ shipments }: OrderRecord, businessId: string, { lines, carrier, trackingNumber }: ManyParcel): boolean {
  return (
    (lines ?? []).every(({ quantity }) => quantity === 0) &&
    trackingNumber !== '' &&
    shipments.some((one) => one.businessId === businessId && hasTracking(one, { carrier, trackingNumber }))
  )
}

/**
 * Returns the parcel of one seller order that a request means; null where it left before.
 * @throws the refusals for what keeps it from leaving, but those of `shipParcel`
 */
function parcelOf(record: OrderRecord, parcel: ManyParcel, actor: Actor) {
  const { lines = null, carrier, trackingNumber } = parcel
  const businessId = sellerOf(record, parcel, actor)
  if (actor.businessId !== null && awaitsCard(record.order)) refuse('not_found')
  if (hasNumber(record, businessId, parcel)) return null
  const gone = lines?.find(({ quantity }) => quantity === 0) // a file asked for what is left of it
  if (gone) refuse('too_many_shipped', { facts: { name: record.lines.find(({ id }) => id === gone.id)?.name ?? '', left: 0 } })
  return { businessId, lines, carrier, trackingNumber }
}

/** Ships one parcel in its own transaction. @returns false where it left before */
async function shipOne({ db, now }: Deps, actor: Actor, parcel: ManyParcel, requestId: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const record = found(await lockOrder(tx, parcel.orderId, null))
    const own = parcelOf(record, parcel, actor)
    return own !== null && shipParcel(tx, record, own, { actor, at: now(), requestId })
  })
}

/** Returns an order as a parcel would leave it; null where the parcel left before. Refuses as `shipOne` does. */
function shipOnPaper(record: OrderRecord, parcel: ManyParcel, actor: Actor): OrderRecord | null {
  const own = parcelOf(record, parcel, actor)
  const planned = own && planParcel(record, own)
  if (!own || !planned) return null
  refuseUnpaid(record, 'shipped')
  const { part, units, after } = planned
  const { orderId, businessId } = part
  const number = nextNumber(record.shipments, businessId)
  const { carrier, trackingNumber } = own
  const tracking = { carrier: carrier || null, trackingNumber: trackingNumber || null }
  const shipment = { id: '', orderId, businessId, number, ...tracking, shippedAt: part.updatedAt, deliveredAt: null, lines: [...units] }
  return {
    ...record,
    lines: record.lines.map((line) => after.find(({ id }) => id === line.id) ?? line),
    parts: record.parts.map((one) => (one === part && isAllShipped(after) ? { ...one, status: 'shipped' } : one)),
    shipments: [...record.shipments, shipment],
  }
}

/** Returns the sentence of a refusal: that of its first field, where it is about one. */
const reasonOf = ({ refusal, message }: RefusalError): string => refusal.errors?.[0]?.message ?? message

/**
 * Ships parcels of many orders one after the other, each in its own transaction; those that are refused are listed with the reason, those
 * that left before change nothing, so that the same call can be sent again.
 */
export async function shipMany(
  deps: Deps,
  actor: Actor,
  { parcels, requestId }: { parcels: readonly ManyParcel[]; requestId: string },
): Promise<BulkShipment> {
  return tryEach(deps, actor, parcels, (parcel) => shipOne(deps, actor, parcel, requestId))
}

/** Returns what `shipMany` would do at this moment, without shipping anything. */
export async function checkMany(deps: Deps, actor: Actor, parcels: readonly ManyParcel[]): Promise<BulkShipment> {
  const records = new Map<string, OrderRecord>() // as the parcels before leave them
  return tryEach(deps, actor, parcels, async (parcel) => {
    const record = records.get(parcel.orderId) ?? found(await findOrder(deps.db, parcel.orderId, null))
    const after = shipOnPaper(record, parcel, actor)
    records.set(parcel.orderId, after ?? record)
    return after !== null
  })
}

/** @param ship returns false for a parcel that left before */
async function tryEach(
  deps: Deps,
  actor: Actor,
  parcels: readonly ManyParcel[],
  ship: (parcel: ManyParcel) => Promise<boolean>,
): Promise<BulkShipment> {
  const result: BulkShipment = { shipped: 0, unchanged: 0, refused: [] }
  for (const [index, parcel] of parcels.entries()) {
    try {
      if (await ship(parcel)) result.shipped += 1
      else result.unchanged += 1
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error
      const record = await findOrder(deps.db, parcel.orderId, null)
      const isOwn = record?.parts.some(({ businessId }) => businessId === actor.businessId) && !awaitsCard(record.order)
      const number = actor.businessId === null || isOwn ? (record?.order.number ?? null) : null
      result.refused.push({ index, orderId: parcel.orderId, number, reason: reasonOf(error) })
    }
  }
  return result
}
