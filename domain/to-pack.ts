import { type LineUnits, type ParcelLine, unitsToShip } from './shipment.ts'

/** Line of a seller order as it is packed. */
interface PackedLine extends LineUnits {
  id: string
  /** Kilograms of all its units. */
  weight: number | null
}

/**
 * Returns the lines that are packed, with the weight of their units: those of a parcel; without one what is left to ship, or, where nothing
 * is left, all that has left. No services, and no withdrawn units.
 */
export function toPack<Line extends PackedLine>(lines: readonly Line[], parcel: readonly ParcelLine[] | null = null): Line[] {
  const isLeft = lines.some((line) => unitsToShip(line) > 0)
  return lines.flatMap((line) => {
    const quantity = parcel ? (parcel.find(({ id }) => id === line.id)?.quantity ?? 0) : isLeft ? unitsToShip(line) : line.shipped
    if (quantity <= 0) return []
    return [{ ...line, quantity, weight: line.weight === null ? null : (line.weight * quantity) / line.quantity }]
  })
}

/** Returns the sentence that names units which are not shipped any more; null where there are none. */
export const withdrawnText = (withdrawn: number): string | null =>
  withdrawn > 0 ? `${withdrawn} withdrawn or refunded: do not ship` : null
