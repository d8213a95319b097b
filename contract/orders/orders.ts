import * as z from 'zod/mini'
import { TaxView, TotalStepView } from '#contract/cart/cart.ts'
import { ContentFact } from '#contract/catalog/product-facts.ts'
import { CountryCode, Id, IdParams, identifier, pageFields, queryBoolean, queryInt, querySorts, queryValues } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { filledFields } from '#contract/identity/customer.ts'
import { Amount, totalFields } from '#contract/money.ts'
import { OrderChange, OrderExchange } from '#contract/orders/order-change.ts'
import { OrderDispute } from '#contract/orders/order-dispute.ts'
import { OrderPayment } from '#contract/orders/payment-plan.ts'
import { countFields, Shipment, unitFields } from '#contract/orders/shipment.ts'
import { syncFields } from '#contract/sync.ts'
import { LINE_KINDS } from '#domain/agreed-terms.ts'
import { CURRENCIES } from '#domain/money.ts'
import { ORDER_SORTS, ORDER_STATUSES, ORDER_TAG_LENGTH, ORDER_WAITS, PAYMENT_METHODS, PAYMENT_STATUSES } from '#domain/order.ts'
import { REFUND_STATUSES } from '#domain/refund-amount.ts'
import { SHIPPING_METHODS } from '#domain/shipping.ts'
import { SELLERS_OF_RECORD } from '#domain/tax-decision.ts'
import { STAFF_ROLES } from '#domain/user.ts'
import { WITHDRAWAL_STATUSES } from '#domain/withdrawal-status.ts'
import { OrderQuote } from './order-quote.ts'

/** One transition in the history of an order or of a part; `from` null: it was placed. */
export const OrderEvent = z.object({
  at: z.string(),
  from: z.nullable(z.enum(ORDER_STATUSES)),
  to: z.enum(ORDER_STATUSES),
  by: z.string(),
  note: z.nullable(z.string()),
})
export type OrderEvent = z.output<typeof OrderEvent>

/** One seller's part of an order. */
const Fulfillment = z.object({
  businessId: z.string(),
  businessName: z.string(),
  status: z.enum(ORDER_STATUSES),
  /** Tracking of its newest parcel. */
  carrier: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
  ...countFields,
  /** Its parcels, the first one first. */
  shipments: z.array(Shipment),
  shippedAt: z.nullable(z.string()),
  deliveredAt: z.nullable(z.string()),
  estimatedDelivery: z.string(),
  /** Price of its items with shipping and tax, and the part of it that was refunded or is being refunded. */
  total: Amount,
  refunded: Amount,
  history: z.array(OrderEvent),
  /** The transitions of this part that the caller may make now. */
  nextStatuses: z.array(z.enum(ORDER_STATUSES)),
  /** True: the buyer can cancel this part alone. */
  canCancel: z.boolean(),
})
type Fulfillment = z.output<typeof Fulfillment>

/** Units of a line that a refund is for. */
export const RefundLine = z.object({ productId: z.string(), name: z.string(), quantity: z.int(), amount: Amount })

/** A refund. `by`, `reference` and `problem` are for staff, null for others. */
const OrderRefund = z.object({
  id: z.string(),
  amount: Amount,
  reason: z.string(),
  status: z.enum(REFUND_STATUSES),
  at: z.string(),
  settledAt: z.nullable(z.string()),
  /** The returned units, where the refund was for some. */
  lines: z.array(RefundLine),
  by: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  problem: z.nullable(z.string()),
})

/** A withdrawal from the contract, without its words. */
export const OrderStatement = z.object({ number: z.string(), status: z.enum(WITHDRAWAL_STATUSES), receivedAt: z.string() })

