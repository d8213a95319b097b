import * as z from 'zod/mini'
import { TaxView } from '#contract/cart/cart.ts'
import { ContentFact } from '#contract/catalog/product-facts.ts'
import { Id, IdParams, pageFields, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { Amount, Money, totalFields } from '#contract/money.ts'
import { OrderExchange } from '#contract/orders/order-change.ts'
import { OwnOrderDispute } from '#contract/orders/order-dispute.ts'
import { OrderQuote } from '#contract/orders/order-quote.ts'
import { OrderEvent, OrderStatement, queryDate, RefundLine } from '#contract/orders/orders.ts'
import { countFields, Shipment, unitFields } from '#contract/orders/shipment.ts'
import { syncFields } from '#contract/sync.ts'
import { LINE_KINDS } from '#domain/agreed-terms.ts'
import { CURRENCIES } from '#domain/money.ts'
import { MAX_SLIPS, ORDER_STATUSES, PAYMENT_METHODS, SELLER_ORDER_SORTS, SELLER_ORDER_WAITS } from '#domain/order.ts'
import { REFUND_STATUSES } from '#domain/refund-amount.ts'
import { SHIPPING_METHODS } from '#domain/shipping.ts'
import { STAFF_ROLES } from '#domain/user.ts'
import { BulkResult, BulkTransitionBody, TrackingBody, TransitionBody } from './order-transitions.ts'

const own = ['business_admin'] as const

/** Ids of orders, separated by commas. */
export const OrderIds = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => [...new Set(text.split(','))]),
  ),
  z.array(Id).check(z.minLength(1), z.maxLength(MAX_SLIPS)),
)

const SlipsQuery = z.object({ ids: OrderIds })

/** The parcel that a document is for; absent: what is left to ship, or, where nothing is left, all that has left. */
const ParcelQuery = z.object({ shipmentId: z.optional(Id) })

/** Filter and order of a seller's orders; `status` is that of the seller order. */
export const SellerOrderQuery = z.object({
  ...pageFields,
  status: z.optional(z.enum(ORDER_STATUSES)),
  waitsFor: z.optional(z.enum(SELLER_ORDER_WAITS)),
  from: queryDate,
  to: queryDate,
  sort: z.optional(z.enum(SELLER_ORDER_SORTS)),
})
export type SellerOrderQuery = z.output<typeof SellerOrderQuery>

/** Delivery address: all that a seller learns of the buyer, no email address. */
export const DeliverTo = z.object({
  name: z.string(),
  company: z.optional(z.string()),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string(),
  /** Only where a freight carrier calls before delivery. */
  phone: z.optional(z.string()),
  notes: z.optional(z.string()),
  /** Number of the order at the buyer's company. */
  poNumber: z.optional(z.string()),
})
export type DeliverTo = z.output<typeof DeliverTo>

const summaryFields = {
  id: z.string(),
  number: z.string(),
  deliverTo: DeliverTo,
  /** The seller's lines, no others. */
  items: z.array(z.object({ productId: z.string(), name: z.string(), image: z.string(), quantity: z.int() })),
  itemCount: z.int(),
  currency: z.enum(CURRENCIES),
  /** Total of the seller order, with its shipping and tax. */
  total: Amount,
  status: z.enum(ORDER_STATUSES),
  /** It is paid in full; `isPartlyPaid`: only a part of it is. */
  isPaid: z.boolean(),
  isPartlyPaid: z.boolean(),
  /** Tracking of its newest parcel. */
  carrier: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
  ...countFields,
  shippingMethod: z.enum(SHIPPING_METHODS),
  estimatedDelivery: z.string(),
  createdAt: z.string(),
}

/** A seller order, as the seller's list shows it. */
export const SellerOrderSummary = z.object(summaryFields)
export type SellerOrderSummary = z.output<typeof SellerOrderSummary>

