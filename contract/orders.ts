import * as z from 'zod/mini'
import { CURRENCIES } from '#domain/money.ts'
import { ORDER_STATUSES, PAYMENT_METHODS, PAYMENT_STATUSES } from '#domain/order.ts'
import { SHIPPING_METHODS } from '#domain/shipping.ts'
import { TotalStepView } from './cart.ts'
import { CurrencyCode, Email, Id, IdParams, pageFields, requiredText, text } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Amount } from './money.ts'

/**
 * The checkout form (D98). Phone is optional; a state is needed where addresses have one. A form without `country` is the specification's own
 * (it has none): it goes to the United States, and its ZIP code is taken as it is.
 */
export const CustomerForm = z
  .object({
    email: Email,
    firstName: requiredText(80, 'Please enter your first name'),
    lastName: requiredText(80, 'Please enter your last name'),
    company: z.optional(text(120)),
    address: requiredText(200, 'Please enter your street address'),
    city: requiredText(100, 'Please enter your city'),
    state: z._default(text(100), ''),
    zipCode: requiredText(20, 'Please enter your ZIP or postal code'),
    country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/, { error: 'Please choose a country' }))),
    phone: z.optional(text(40)),
    vatId: z.optional(text(40)),
    poNumber: z.optional(text(60)),
    notes: z.optional(text(1000)),
  })
  .check(
    z.refine((form) => form.state !== '' || !['US', 'CA'].includes(form.country ?? 'US'), {
      path: ['state'],
      error: 'Please enter your state',
    }),
    z.refine((form) => form.country !== 'US' || form.zipCode === '' || /^\d{5}(-?\d{4})?$/.test(form.zipCode), {
      path: ['zipCode'],
      error: 'A US ZIP code has 5 digits, such as 60607',
    }),
  )
export type CustomerForm = z.output<typeof CustomerForm>

/** What the buyer saw: any difference from the server's cart is answered 409 with the new cart. */
export const SeenItem = z.object({ id: Id, quantity: z.int(), price: z.number() })

export const PlaceOrderBody = z.object({
  items: z.array(SeenItem).check(z.maxLength(500)),
  currency: CurrencyCode,
  shippingMethod: z.enum(SHIPPING_METHODS),
  promoCode: z.optional(z.nullable(text(60))),
  customer: CustomerForm,
  paymentMethod: z._default(z.enum(['pay_later']), 'pay_later'),
})
export type PlaceOrderBody = z.output<typeof PlaceOrderBody>

const Fulfilment = z.object({
  businessId: z.string(),
  businessName: z.string(),
  status: z.enum(ORDER_STATUSES),
  carrier: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
})

/** An order, whole, in its own currency. Names, prices and sellers are as they were when it was placed. */
export const Order = z.object({
  id: z.string(),
  number: z.string(),
  user: z.object({ name: z.string(), email: z.string() }),
  customer: z.object({
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    company: z.optional(z.string()),
    address: z.string(),
    city: z.string(),
    state: z.string(),
    zipCode: z.string(),
    country: z.string(),
    phone: z.optional(z.string()),
    vatId: z.optional(z.string()),
    poNumber: z.optional(z.string()),
    notes: z.optional(z.string()),
  }),
  items: z.array(
    z.object({
      productId: z.string(),
      slug: z.string(),
      name: z.string(),
      image: z.string(),
      businessId: z.string(),
      businessName: z.string(),
      quantity: z.int(),
      unitPrice: Amount,
      lineTotal: Amount,
    }),
  ),
  currency: z.enum(CURRENCIES),
  subtotal: Amount,
  discount: Amount,
  promoCode: z.nullable(z.string()),
  shippingMethod: z.enum(SHIPPING_METHODS),
  shipping: Amount,
  taxRate: z.number(),
  tax: Amount,
  totalAmount: Amount,
  totalUSD: Amount,
  status: z.enum(ORDER_STATUSES),
  paymentMethod: z.enum(PAYMENT_METHODS),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  fulfilments: z.array(Fulfilment),
  estimatedDelivery: z.string(),
  createdAt: z.string(),
  history: z.array(
    z.object({
      at: z.string(),
      from: z.nullable(z.enum(ORDER_STATUSES)),
      to: z.enum(ORDER_STATUSES),
      by: z.string(),
      note: z.nullable(z.string()),
    }),
  ),
  steps: z.array(TotalStepView),
  /** The moves that the caller may make now. */
  nextStatuses: z.array(z.enum(ORDER_STATUSES)),
  canCancel: z.boolean(),
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
  currency: z.enum(CURRENCIES),
  totalAmount: Amount,
  status: z.enum(ORDER_STATUSES),
  paymentMethod: z.enum(PAYMENT_METHODS),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  estimatedDelivery: z.string(),
  createdAt: z.string(),
})
export type OrderSummary = z.output<typeof OrderSummary>

