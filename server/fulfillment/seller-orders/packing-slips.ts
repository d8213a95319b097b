import { and, eq, inArray, ne } from 'drizzle-orm'
import type { SellerOrder } from '#contract/fulfillment/seller-orders.ts'
import type { Shipment } from '#contract/orders/shipment.ts'
import { documentNumbers } from '#domain/producer-registers.ts'
import { dayOf } from '#domain/time.ts'
import { toPack } from '#domain/to-pack.ts'
import type { Db } from '#server/platform/db/client.ts'
import { sellerOrders } from '#server/platform/db/schema.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { findBusiness } from '#server/sellers/applications/business-record.ts'
import { listRegistrationsOf, type RegistrationRow } from '#server/sellers/registers/registration-list.ts'
import { readSellerOrder } from './read-seller-order.ts'
import { type Parcel, type Sender, writeSlips } from './write-slip.ts'

interface PartKey {
  orderId: string
  businessId: string
  /** The one parcel; absent: each that has left where nothing else is left to ship, or else what is. */
  shipmentId?: string | undefined
}

/** Returns the parts of these orders that something is shipped of, in the order of `orderIds`; of one business, or of all (null). */
export async function listShippedParts(db: Db, orderIds: readonly string[], businessId: string | null): Promise<PartKey[]> {
  const rows = await db
    .select({ orderId: sellerOrders.orderId, businessId: sellerOrders.businessId })
    .from(sellerOrders)
    .where(
      and(
        inArray(sellerOrders.orderId, [...orderIds]),
        ne(sellerOrders.status, 'cancelled'),
        sellerOrders.isShown, // card orders that are not paid yet are not shipped
        businessId === null ? undefined : eq(sellerOrders.businessId, businessId),
      ),
    )
    .orderBy(sellerOrders.businessName, sellerOrders.businessId)
  return rows.toSorted((a, b) => orderIds.indexOf(a.orderId) - orderIds.indexOf(b.orderId))
}

async function readSender(db: Db, businessId: string): Promise<Sender & { registrations: readonly RegistrationRow[] }> {
  const { business } = found(await findBusiness(db, businessId))
  const place = [business.city, business.country].filter(Boolean).join(', ')
  const registrations = await listRegistrationsOf(db, businessId)
  return { name: business.name, lines: [business.address, place].filter(Boolean), registrations }
}

/** Returns the parcels of a seller order that get a slip each; null: what is left to ship. */
function slipsOf({ shipments, toShipCount }: SellerOrder, shipmentId: string | undefined): (Shipment | null)[] {
  if (shipmentId !== undefined) return [found(shipments.find(({ id }) => id === shipmentId))]
  return toShipCount > 0 || shipments.length === 0 ? [null] : shipments
}

/**
 * Writes the packing slips of these parts as one PDF, with its file name. Refuses `not_found` where there is none.
 * @param office back office in which a code on each opens its order
 */
export async function makeSlips(
  { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>,
  parts: readonly PartKey[],
  office: 'business' | 'admin',
): Promise<{ name: string; pdf: Buffer }> {
  const { company } = await readSettings(db)
  const day = dayOf(now(), company.timeZone)
  const senders = new Map<string, Awaited<ReturnType<typeof readSender>>>()
  const parcels: Parcel[] = []
  for (const { orderId, businessId, shipmentId } of parts) {
    const sender = senders.get(businessId) ?? (await readSender(db, businessId))
    senders.set(businessId, sender)
    const order = await readSellerOrder(db, { businessId, businessStatus: 'approved' }, orderId)
    const numbers = documentNumbers(sender.registrations, order.deliverTo.country, day)
    const url = `${config.publicUrl}/${office}/orders/${order.id}`
    for (const shipment of slipsOf(order, shipmentId)) {
      const items = toPack(order.items, shipment?.items)
      const { carrier, trackingNumber } = shipment ?? { carrier: null, trackingNumber: null }
      const itemCount = items.reduce((sum, { quantity }) => sum + quantity, 0)
      parcels.push({ order: { ...order, items, itemCount, carrier, trackingNumber }, sender, numbers, url })
    }
  }
  const [first, ...others] = parcels
  if (!first) return refuse('not_found')
  const isOneOrder = parcels.every(({ order }) => order.id === first.order.id)
  const name = isOneOrder ? `packing-slip-${first.order.number}.pdf` : 'packing-slips.pdf'
  return { name, pdf: await writeSlips([first, ...others], company) }
}
