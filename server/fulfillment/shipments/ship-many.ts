import type { BulkShipment } from '#contract/fulfillment/shipments.ts'
import { trackingProblem } from '#domain/carriers.ts'
import { awaitsCard } from '#domain/order.ts'
import type { ParcelLine } from '#domain/shipment.ts'
import { findOrder, lockOrder, type OrderRecord } from '#server/orders/order-record.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, RefusalError, refuse, refuseField } from '#server/platform/http/refusal.ts'
import { hasTracking, onlySellerOf, shipParcel } from './ship-parcel.ts'

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

/** Ships one parcel in its own transaction. @returns false where it left before */
async function shipOne({ db, now }: Deps, actor: Actor, parcel: ManyParcel, requestId: string): Promise<boolean> {
  const wrong = trackingProblem(parcel.carrier, parcel.trackingNumber)
  if (wrong) refuseField('trackingNumber', wrong)
  return inTransaction(db, async (tx) => {
    const record = found(await lockOrder(tx, parcel.orderId, null))
    const businessId = sellerOf(record, parcel, actor)
    if (actor.businessId !== null && awaitsCard(record.order)) refuse('not_found')
    if (hasNumber(record, businessId, parcel)) return false
    const { lines = null, carrier, trackingNumber } = parcel
    const gone = lines?.find(({ quantity }) => quantity === 0) // a file asked for what is left of it
    if (gone) refuse('too_many_shipped', { facts: { name: record.lines.find(({ id }) => id === gone.id)?.name ?? '', left: 0 } })
    return shipParcel(tx, record, { businessId, lines, carrier, trackingNumber }, { actor, at: now(), requestId })
  })
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
  const result: BulkShipment = { shipped: 0, unchanged: 0, refused: [] }
  for (const [index, parcel] of parcels.entries()) {
    try {
      if (await shipOne(deps, actor, parcel, requestId)) result.shipped += 1
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