/** As the staff's list shows it: `totalAmount` is in USD whatever the order's currency (D114). */
export const AdminOrderSummary = z.extend(OrderSummary, { totalInCurrency: Amount })
export type AdminOrderSummary = z.output<typeof AdminOrderSummary>

export const ORDER_SORTS = ['-createdAt', 'createdAt', '-totalAmount', 'totalAmount', 'status', 'customer'] as const
const staff = ['application_admin', 'super_admin'] as const
const queryDate = z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'Please give a date like 2026-03-04' })))

export const AdminOrderQuery = z.object({
  ...pageFields,
  status: z.optional(z.enum(ORDER_STATUSES)),
  from: queryDate,
  to: queryDate,
  sort: z.optional(z.enum(ORDER_SORTS)),
})

export const checkout = {
  placeOrder: endpoint({
    method: 'POST',
    path: '/api/orders',
    access: 'signedIn',
    summary: 'Places the order of the cart to be paid later. Stock is taken in the same transaction.',
    body: PlaceOrderBody,
    response: Order,
    status: 201,
    idempotent: true,
  }),
}

export const orders = {
  listOwn: endpoint({
    method: 'GET',
    path: '/api/orders',
    access: 'signedIn',
    summary: "The caller's own orders, newest first.",
    query: z.object({ ...pageFields, status: z.optional(z.enum(ORDER_STATUSES)), sort: z.optional(z.enum(['-createdAt', 'createdAt'])) }),
    response: z.array(OrderSummary),
    list: true,
  }),
  byId: endpoint({
    method: 'GET',
    path: '/api/orders/:id',
    access: 'signedIn',
    summary: 'One order, by id or number: its customer, and staff.',
    params: z.object({ id: text(60) }),
    response: Order,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/orders/:id/cancel',
    access: 'signedIn',
    summary: 'Cancels an order that is pending or processing; its stock returns once.',
    params: IdParams,
    body: z.optional(z.nullable(z.object({ reason: z.optional(text(500)) }))),
    response: Order,
  }),
  listAll: endpoint({
    method: 'GET',
    path: '/api/admin/orders',
    access: staff,
    summary: 'All orders.',
    query: AdminOrderQuery,
    response: z.array(AdminOrderSummary),
    list: true,
  }),
  adminById: endpoint({
    method: 'GET',
    path: '/api/admin/orders/:id',
    access: staff,
    summary: 'One order.',
    params: IdParams,
    response: Order,
  }),
  setStatus: endpoint({
    method: 'PATCH',
    path: '/api/admin/orders/:id/status',
    access: staff,
    summary: 'Moves an order: pending, processing, shipped, delivered; the first two may be cancelled.',
    params: IdParams,
    body: z.object({
      status: z.enum(ORDER_STATUSES),
      reason: z.optional(text(500)),
      carrier: z.optional(text(80)),
      trackingNumber: z.optional(text(120)),
      version: z.optional(z.int()),
    }),
    response: Order,
  }),
}
