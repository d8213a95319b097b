import * as z from 'zod/mini'
import { Id, IdParams, identifier, requiredIdentifier, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Order } from '#contract/orders/orders.ts'
import { ORDER_STATUSES } from '#domain/order.ts'
import { STAFF_ROLES } from '#domain/user.ts'

/** A requested status; carrier and tracking number count when it is `shipped`. */
export const TransitionBody = z.object({
  status: z.enum(ORDER_STATUSES),
  reason: z.optional(text(500)),
  /** Reason of staff for starting or shipping while a milestone of the payment plan is unpaid; without it that is refused. */
  unpaidReason: z.optional(text(500)),
  carrier: z.optional(identifier(80)),
  trackingNumber: z.optional(identifier(120)),
  /** The version that the caller read last; an older one is 409 with the `current` order. */
  version: z.optional(z.int()),
})

/** Corrected tracking of a parcel that has left. */
export const TrackingBody = z.object({
  trackingNumber: requiredIdentifier(120, 'Please enter the tracking number'),
  /** Absent: unchanged; empty: removed. */
  carrier: z.optional(identifier(80)),
  /** The parcel; absent: the newest one. */
  shipmentId: z.optional(Id),
  /** The version that the caller read last; an older one is 409 with what is `current`. */
  version: z.optional(z.int()),
})

/** Maximum number of orders of one bulk call. */
export const MAX_BULK_ORDERS = 500

/** A status requested for several orders. */
export const BulkTransitionBody = z.object({
  ids: z.array(Id).check(z.minLength(1), z.maxLength(MAX_BULK_ORDERS)),
  status: z.enum(ORDER_STATUSES),
  reason: z.optional(text(500)),
})

/** Result of a bulk call: each order changed, had the status (or the payment) already, or was refused for a reason of its own. */
export const BulkResult = z.object({
  moved: z.int(),
  unchanged: z.int(),
  refused: z.array(z.object({ id: z.string(), number: z.nullable(z.string()), reason: z.string() })),
})
export type BulkResult = z.output<typeof BulkResult>

/** Calls that change the status of orders and of seller orders; they are named `orders.…` as those that read them. */
export const orderTransitions = {
  cancel: endpoint({
    method: 'POST',
    path: '/api/orders/:id/cancel',
    invalidates: true,
    access: 'signedIn',
    token: 'orders',
    money: 'onceItMoves',
    summary:
      "Cancels an order that is pending or processing, or with `businessId` one seller's part of it; the stock returns once, and what was paid is refunded, which needs step-up of anyone but the buyer.",
    params: IdParams,
    body: z.optional(z.nullable(z.object({ reason: z.optional(text(500)), businessId: z.optional(Id) }))),
    response: Order,
  }),
  setStatus: endpoint({
    method: 'PATCH',
    path: '/api/admin/orders/:id/status',
    invalidates: true,
    access: STAFF_ROLES,
    token: 'orders',
    permission: 'orders.write',
    money: 'onceItMoves',
    summary:
      'Changes the status of an order: pending, processing, shipped, delivered; the first two may be canceled, where a payment is refunded after step-up.',
    params: IdParams,
    body: TransitionBody,
    response: Order,
  }),
  setPartStatus: endpoint({
    method: 'PATCH',
    path: '/api/admin/orders/:id/parts/:businessId',
    invalidates: true,
    access: STAFF_ROLES,
    token: 'orders',
    permission: 'orders.write',
    money: 'onceItMoves',
    summary:
      "Changes the status of one seller's part of an order alone; a cancellation needs a reason, and what was paid for the part is refunded, after step-up.",
    params: z.extend(IdParams, { businessId: Id }),
    body: TransitionBody,
    response: Order,
  }),
  correctTracking: endpoint({
    method: 'PATCH',
    path: '/api/admin/orders/:id/parts/:businessId/tracking',
    access: STAFF_ROLES,
    token: 'orders',
    permission: 'orders.write',
    summary: 'Corrects carrier and tracking number of a parcel that is on its way. The buyer is emailed the new number, once.',
    params: z.extend(IdParams, { businessId: Id }),
    body: TrackingBody,
    response: Order,
  }),
  moveMany: endpoint({
    method: 'POST',
    path: '/api/admin/orders/bulk/status',
    invalidates: true,
    access: STAFF_ROLES,
    token: 'orders',
    permission: 'orders.write',
    money: 'onceItMoves',
    summary:
      'Changes the status of up to 500 orders, each by itself: those that are refused stay the same and are listed with the reason. May be sent again: an order that has the status already is left alone.',
    body: BulkTransitionBody,
    response: BulkResult,
  }),
}
