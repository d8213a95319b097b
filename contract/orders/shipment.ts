import * as z from 'zod/mini'

/** A parcel of a seller order. */
export const Shipment = z.object({
  id: z.string(),
  /** Number within its seller order, from 1. */
  number: z.int(),
  carrier: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
  shippedAt: z.string(),
  /** Null while it is on its way. */
  deliveredAt: z.nullable(z.string()),
  /** Units in it; `id` is that of the line. */
  items: z.array(z.object({ id: z.string(), name: z.string(), quantity: z.int() })),
})
export type Shipment = z.output<typeof Shipment>

/** Units of a seller order in parcels, and those that are still to be shipped. */
export const countFields = { shippedCount: z.int(), toShipCount: z.int() }

/** Units of a line by what became of them. */
export const unitFields = {
  /** Units of it in parcels. */
  shipped: z.int(),
  /** Units of it that were withdrawn or canceled before they were shipped: they must not be shipped. */
  withdrawn: z.int(),
  /** When the last of its units arrived; null until all have. */
  arrivedAt: z.nullable(z.string()),
}
