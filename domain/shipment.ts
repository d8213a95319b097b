import type { LineKind } from './agreed-terms.ts'

/** Most parcels of a bulk call. */
export const MAX_PARCELS = 500

/** Line of a seller order by its units. */
export interface LineUnits {
  kind: LineKind
  /** Units that were ordered. */
  quantity: number
  /** Units that were withdrawn or canceled before they were shipped. */
  withdrawn: number
  /** Units in parcels. */
  shipped: number
}

/** Returns the units of a line that are still to be shipped; services are not sent. */
export const unitsToShip = ({ kind, quantity, withdrawn, shipped }: LineUnits): number =>
  kind === 'service' ? 0 : quantity - withdrawn - shipped

/** Units of a seller order in parcels, and those that are still to be shipped. */
interface UnitCounts {
  shippedCount: number
  toShipCount: number
}

/** Counts the units of lines. */
export const countUnits = (lines: readonly LineUnits[]): UnitCounts => ({
  shippedCount: lines.reduce((sum, { shipped }) => sum + shipped, 0),
  toShipCount: lines.reduce((sum, line) => sum + unitsToShip(line), 0),
})

/** Writes how much of a seller order has left while some of it has not: "2 of 5 shipped"; null before and after. */
export const shippedText = ({ shippedCount, toShipCount }: UnitCounts): string | null =>
  shippedCount > 0 && toShipCount > 0 ? `${shippedCount} of ${shippedCount + toShipCount} shipped` : null

/** Units of a line that go into a parcel. */
export interface ParcelLine {
  id: string
  quantity: number
}

/** Reason for which units can't be shipped: no such line, more than is left of it, a service, or nothing at all. */
type Unshippable =
  | { id: string; problem: 'unknown' }
  | { id: string; problem: 'service' }
  | { id: string; problem: 'too_many'; left: number }
  | { problem: 'nothing' }

/**
 * Returns what goes into a parcel: the units that were asked for, each line once, or all that is left; and the first reason against it.
 * @param asked null: all that is left
 */
export function parcelOf(
  lines: readonly (LineUnits & { id: string })[],
  asked: readonly ParcelLine[] | null,
): { units: ParcelLine[] } | Unshippable {
  if (asked === null) {
    const left = lines.map((line) => ({ id: line.id, quantity: unitsToShip(line) })).filter(({ quantity }) => quantity > 0)
    return left.length > 0 ? { units: left } : { problem: 'nothing' }
  }
  const units = [...Map.groupBy(asked, ({ id }) => id)].map(([id, many]) => ({
    id,
    quantity: many.reduce((sum, one) => sum + one.quantity, 0),
  }))
  for (const { id, quantity } of units) {
    const line = lines.find((one) => one.id === id)
    if (!line) return { id, problem: 'unknown' }
    if (line.kind === 'service') return { id, problem: 'service' }
    if (quantity > unitsToShip(line)) return { id, problem: 'too_many', left: unitsToShip(line) }
  }
  return units.length > 0 ? { units } : { problem: 'nothing' }
}

/** Returns true if two parcels hold the same units. */
export function isSameContent(one: readonly ParcelLine[], other: readonly ParcelLine[]): boolean {
  return one.length === other.length && one.every(({ id, quantity }) => other.some((line) => line.id === id && line.quantity === quantity))
}

/** Returns true if every unit of these lines is in a parcel, withdrawn or a service. */
export const isAllShipped = (lines: readonly LineUnits[]): boolean => lines.every((line) => unitsToShip(line) === 0)

/** Units of a line in one parcel that has arrived, and the last day on which they may be returned. */
export interface ReturnWindow {
  quantity: number
  until: string
}

/**
 * Returns the units of a line that can be returned, each parcel's until its last day. Units that are gone count against the parcels whose
 * window ends first: nobody can say in which parcel a unit came, and the buyer keeps the longest windows.
 * @param gone units that were refunded or are being returned, the withdrawn ones among them
 */
export function openWindows(
  { windows, gone, withdrawn }: { windows: readonly ReturnWindow[]; gone: number; withdrawn: number },
  isOpen: (until: string) => boolean,
): ReturnWindow[] {
  let back = Math.max(gone - withdrawn, 0)
  const byEnd = [...Map.groupBy(windows, ({ until }) => until)].sort(([one], [other]) => (one < other ? -1 : 1))
  return byEnd.flatMap(([until, parcels]) => {
    const quantity = parcels.reduce((sum, parcel) => sum + parcel.quantity, 0)
    const taken = Math.min(back, quantity)
    back -= taken
    return quantity > taken && isOpen(until) ? [{ quantity: quantity - taken, until }] : []
  })
}

/** Counts the units of `openWindows`. */
export const returnableUnits = (...units: Parameters<typeof openWindows>): number =>
  openWindows(...units).reduce((sum, { quantity }) => sum + quantity, 0)
