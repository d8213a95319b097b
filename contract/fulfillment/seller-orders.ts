import * as z from 'zod/mini'
import { IdParams, pageFields, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { Amount, Money } from '#contract/money.ts'
import { OwnOrderDispute } from '#contract/orders/order-dispute.ts'
import { MoveBody, OrderEvent, queryDate, TrackingBody } from '#contract/orders/orders.ts'
import { CURRENCIES } from '#domain/money.ts'
import { ORDER_STATUSES, PAYMENT_METHODS, SELLER_ORDER_SORTS } from '#domain/order.ts'
import { REFUND_STATUSES } from '#domain/refund-amount.ts'
import { SHIPPING_METHODS } from '#domain/shipping.ts'

const own = ['business_admin'] as const

/** How a seller narrows and sorts the own orders; `status` is that of the own part. */
export const SellerOrderQuery = z.object({
  ...pageFields,
  status: z.optional(z.enum(ORDER_STATUSES)),
  from: queryDate,
  to: queryDate,
  sort: z.optional(z.enum(SELLER_ORDER_SORTS)),
})
export type SellerOrderQuery = z.output<typeof SellerOrderQuery>

/** Where the goods go: all that a seller learns of the buyer, no e-mail address. */
export const DeliverTo = z.object({
  name: z.string(),
  company: z.optional(z.string()),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string(),
  /** For the carrier. */
  phone: z.optional(z.string()),
  notes: z.optional(z.string()),
})
export type DeliverTo = z.output<typeof DeliverTo>

const summaryFields = {
  id: z.string(),
  number: z.string(),
  deliverTo: DeliverTo,
  /** The own lines, no others. */
  items: z.array(z.object({ productId: z.string(), name: z.string(), image: z.string(), quantity: z.int() })),
  itemCount: z.int(),
  currency: z.enum(CURRENCIES),
  /** Of the own part, with its shipping and tax. */
  total: Amount,
  status: z.enum(ORDER_STATUSES),
  isPaid: z.boolean(),
  carrier: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
  shippingMethod: z.enum(SHIPPING_METHODS),
  estimatedDelivery: z.string(),
  createdAt: z.string(),
}

/** A seller's part of an order, as the seller's list shows it. */
export const SellerOrderSummary = z.object(summaryFields)
export type SellerOrderSummary = z.output<typeof SellerOrderSummary>

/** A seller's part of an order, whole. Nothing of other sellers' parts. */
export const SellerOrder = z.object({
  ...summaryFields,
  items: z.array(
    z.object({
      productId: z.string(),
      slug: z.string(),
      name: z.string(),
      image: z.string(),
      quantity: z.int(),
      unitPrice: Amount,
      lineTotal: Amount,
    }),
  ),
  subtotal: Amount,
  discount: Amount,
  shipping: Amount,
  tax: Amount,
  /** What went back to the buyer or is on its way back. */
  refunded: Amount,
  /** What of the own part the caller can still send back; 0 while it is not paid or disputed. */
  refundable: Amount,
  /** The refunds of the own part, oldest first. `reason` is null where a refund was for other sellers' parts too. */
  refunds: z.array(
    z.object({ id: z.string(), amount: Amount, reason: z.nullable(z.string()), status: z.enum(REFUND_STATUSES), at: z.string() }),
  ),
  /** The dispute of its payment with the own share of the amount, the open one or the newest; null where there is none. */
  dispute: z.nullable(OwnOrderDispute),
  paymentMethod: z.enum(PAYMENT_METHODS),
  shippedAt: z.nullable(z.string()),
  deliveredAt: z.nullable(z.string()),
  history: z.array(OrderEvent),
  /** The moves that the caller may make now. */
  nextStatuses: z.array(z.enum(ORDER_STATUSES)),
  /** Grows with every move and every refund of this part; what happens to other sellers' parts does not change it. */
  version: z.int(),
})
export type SellerOrder = z.output<typeof SellerOrder>

export const OwnRefundBody = z.object({
  /** In the order's currency; without it all that is left of the own part. */
  amount: z.optional(Money),
  /** The buyer reads it. */
  reason: z.optional(z.nullable(text(500))),
  password: z.string().check(z.maxLength(1000)),
  /** What the caller last read; an older one is 409 with the `current` part. */
  version: z.optional(z.int()),
})
export type OwnRefundBody = z.output<typeof OwnRefundBody>

const list = endpoint({
  method: 'GET',
  path: '/api/business/orders',
  access: own,
  summary:
    "The caller's own parts of orders. A search reads number, name, firm, products and tracking number. Orders that wait for a card payment are left out.",
  query: SellerOrderQuery,
  response: z.array(SellerOrderSummary),
  list: true,
})

export const sellerOrders = {
  list,
  exportAll: exportOf(list, 'The same orders as one file, with the addresses.', { stepUp: true }),
  byId: endpoint({
    method: 'GET',
    path: '/api/business/orders/:id',
    access: own,
    summary: "The caller's own part of one order.",
    params: IdParams,
    response: SellerOrder,
  }),
  move: endpoint({
    method: 'PATCH',
    path: '/api/business/orders/:id/fulfilment',
    invalidates: true,
    access: own,
    summary: 'Moves the own part: processing, shipped, delivered; cancelled with a reason before it is shipped. The buyer gets a mail.',
    params: IdParams,
    body: MoveBody,
    response: SellerOrder,
  }),
  correctTracking: endpoint({
    method: 'PATCH',
    path: '/api/business/orders/:id/tracking',
    access: own,
    summary: 'Corrects carrier and tracking number of the own part while it is on its way. The buyer gets the new number by mail, once.',
    params: IdParams,
    body: TrackingBody,
    response: SellerOrder,
  }),
  refund: endpoint({
    method: 'POST',
    path: '/api/business/orders/:id/refund',
    invalidates: true,
    access: own,
    summary:
      "Sends money of the own part back to the buyer: all that is left of it, or an amount. Needs the caller's password and an Idempotency-Key.",
    params: IdParams,
    body: OwnRefundBody,
    response: SellerOrder,
    idempotent: true,
  }),
  packingSlip: endpoint({
    method: 'GET',
    path: '/api/business/orders/:id/packing-slip.pdf',
    access: own,
    summary: 'What goes into the parcel, as a PDF without prices.',
    params: IdParams,
    response: z.string(),
    produces: ['application/pdf'],
  }),
}
