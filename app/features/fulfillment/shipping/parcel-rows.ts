import type { OpenParcel } from '#contract/fulfillment/shipments.ts'

/** A chosen order. */
export interface ChosenOrder {
  id: string
  number: string
  createdAt: string
}

/** A parcel of a chosen order, or a chosen order of which none can leave, with the reason. */
export type ParcelRow = { key: string; number: string } & ({ parcel: OpenParcel } | { parcel: null; reason: string })

/** Returns the rows of the table: those of every chosen order, first placed first, as in the file of what is to be shipped. */
export function rowsOf(orders: readonly ChosenOrder[], parcels: readonly OpenParcel[]): ParcelRow[] {
  const own = Map.groupBy(parcels, ({ orderId }) => orderId)
  const rank = ({ createdAt, id }: ChosenOrder) => `${createdAt} ${id}`
  return orders
    .toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1))
    .flatMap(({ id, number }): ParcelRow[] => {
      const open = own.get(id)
      if (!open) return [{ key: id, number, parcel: null, reason: 'Nothing is left to ship.' }]
      return open.map((parcel) => {
        const row = { key: `${id} ${parcel.businessId}`, number }
        return parcel.canShip ? { ...row, parcel } : { ...row, parcel: null, reason: 'Not being processed yet: start processing first.' }
      })
    })
}
