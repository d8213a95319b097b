import type { RefundStatus } from './refund-amount.ts'
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
export const withdrawnText = (withdrawn: number): string | null => (withdrawn > 0 ? `${withdrawn} canceled or refunded: don't ship` : null)

/** Returns the sentence for the buyer and staff about units that are not shipped any more; null where there are none. */
export const unsentText = (withdrawn: number): string | null => (withdrawn > 0 ? `${withdrawn} won't be shipped` : null)

/** Refund of a seller order, with the units that it is for; of an amount it has none. */
interface PartRefund {
  status: RefundStatus
  lines: readonly { productId: string; quantity: number }[]
}

/**
 * Returns true if refunds may be of units that are still to be shipped: those of amounts, and those of more units than are withdrawn from
 * the lines, since some of a line had left.
 */
export function mayCoverUnsent(refunds: readonly PartRefund[], lines: readonly { productId: string; withdrawn: number }[]): boolean {
  const counted = refunds.filter(({ status }) => status !== 'failed')
  const refundedOf = (productId: string) =>
    counted
      .flatMap((refund) => refund.lines.filter((line) => line.productId === productId))
      .reduce((sum, { quantity }) => sum + quantity, 0)
  return counted.some((refund) => refund.lines.length === 0) || lines.some(({ productId, withdrawn }) => refundedOf(productId) > withdrawn)
}
