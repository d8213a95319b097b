import * as z from 'zod/mini'
import { Id, IdParams, identifier, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { Order } from '#contract/orders/orders.ts'
import { MAX_PARCELS } from '#domain/shipment.ts'
import { STAFF_ROLES } from '#domain/user.ts'
import { OrderIds, SellerOrder } from './seller-orders.ts'

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

/** A parcel of one of many orders. */
const BulkParcel = z.object({
  orderId: Id,
  lines: ShipmentBody.shape.lines,
  carrier: z._default(identifier(80), ''),
  trackingNumber: z._default(identifier(120), ''),
})

/** Parcels of many orders. */
export const BulkShipmentBody = z.object({ parcels: z.array(BulkParcel).check(z.minLength(1), z.maxLength(MAX_PARCELS)) })

/** Parcels of many orders, as staff say them. */
export const StaffBulkShipmentBody = z.object({
  parcels: z
    .array(
      z.extend(BulkParcel, {
        /** The seller whose parcel it is; absent: the only one of the order. */
        businessId: z.optional(Id),
      }),
    )
    .check(z.minLength(1), z.maxLength(MAX_PARCELS)),
})

/** Result of a bulk call: each parcel left, had left before, or was refused for a reason of its own; `index` is its place in the body. */
export const BulkShipment = z.object({
  shipped: z.int(),
  unchanged: z.int(),
  refused: z.array(z.object({ index: z.int(), orderId: z.string(), number: z.nullable(z.string()), reason: z.string() })),
})
export type BulkShipment = z.output<typeof BulkShipment>

const TrackingImportBody = z.object({
  /** `true`: nothing leaves, the answer says what would. */
  check: z.optional(z.enum(['true', 'false'])),
})

/** Result of a file with tracking numbers. */
export const TrackingImport = z.object({
  /** Rows of the file without headings and empty ones. */
  rows: z.int(),
  /** Parcels that its rows describe without an error; those that left (in a check none), and those that had left before. */
  parcels: z.int(),
  shipped: z.int(),
  unchanged: z.int(),
  /** Rows that changed nothing, as the spreadsheet counts them. */
  errors: z.array(z.object({ row: z.int(), message: z.string() })),
})
export type TrackingImport = z.output<typeof TrackingImport>

/** Lines of an order with units that are still to be shipped. */
export const OpenParcel = z.object({
  orderId: z.string(),
  number: z.string(),
  businessId: z.string(),
  businessName: z.string(),
  /** Name and place of the recipient. */
  recipient: z.string(),
  /** True while the part is being processed: then it can leave. */
  canShip: z.boolean(),
  units: z.int(),
  lines: z.array(
    z.object({ id: z.string(), name: z.string(), sku: z.nullable(z.string()), storagePlace: z.nullable(z.string()), units: z.int() }),
  ),
})
export type OpenParcel = z.output<typeof OpenParcel>

/** Ids of orders, separated by commas; without them all orders that are being processed. */
const OpenQuery = z.object({ ids: z.optional(OrderIds) })

const open = endpoint({
  method: 'GET',
  path: '/api/business/shipments',
  access: ['business_admin'],
  token: 'read',
  summary: "What is still to be shipped of up to 200 of the caller's orders, or of all that are being processed.",
  query: OpenQuery,
  response: z.array(OpenParcel),
})
const staffOpen = endpoint({
  method: 'GET',
  path: '/api/admin/shipments',
  access: STAFF_ROLES,
  token: 'read',
  permission: 'orders.read',
  summary: 'What is still to be shipped of up to 200 orders, or of all that are being processed, by seller.',
  query: OpenQuery,
  response: z.array(OpenParcel),
})

const ShipmentParams = z.extend(IdParams, { shipmentId: Id })

/** Calls about the parcels of orders. */
export const shipments = {
  ship: endpoint({
    method: 'POST',
    path: '/api/business/orders/:id/shipments',
    invalidates: true,
    access: ['business_admin'],
    token: 'orders',
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
    token: 'orders',
    summary: "Marks one parcel of the caller's part as delivered; with the last one the part is delivered. The buyer is emailed.",
    params: ShipmentParams,
    response: SellerOrder,
  }),
  staffShip: endpoint({
    method: 'POST',
    path: '/api/admin/orders/:id/shipments',
    invalidates: true,
    access: STAFF_ROLES,
    token: 'orders',
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
    token: 'orders',
    permission: 'orders.write',
    summary: 'Marks one parcel as delivered, as its seller would.',
    params: ShipmentParams,
    response: Order,
  }),
  open,
  staffOpen,
  exportOpen: exportOf(
    open,
    'The same by line, with columns for carrier and tracking number, as the import of tracking numbers reads them.',
  ),
  staffExportOpen: exportOf(
    staffOpen,
    'The same by line, with columns for carrier and tracking number, as the import of tracking numbers reads them.',
  ),
  shipMany: endpoint({
    method: 'POST',
    path: '/api/business/shipments',
    invalidates: true,
    access: ['business_admin'],
    token: 'orders',
    summary:
      "Ships up to 500 parcels of the caller's orders, each by itself: those that are refused are listed with the reason. A parcel that left before changes nothing.",
    body: BulkShipmentBody,
    response: BulkShipment,
  }),
  staffShipMany: endpoint({
    method: 'POST',
    path: '/api/admin/shipments',
    invalidates: true,
    access: STAFF_ROLES,
    token: 'orders',
    permission: 'orders.write',
    summary: 'Ships up to 500 parcels of any orders, as their sellers would.',
    body: StaffBulkShipmentBody,
    response: BulkShipment,
  }),
  importTracking: endpoint({
    method: 'POST',
    path: '/api/business/shipments/import',
    invalidates: true,
    access: ['business_admin'],
    token: 'orders',
    summary:
      'Ships the parcels of a `file`, CSV or Excel, with the columns Order, Carrier, Tracking number and, where a parcel has only a part, SKU and Quantity. Rows with errors are left out and listed; a number that an order has already changes nothing. With `check` nothing leaves.',
    body: TrackingImportBody,
    files: { file: 1 },
    response: TrackingImport,
  }),
  staffImportTracking: endpoint({
    method: 'POST',
    path: '/api/admin/shipments/import',
    invalidates: true,
    access: STAFF_ROLES,
    token: 'orders',
    permission: 'orders.write',
    summary: 'Ships the parcels of a `file` as sellers do; where several sellers ship an order, the SKU says whose parcel it is.',
    body: TrackingImportBody,
    files: { file: 1 },
    response: TrackingImport,
  }),
  pickList: endpoint({
    method: 'GET',
    path: '/api/business/pick-list.pdf',
    access: ['business_admin'],
    token: 'read',
    summary: "What is to be picked for up to 200 of the caller's orders, or all that are being processed, by storage place, as a PDF.",
    query: OpenQuery,
    response: z.string(),
    produces: ['application/pdf'],
  }),
  staffPickList: endpoint({
    method: 'GET',
    path: '/api/admin/pick-list.pdf',
    access: STAFF_ROLES,
    token: 'read',
    permission: 'orders.read',
    summary: 'What is to be picked for up to 200 orders, or all that are being processed, by seller and storage place, as a PDF.',
    query: OpenQuery,
    response: z.string(),
    produces: ['application/pdf'],
  }),
}