/** A seller order with all its facts. Nothing of other sellers' orders. */
export const SellerOrder = z.object({
  ...summaryFields,
  items: z.array(
    z.object({
      /** The line, by which a parcel names it. */
      id: z.string(),
      /** Its product; of a line without one (`kind` other than `product`) the id of the line. */
      productId: z.string(),
      /** `service` is not sent. */
      kind: z.enum(LINE_KINDS),
      slug: z.string(),
      name: z.string(),
      image: z.string(),
      quantity: z.int(),
      ...unitFields,
      unitPrice: Amount,
      lineTotal: Amount,
      /** Content of one sale unit when it was ordered; null where it is not known. */
      content: z.nullable(ContentFact),
      /** Days between which it was promised to arrive; null in orders from before there were promises by line. */
      promisedFrom: z.nullable(z.string()),
      promisedTo: z.nullable(z.string()),
      /**
       * Sentences on mains that do not suit it where it goes to, and whether the buyer said that they have a suitable supply; null: no
       * notice.
       */
      supplyNotice: z.nullable(z.string()),
      hasSupply: z.boolean(),
      /** Facts of its product now, for parcel and customs; null where they are not known. */
      sku: z.nullable(z.string()),
      hsCode: z.nullable(z.string()),
      originCountry: z.nullable(z.string()),
      /** Kilograms of all its units, packed. */
      weight: z.nullable(z.number()),
    }),
  ),
  /** Its parcels, the first one first. */
  shipments: z.array(Shipment),
  /** True if its products cross customs, so that they need a customs invoice. */
  crossesCustoms: z.boolean(),
  /** Services that the buyer ordered with its freight, such as "Lift-gate delivery". */
  freightExtras: z.array(z.string()),
  /** Text of a freight that was agreed in place of the rates; null without one. */
  freightText: z.nullable(z.string()),
  /** Absent for an order that was made of none. */
  quote: z.optional(OrderQuote),
  subtotal: Amount,
  discount: Amount,
  shipping: Amount,
  tax: Amount,
  /** The tax on its own lines by rate and reason. */
  taxes: TaxView,
  /** Amount that was refunded or is being refunded. */
  refunded: Amount,
  /** Amount that the caller can still refund; 0 while it is not paid or disputed. */
  refundable: Amount,
  /**
   * Refunds of the seller order, oldest first, with the units of its lines where a refund was for some. `reason` is null when a refund was
   * for other sellers too.
   */
  refunds: z.array(
    z.object({
      id: z.string(),
      amount: Amount,
      reason: z.nullable(z.string()),
      status: z.enum(REFUND_STATUSES),
      at: z.string(),
      lines: z.array(RefundLine),
    }),
  ),
  /** Dispute of its payment with the seller's share of the amount, the open one or the newest; null when there is none. */
  dispute: z.nullable(OwnOrderDispute),
  paymentMethod: z.enum(PAYMENT_METHODS),
  /** Exchanges of returned products of the caller, oldest first. */
  exchanges: z.array(OrderExchange),
  /** Withdrawals from the contract that may be about its lines, oldest first. */
  withdrawals: z.array(OrderStatement),
  shippedAt: z.nullable(z.string()),
  deliveredAt: z.nullable(z.string()),
  history: z.array(OrderEvent),
  /** Statuses that the caller can set now. */
  nextStatuses: z.array(z.enum(ORDER_STATUSES)),
  /** Grows with every transition and refund of this seller order, not with those of other sellers. */
  version: z.int(),
})
export type SellerOrder = z.output<typeof SellerOrder>

/** A refund by a seller from its part of an order, confirmed with the caller's password. */
export const OwnRefundBody = z.object({
  /** In the order's currency; without it all that is left of the seller order. */
  amount: z.optional(Money),
  /** Shown to the buyer. */
  reason: z.optional(z.nullable(text(500))),
  password: z.string().check(z.maxLength(1000)),
  /** The version that the caller read last; an older one is 409 with the `current` seller order. */
  version: z.optional(z.int()),
})
export type OwnRefundBody = z.output<typeof OwnRefundBody>

const list = endpoint({
  method: 'GET',
  path: '/api/business/orders',
  access: own,
  token: 'read',
  summary:
    "The caller's parts of orders. A search reads number, name, company, products and tracking number. Orders that wait for a card payment are left out. By changes with `updatedSince` or `cursor`.",
  query: z.extend(SellerOrderQuery, syncFields),
  response: z.array(SellerOrderSummary),
  list: true,
})

