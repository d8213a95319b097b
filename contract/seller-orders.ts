import * as z from 'zod/mini'
import { CURRENCIES } from '#domain/money.ts'
import { ORDER_STATUSES, PAYMENT_METHODS, SELLER_ORDER_SORTS } from '#domain/order.ts'
import { SHIPPING_METHODS } from '#domain/shipping.ts'
import { IdParams, pageFields } from './common.ts'
import { endpoint } from './endpoint.ts'
import { exportOf } from './export.ts'
import { Amount } from './money.ts'
import { MoveBody, OrderEvent, queryDate } from './orders.ts'

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
  paymentMethod: z.enum(PAYMENT_METHODS),
  shippedAt: z.nullable(z.string()),
  deliveredAt: z.nullable(z.string()),
  history: z.array(OrderEvent),
  /** The moves that the caller may make now. */
  nextStatuses: z.array(z.enum(ORDER_STATUSES)),
  /** Grows with every move of this part; moves of other sellers do not change it. */
  version: z.int(),
})
export type SellerOrder = z.output<typeof SellerOrder>

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
  exportAll: exportOf(list, 'The same orders as one file, with the addresses.'),
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
    access: own,
    summary: 'Moves the own part: processing, shipped, delivered; cancelled with a reason before it is shipped. The buyer gets a mail.',
    params: IdParams,
    body: MoveBody,
    response: SellerOrder,
  }),
  packingSlip: endpoint({
    method: 'GET',
    path: '/api/business/orders/:id/packing-slip.pdf',
    access: own,
    summary: 'What goes into the parcel, as a PDF without prices.',
    params: IdParams,
    response: z.string(),
  }),
}
