import type { Shipment as ShipmentView } from '#contract/orders/shipment.ts'
import { unitsToShip } from '#domain/shipment.ts'
import type { OrderLineRow, OrderRecord } from './order-record.ts'
import type { Shipment } from './shipment-list.ts'

/** Presents the parcels of a seller order, the first one first. */
export function presentShipments(lines: OrderLineRow[], shipments: readonly Shipment[]): ShipmentView[] {
  return shipments.map((shipment) => ({
    id: shipment.id,
    number: shipment.number,
    carrier: shipment.carrier,
    trackingNumber: shipment.trackingNumber,
    shippedAt: shipment.shippedAt.toISOString(),
    deliveredAt: shipment.deliveredAt?.toISOString() ?? null,
    items: contentOf({ lines }, shipment),
  }))
}

/** Presents the units of a line by what became of them. */
export function presentUnits(line: Pick<OrderLineRow, 'id' | 'quantity' | 'shipped' | 'withdrawn'>, shipments: readonly Shipment[]) {
  const { shipped, withdrawn } = line
  return { shipped, withdrawn, arrivedAt: arrivalOf(line, shipments)?.toISOString() ?? null }
}

/** Returns when the last units of a line arrived; null until all have that were not withdrawn, and for a line of which none is sent. */
export function arrivalOf(
  { id, quantity, withdrawn }: Pick<OrderLineRow, 'id' | 'quantity' | 'withdrawn'>,
  shipments: readonly Pick<Shipment, 'lines' | 'deliveredAt'>[],
): Date | null {
  const arrived = shipments.flatMap(({ lines, deliveredAt }) =>
    lines.flatMap((line) => (line.id === id && deliveredAt !== null ? [{ quantity: line.quantity, at: deliveredAt.getTime() }] : [])),
  )
  const units = arrived.reduce((sum, one) => sum + one.quantity, 0)
  return units > 0 && units === quantity - withdrawn ? new Date(Math.max(...arrived.map(({ at }) => at))) : null
}

/** Returns the content of a parcel in words: "2 × EcoMat 1000, 1 × Belt". */
export function contentText({ lines }: Pick<OrderRecord, 'lines'>, shipment: Pick<Shipment, 'lines'>): string {
  return contentOf({ lines }, shipment)
    .map(({ name, quantity }) => `${quantity} × ${name}`)
    .join(', ')
}

/** Returns lines, names and quantities of the products in a parcel, in the order of the lines. */
export const contentOf = ({ lines }: Pick<OrderRecord, 'lines'>, shipment: Pick<Shipment, 'lines'>) =>
  lines.flatMap(({ id, name }) => shipment.lines.flatMap((line) => (line.id === id ? [{ id, name, quantity: line.quantity }] : [])))

/** Returns carrier and tracking number of a parcel in words; '' for none. */
export const trackingText = ({ carrier, trackingNumber }: Pick<Shipment, 'carrier' | 'trackingNumber'>): string =>
  [carrier, trackingNumber].filter(Boolean).join(' ')

/** Writes that a parcel has left, with its content and tracking: "Parcel 2 shipped: 3 × Belt, UPS 1Z…". */
export const sentText = (record: Pick<OrderRecord, 'lines'>, shipment: Shipment): string =>
  [`Parcel ${shipment.number} shipped: ${contentText(record, shipment)}`, trackingText(shipment)].filter(Boolean).join(', ')

/**
 * Returns the facts of an email about one parcel of several: its content, and what is still to come.
 * @param record as it was before the parcel left
 */
export function parcelFacts({ lines }: Pick<OrderRecord, 'lines'>, shipment: Shipment) {
  const inParcel = (id: string) => shipment.lines.find((line) => line.id === id)?.quantity ?? 0
  const left = lines
    .filter(({ businessId }) => businessId === shipment.businessId)
    .map((line) => ({ name: line.name, quantity: unitsToShip(line) - inParcel(line.id) }))
  return { parcel: contentOf({ lines }, shipment), left: left.filter(({ quantity }) => quantity > 0) }
}