/** Sums of the caller's parts of orders in a currency. */
export const SellerOrderTotal = z.object({ ...totalFields, total: Amount, refunded: Amount })
export type SellerOrderTotal = z.output<typeof SellerOrderTotal>

export const sellerOrders = {
  list,
  totals: endpoint({
    method: 'GET',
    path: '/api/business/orders/totals',
    access: own,
    token: 'read',
    summary: "Sums of the caller's parts of orders that a filter leaves, by currency.",
    query: z.omit(SellerOrderQuery, { page: true, limit: true, sort: true }),
    response: z.array(SellerOrderTotal),
  }),
  exportAll: exportOf({ ...list, query: SellerOrderQuery }, 'The same orders as one file, with the addresses.', { stepUp: true }),
  byId: endpoint({
    method: 'GET',
    path: '/api/business/orders/:id',
    access: own,
    token: 'read',
    summary: "The caller's part of one order.",
    params: IdParams,
    response: SellerOrder,
  }),
  move: endpoint({
    method: 'PATCH',
    path: '/api/business/orders/:id/fulfilment',
    invalidates: true,
    access: own,
    token: 'orders',
    money: 'onceItMoves',
    summary:
      "Changes the status of the caller's part: processing, shipped, delivered; canceled with a reason before it is shipped, where a payment is refunded after step-up. The buyer is emailed.",
    params: IdParams,
    body: TransitionBody,
    response: SellerOrder,
  }),
  moveMany: endpoint({
    method: 'POST',
    path: '/api/business/orders/bulk/status',
    invalidates: true,
    access: own,
    token: 'orders',
    money: 'onceItMoves',
    summary:
      "Changes the status of the caller's parts of up to 500 orders, each by itself: those that are refused stay the same and are listed with the reason. May be sent again: a part that has the status already is left alone.",
    body: BulkTransitionBody,
    response: BulkResult,
  }),
  correctTracking: endpoint({
    method: 'PATCH',
    path: '/api/business/orders/:id/tracking',
    access: own,
    token: 'orders',
    summary:
      "Corrects carrier and tracking number of a parcel of the caller's part while it is on its way. The buyer is emailed the new number, once.",
    params: IdParams,
    body: TrackingBody,
    response: SellerOrder,
  }),
  refund: endpoint({
    method: 'POST',
    path: '/api/business/orders/:id/refund',
    invalidates: true,
    access: own,
    money: 'password',
    summary: "Refunds the caller's part: all that is left of it, or an amount. Needs the caller's password and an Idempotency-Key.",
    params: IdParams,
    body: OwnRefundBody,
    response: SellerOrder,
    idempotent: true,
  }),
  packingSlips: endpoint({
    method: 'GET',
    path: '/api/business/packing-slips.pdf',
    access: own,
    token: 'read',
    summary: "The packing slips of up to 200 of the caller's orders as one PDF; orders that the caller does not have are left out.",
    query: SlipsQuery,
    response: z.string(),
    produces: ['application/pdf'],
  }),
  staffPackingSlips: endpoint({
    method: 'GET',
    path: '/api/admin/packing-slips.pdf',
    access: STAFF_ROLES,
    token: 'read',
    permission: 'orders.read',
    summary: 'The packing slips of up to 200 orders as one PDF, one for each seller that has something to ship.',
    query: SlipsQuery,
    response: z.string(),
    produces: ['application/pdf'],
  }),
  packingSlip: endpoint({
    method: 'GET',
    path: '/api/business/orders/:id/packing-slip.pdf',
    access: own,
    token: 'read',
    summary: 'The packing slip as a PDF without prices: of a parcel, or of what is left to ship.',
    params: IdParams,
    query: ParcelQuery,
    response: z.string(),
    produces: ['application/pdf'],
  }),
  customsInvoice: endpoint({
    method: 'GET',
    path: '/api/business/orders/:id/customs-invoice.pdf',
    access: own,
    token: 'read',
    summary:
      "The customs invoice for the caller's products of an order that crosses customs, as a PDF: of a parcel, or of what is left to ship.",
    params: IdParams,
    query: ParcelQuery,
    response: z.string(),
    produces: ['application/pdf'],
  }),
}