/** An order, whole, in its own currency. Names, prices and sellers are as they were when it was placed. */
export const Order = z.object({
  id: z.string(),
  number: z.string(),
  user: z.object({ name: z.string(), email: z.string() }),
  customer: z.object(filledFields),
  /** Seller of its contract: the shop, or each business of its own items. */
  sellerOfRecord: z.enum(SELLERS_OF_RECORD),
  items: z.array(
    z.object({
      /** The line, by which a parcel names it. */
      id: z.string(),
      /** Its product; of a line without one (`kind` other than `product`) the id of the line, by which a refund names it. */
      productId: z.string(),
      /** `service` is not sent, such as installation; neither it nor `custom` has a page, a picture or stock. */
      kind: z.enum(LINE_KINDS),
      /** '' without a product, as `image`. */
      slug: z.string(),
      name: z.string(),
      /** Article number of its seller when it was ordered; null where it had none. */
      sku: z.nullable(z.string()),
      image: z.string(),
      businessId: z.string(),
      businessName: z.string(),
      quantity: z.int(),
      unitPrice: Amount,
      lineTotal: Amount,
      /** Unit price of the list, without tax, where another one was agreed; for staff, absent for others and without one. */
      listPrice: z.optional(Amount),
      /** Content of one sale unit when it was ordered; null where it is not known. */
      content: z.nullable(ContentFact),
      /** Made to the buyer's order: consumers cannot withdraw from its contract. */
      isCustom: z.boolean(),
      /** Price of the line to its buyer: after its share of the discount, with its share of the tax. */
      cost: Amount,
      /** Units that were refunded or are being returned, and their share of `cost`. */
      goneQuantity: z.int(),
      goneCost: Amount,
      /** Days between which it was promised to arrive; null in orders from before there were promises by line. */
      promisedFrom: z.nullable(z.string()),
      promisedTo: z.nullable(z.string()),
      /**
       * Sentences on mains that do not suit it where it goes to, and whether the buyer said that they have a suitable supply; null: no
       * notice.
       */
      supplyNotice: z.nullable(z.string()),
      hasSupply: z.boolean(),
      ...unitFields,
      /** The last day, in the time zone of the shop, on which a return may be requested; null before delivery. */
      returnUntil: z.nullable(z.string()),
      /** The same for the units of each parcel that has arrived. */
      returnWindows: z.array(z.object({ quantity: z.int(), until: z.string() })),
    }),
  ),
  currency: z.enum(CURRENCIES),
  subtotal: Amount,
  discount: Amount,
  promoCode: z.nullable(z.string()),
  shippingMethod: z.enum(SHIPPING_METHODS),
  /** Extras that its freight is delivered with, such as "Lift-gate delivery". */
  freightExtras: z.array(z.string()),
  /** Text of a freight that was agreed in place of the rates; null without one. */
  freightText: z.nullable(z.string()),
  /** Absent for an order that was made of none. */
  quote: z.optional(OrderQuote),
  shipping: Amount,
  taxRate: z.number(),
  tax: Amount,
  /** The tax by its rates, added to the other amounts or included in them. */
  taxes: TaxView,
  totalAmount: Amount,
  totalUSD: Amount,
  status: z.enum(ORDER_STATUSES),
  paymentMethod: z.enum(PAYMENT_METHODS),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  fulfilments: z.array(Fulfillment),
  estimatedDelivery: z.string(),
  createdAt: z.string(),
  history: z.array(OrderEvent),
  steps: z.array(TotalStepView),
  paidAmount: Amount,
  /** Amount that was refunded or is being refunded. */
  refundedAmount: Amount,
  /** Amount that was paid more than was due and is still to be refunded; absent for none. */
  keptAmount: z.optional(Amount),
  /** Amount that is still to be paid for a Pay Later order: without what was canceled, and less what came back; 0 for others. */
  dueAmount: Amount,
  /** Days after which it is due; null where it is paid in parts by a plan. */
  termDays: z.nullable(z.int()),
  /** Milestones of a payment in parts; absent where it is paid at once. */
  plan: z.optional(
    z.array(
      z.object({
        id: z.string(),
        percent: z.int(),
        /** When it is due: "with the order", "30 days after delivery". */
        text: z.string(),
        amount: Amount,
        open: Amount,
        /** Day on which it is due; null while it is not known. */
        dueOn: z.nullable(z.string()),
        /** Reason for which staff let the order go on while it is unpaid, for staff; null: none. */
        released: z.nullable(z.string()),
      }),
    ),
  ),
  /** Amount of its next milestone, which can be paid by card where the shop charges cards; absent: none is due, or not by card. */
  cardAmount: z.optional(Amount),
  payments: z.array(OrderPayment),
  refunds: z.array(OrderRefund),
  /** The dispute of its payment, the open one or the newest; null for others than staff, and where there is none. */
  dispute: z.nullable(OrderDispute),
  /**
   * Sentence on how to pay, and the shop's account, one line each ('' where the shop sends it by email);
   * absent where nothing is due or a card is charged. `dueOn` is null where the next milestone has no day yet.
   */
  howToPay: z.optional(z.object({ text: z.string(), payTo: z.string(), dueOn: z.nullable(z.string()) })),
  /** True: there is an invoice to download. */
  hasInvoice: z.boolean(),
  /** The transitions that the caller may make now. */
  nextStatuses: z.array(z.enum(ORDER_STATUSES)),
  canCancel: z.boolean(),
  /**
   * Time of the automatic cancellation unless the order is paid or its buyer confirms the email; absent where nothing is to be confirmed.
   */
  confirmBy: z.optional(z.string()),
  /** Right of withdrawal from the contract, with the statements; absent outside of the European Union. */
  withdrawal: z.optional(
    z.object({
      /** False for businesses, which have none, and where everything was canceled. */
      isGiven: z.boolean(),
      isBusiness: z.boolean(),
      /** True where all products were made to the buyer's order, so that there is no right. */
      isCustom: z.boolean(),
      /** Something is left that is neither canceled, returned nor stated, so that the buyer may still withdraw from it. */
      isLeft: z.boolean(),
      /** Last day, as `2026-03-04`, and its end; null before everything was delivered, and where there is no right. */
      lastDay: z.nullable(z.string()),
      endsAt: z.nullable(z.string()),
      statements: z.array(z.extend(OrderStatement, { id: z.string(), answer: z.string() })),
    }),
  ),
  /** Account of the buyer, for staff; absent for others and where it was deleted. */
  buyerId: z.optional(z.string()),
  /** Reason for which it differs from the list, for staff; absent for others and where it does not. */
  agreedReason: z.optional(z.string()),
  /** Reason for checking its payment, for staff; absent for others, and once it is checked or paid. */
  paymentProblem: z.optional(z.string()),
  /** Tags of staff; absent for others. */
  tags: z.optional(z.array(z.string())),
  /** True if the caller may correct the delivery address. */
  canCorrectAddress: z.boolean(),
  /** Changes of its lines by staff, oldest first; absent without any. */
  changes: z.optional(z.array(OrderChange)),
  /** Exchanges of returned products, oldest first; absent without any. */
  exchanges: z.optional(z.array(OrderExchange)),
  /** Reason for which staff cannot change its lines; null: they can. Absent for others. */
  changeProblem: z.optional(z.nullable(z.string())),
  version: z.int(),
})
export type Order = z.output<typeof Order>

