import * as z from 'zod/mini'
import { AgreedAmount, agreedFields, PricedCustomLine, Units } from '#contract/cart/agreed-terms.ts'
import { Cart, FreightExtras } from '#contract/cart/cart.ts'
import { CountryCode, CurrencyCode, Id, IdParams, identifier, line, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Address } from '#contract/identity/addresses.ts'
import { CustomerForm } from '#contract/identity/customer.ts'
import { Amount } from '#contract/money.ts'
import { Order } from '#contract/orders/orders.ts'
import { BUYER_KINDS } from '#domain/buyer-kind.ts'
import { CUSTOMER_LIMITS } from '#domain/customer.ts'
import { SHIPPING_METHODS } from '#domain/shipping.ts'
import { STAFF_ROLES } from '#domain/user.ts'

/** Requires each product to be listed once. */
const eachOnce = z.refine<readonly { id: string }[]>((items) => new Set(items.map(({ id }) => id.toLowerCase())).size === items.length, {
  error: 'A product is listed twice',
})

const orderFields = {
  /** The customer: any active user. */
  userId: Id,
  currency: CurrencyCode,
  shippingMethod: z.enum(SHIPPING_METHODS),
  /** Services to add to the freight of each seller; left out: none. */
  extras: z.optional(FreightExtras),
  promoCode: z.optional(z.nullable(identifier(60))),
  ...agreedFields,
}

/** Items and terms to quote on the phone; nothing is placed or reserved. */
export const PhonePreviewBody = z.object({
  ...orderFields,
  /** Place that it goes to; without a country the United States. */
  country: z.optional(CountryCode),
  state: z.optional(identifier(100)),
  zip: z.optional(identifier(20)),
  /** Left out, as in the form of the order: a business where a company is given, else a consumer. */
  buyer: z.optional(z.enum(BUYER_KINDS)),
  company: z.optional(line(CUSTOMER_LIMITS.company)),
  vatId: z.optional(identifier(CUSTOMER_LIMITS.vatId)),
  /** `price`: one that was agreed for a unit, without tax; left out: that of the list. */
  items: z.array(z.object({ id: Id, quantity: Units, price: z.optional(AgreedAmount) })).check(z.maxLength(500), eachOnce),
})
export type PhonePreviewBody = z.output<typeof PhonePreviewBody>

/**
 * The order at the prices that were quoted on the phone: any difference from the server's is 409 with the new totals. With a reason, a unit
 * price that is not that of the list is one that was agreed, as in the preview.
 */
export const PhoneOrderBody = z.object({
  ...orderFields,
  items: z.array(z.object({ id: Id, quantity: Units, price: z.number() })).check(z.maxLength(500), eachOnce),
  amount: z.number(),
  /** Reason for which it differs from the list: required where it does. Staff see it with the order. */
  reason: z.optional(text(500)),
  customer: CustomerForm,
  /** Staff know that this order goes beyond the customer's Pay Later limit, and place it all the same. */
  beyondLimit: z._default(z.boolean(), false),
})
export type PhoneOrderBody = z.output<typeof PhoneOrderBody>

/** A customer's Pay Later limit (`isForNew`: that of new buyers), what is open, and what an order or its change adds to that, in USD. */
export const LimitUse = z.object({ limit: Amount, open: Amount, order: Amount, isForNew: z.boolean(), isBeyond: z.boolean() })

/** The items, priced as an order of them would be now. */
export const PhonePreview = z.object({
  cart: Cart,
  customLines: z.array(PricedCustomLine),
  /** Sentences of sellers who take no orders now: buyers can't order their products until then, staff can. */
  pauses: z.array(z.string()),
  /** True if something differs from the list, so that the order needs a reason. */
  differs: z.boolean(),
  /** The reason why the code takes nothing off; null where it does, and without one. */
  codeProblem: z.nullable(z.string()),
  /** Null where no limit counts. */
  payLater: z.nullable(LimitUse),
})
export type PhonePreview = z.output<typeof PhonePreview>

/** A customer with the initial form: `start` is the default address, else that of the last order; null where there is neither. */
export const PhoneCustomer = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  businessName: z.nullable(z.string()),
  start: z.nullable(z.partial(z.omit(Address, { id: true, isDefault: true, createdAt: true }))),
})
export type PhoneCustomer = z.output<typeof PhoneCustomer>

export const phoneOrders = {
  customer: endpoint({
    method: 'GET',
    path: '/api/admin/users/:id/order-form',
    access: STAFF_ROLES,
    permission: 'orders.write',
    summary: 'An active user for whom an order is taken by phone, with the initial address of the form.',
    params: IdParams,
    response: PhoneCustomer,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/admin/orders/preview',
    access: STAFF_ROLES,
    permission: 'orders.write',
    summary: 'Prices items for a customer now, at the list or at agreed terms; nothing is stored or reserved.',
    body: PhonePreviewBody,
    response: PhonePreview,
  }),
  place: endpoint({
    method: 'POST',
    path: '/api/admin/orders',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'orders.write',
    money: 'unasked',
    summary: "Places a Pay Later order for a customer who called. The customer's own cart and open card payment stay as they are.",
    body: PhoneOrderBody,
    response: Order,
    status: 201,
    idempotent: true,
  }),
}
