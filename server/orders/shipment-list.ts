import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { ParcelLine } from '#domain/shipment.ts'
import type { Db } from '#server/platform/db/client.ts'
import { shipmentLines, shipments } from '#server/platform/db/schema.ts'

/** A parcel of a seller order, and the units of the lines in it. */
export type Shipment = typeof shipments.$inferSelect & { lines: ParcelLine[] }

/** Names a seller order. */
type PartKey = { orderId: string; businessId: string }

/** Lists the parcels of orders, by seller and number. */
export async function listShipments(db: Db, orderIds: readonly string[], businessId?: string): Promise<Shipment[]> {
  if (orderIds.length === 0) return []
  const rows = await db
    .select({ shipment: shipments, line: { id: shipmentLines.lineId, quantity: shipmentLines.quantity } })
    .from(shipments)
    .innerJoin(shipmentLines, eq(shipmentLines.shipmentId, shipments.id))
    .where(and(inArray(shipments.orderId, [...orderIds]), businessId === undefined ? undefined : eq(shipments.businessId, businessId)))
    .orderBy(asc(shipments.businessId), asc(shipments.number), asc(shipmentLines.lineId))
  const groups = Map.groupBy(rows, ({ shipment }) => shipment.id)
  return [...groups.values()].flatMap((own) => (own[0] ? [{ ...own[0].shipment, lines: own.map(({ line }) => line) }] : []))
}

/**
 * Adds a parcel to a seller order of a locked order; the lines count its units.
 * @throws the database's error where there are more than the lines have left
 */
export async function insertShipment(tx: Db, values: typeof shipments.$inferInsert, lines: readonly ParcelLine[]): Promise<Shipment> {
  const [row] = await tx.insert(shipments).values(values).returning()
  if (!row) throw new Error('no shipment')
  await tx.insert(shipmentLines).values(lines.map(({ id, quantity }) => ({ shipmentId: row.id, lineId: id, quantity })))
  return { ...row, lines: [...lines] }
}

/** Changes a parcel of a locked order. */
export async function updateShipment(
  tx: Db,
  id: string,
  values: Partial<Pick<Shipment, 'carrier' | 'trackingNumber' | 'deliveredAt'>>,
): Promise<void> {
  await tx.update(shipments).set(values).where(eq(shipments.id, id))
}

/** Marks the parcels of a seller order that are on their way as delivered. */
export async function deliverShipments(tx: Db, { orderId, businessId }: PartKey, at: Date): Promise<void> {
  await tx
    .update(shipments)
    .set({ deliveredAt: at })
    .where(and(eq(shipments.orderId, orderId), eq(shipments.businessId, businessId), isNull(shipments.deliveredAt)))
}

/** Returns the number of the next parcel of a seller order. */
export const nextNumber = (shipments: readonly Pick<Shipment, 'businessId' | 'number'>[], businessId: string): number =>
  Math.max(0, ...shipments.flatMap((one) => (one.businessId === businessId ? [one.number] : []))) + 1