/** An order as the customer's list shows it. */
export const OrderSummary = z.object({
  id: z.string(),
  number: z.string(),
  user: z.object({ name: z.string(), email: z.string() }),
  items: z.array(z.object({ productId: z.string(), name: z.string(), image: z.string(), quantity: z.int() })),
  itemCount: z.int(),
  ...countFields,
  currency: z.enum(CURRENCIES),
  totalAmount: Amount,
  status: z.enum(ORDER_STATUSES),
  paymentMethod: z.enum(PAYMENT_METHODS),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  estimatedDelivery: z.string(),
  createdAt: z.string(),
})
export type OrderSummary = z.output<typeof OrderSummary>

/** Summary of a customer's orders. */
export const OrderOverview = z.object({
  last: z.nullable(OrderSummary),
  /** Unpaid orders by currency: their number, what is due for them, and the first day on which some of it is. */
  due: z.array(z.object({ currency: z.enum(CURRENCIES), orderCount: z.int(), amount: Amount, dueOn: z.string() })),
  /** Orders with products that can be returned until a day (ISO date), the first one of them first. */
  returns: z.array(z.object({ orderId: z.string(), number: z.string(), until: z.string() })),
})
export type OrderOverview = z.output<typeof OrderOverview>

/** As the staff's list shows it: `totalAmount` is in USD whatever the order's currency. */
export const AdminOrderSummary = z.extend(OrderSummary, {
  totalInCurrency: Amount,
  /** Sellers of its products, by name. */
  sellers: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Country of the delivery, as in ISO 3166. */
  country: z.string(),
  company: z.nullable(z.string()),
  poNumber: z.nullable(z.string()),
  shippingMethod: z.enum(SHIPPING_METHODS),
  /** Days after which it is due; null where it is paid in parts by a plan. */
  termDays: z.nullable(z.int()),
  tags: z.array(z.string()),
  /** The dispute of its payment that the bank has not decided; null where there is none. */
  dispute: z.nullable(z.pick(OrderDispute, { status: true })),
})
export type AdminOrderSummary = z.output<typeof AdminOrderSummary>

