import * as z from 'zod/mini'
import { Id, IdParams, identifier, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Order } from '#contract/orders/orders.ts'
import { STAFF_ROLES } from '#domain/user.ts'
import { SellerOrder } from './seller-orders.ts'

/** Most lines of a parcel in a request. */
const MAX_PARCEL_LINES = 500

/** A parcel that leaves. */
export const ShipmentBody = z.object({
  /** Lines of the order by their `id`, with the units in the parcel; absent: all that is left. */
  lines: z.optional(
    z
      .array(z.object({ id: Id, quantity: z.int().check(z.minimum(1), z.maximum(100_000)) }))
      .check(z.minLength(1), z.maxLength(MAX_PARCEL_LINES)),
  ),
  carrier: z.optional(identifier(80)),
  trackingNumber: z.optional(identifier(120)),
  /** The version that the caller read last; an older one is 409 with what is `current`. */
  version: z.optional(z.int()),
})
export type ShipmentBody = z.output<typeof ShipmentBody>

/** A parcel that leaves, as staff say it. */
export const StaffShipmentBody = z.extend(ShipmentBody, {
  /** The seller whose parcel it is; absent: that of the lines, or the only one of the order. */
  businessId: z.optional(Id),
  /** Reason for shipping while a milestone of the payment plan is unpaid; without it that is refused. */
  unpaidReason: z.optional(text(500)),
})
export type StaffShipmentBody = z.output<typeof StaffShipmentBody>

const ShipmentParams = z.extend(IdParams, { shipmentId: Id })

/** Calls about the parcels of orders. */
export const shipments = {
  ship: endpoint({
    method: 'POST',
    path: '/api/business/orders/:id/shipments',
    invalidates: true,
    access: ['business_admin'],
    summary:
      "Ships a parcel of the caller's part: some units, or all that is left; with the last ones the part is shipped. The buyer is emailed what is in it, once: the same units with the same carrier and tracking number again change nothing. Takes an Idempotency-Key.",
    params: IdParams,
    body: ShipmentBody,
    response: SellerOrder,
    status: 201,
    idempotent: true,
  }),
  deliver: endpoint({
    method: 'POST',
    path: '/api/business/orders/:id/shipments/:shipmentId/delivered',
    invalidates: true,
    access: ['business_admin'],
    summary: "Marks one parcel of the caller's part as delivered; with the last one the part is delivered. The buyer is emailed.",
    params: ShipmentParams,
    response: SellerOrder,
  }),
  staffShip: endpoint({
    method: 'POST',
    path: '/api/admin/orders/:id/shipments',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'orders.write',
    summary: 'Ships a parcel of one seller of an order, as its seller would. Takes an Idempotency-Key.',
    params: IdParams,
    body: StaffShipmentBody,
    response: Order,
    status: 201,
    idempotent: true,
  }),
  staffDeliver: endpoint({
    method: 'POST',
    path: '/api/admin/orders/:id/shipments/:shipmentId/delivered',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'orders.write',
    summary: 'Marks one parcel as delivered, as its seller would.',
    params: ShipmentParams,
    response: Order,
  }),
}