/** A day in a query, as in ISO 8601. */
export const queryDate = z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'Please enter a date like 2026-03-04' })))

/** Filters, page and order of the staff's order list. */
export const AdminOrderQuery = z.object({
  ...pageFields,
  status: z.optional(queryValues(z.enum(ORDER_STATUSES))),
  paymentStatus: z.optional(queryValues(z.enum(PAYMENT_STATUSES))),
  paymentMethod: z.optional(queryValues(z.enum(PAYMENT_METHODS))),
  /** Orders with items of this business. */
  businessId: z.optional(Id),
  /** Country of the delivery. */
  country: z.optional(queryValues(CountryCode)),
  shippingMethod: z.optional(queryValues(z.enum(SHIPPING_METHODS))),
  /** One of the tags of staff. */
  tag: z.optional(identifier(ORDER_TAG_LENGTH)),
  /** First and last day by which an order should arrive. */
  dueFrom: queryDate,
  dueTo: queryDate,
  /** Pay Later orders that were placed at least this many days ago, and are neither paid nor canceled. */
  unpaidDays: z.optional(queryInt(0, 3650)),
  /**
   * Orders that wait for staff or sellers: to be shipped, for money to go back, for lines that have not arrived by the promised day, or
   * for a payment that is overdue by the terms of the buyer.
   */
  waitsFor: z.optional(z.enum(ORDER_WAITS)),
  from: queryDate,
  to: queryDate,
  sort: z.optional(querySorts(z.enum(ORDER_SORTS))),
})

const listAll = endpoint({
  method: 'GET',
  path: '/api/admin/orders',
  access: STAFF_ROLES,
  token: 'read',
  permission: 'orders.read',
  summary:
    'All orders; a search reads number, start of the id, names, emails, company, postal code, phone and PO number, tags, products, SKU and tracking number. Days are included. By changes with `updatedSince` or `cursor`.',
  query: z.extend(AdminOrderQuery, syncFields),
  response: z.array(AdminOrderSummary),
  list: true,
})

/** Sums of the orders of a currency; `paid` and `refunded` as of now. */
export const OrderTotal = z.object({ ...totalFields, total: Amount, paid: Amount, refunded: Amount })
export type OrderTotal = z.output<typeof OrderTotal>

export const orders = {
  listOwn: endpoint({
    method: 'GET',
    path: '/api/orders',
    access: 'signedIn',
    token: 'read',
    summary: "The caller's own orders, newest first.",
    query: z.object({
      ...pageFields,
      status: z.optional(queryValues(z.enum(ORDER_STATUSES))),
      /** Orders to be paid later that are neither paid nor canceled. */
      isUnpaid: z.optional(queryBoolean),
      sort: z.optional(z.enum(['-createdAt', 'createdAt'])),
    }),
    response: z.array(OrderSummary),
    list: true,
  }),
  overview: endpoint({
    method: 'GET',
    path: '/api/orders/overview',
    access: 'signedIn',
    token: 'read',
    summary: "The caller's last order, the amounts due, and the orders of which products can still be returned.",
    response: OrderOverview,
  }),
  byId: endpoint({
    method: 'GET',
    path: '/api/orders/:id',
    access: 'signedIn',
    token: 'read',
    summary: 'One order, by id or number: its customer, and staff.',
    params: z.object({ id: identifier(60) }),
    response: Order,
  }),
  listAll,
  exportAll: exportOf({ ...listAll, query: AdminOrderQuery }, 'The same orders as one file.', { stepUp: true }),
  totals: endpoint({
    method: 'GET',
    path: '/api/admin/orders/totals',
    access: STAFF_ROLES,
    token: 'read',
    permission: 'orders.read',
    summary: 'Sums of the orders that a filter leaves, by currency.',
    query: z.omit(AdminOrderQuery, { page: true, limit: true, sort: true }),
    response: z.array(OrderTotal),
  }),
  listTags: endpoint({
    method: 'GET',
    path: '/api/admin/orders/tags',
    access: STAFF_ROLES,
    permission: 'orders.read',
    summary: 'The tags that staff gave to orders, the most used ones first, at most 200.',
    response: z.array(z.string()),
  }),
  adminById: endpoint({
    method: 'GET',
    path: '/api/admin/orders/:id',
    access: STAFF_ROLES,
    token: 'read',
    permission: 'orders.read',
    summary: 'One order.',
    params: IdParams,
    response: Order,
  }),
}
