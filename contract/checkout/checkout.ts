import * as z from 'zod/mini'
import { Cart } from '#contract/cart/cart.ts'
import { CurrencyCode, CurrencyQuery, Id, IdParams, identifier } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { CustomerForm } from '#contract/identity/customer.ts'
import { Amount } from '#contract/money.ts'
import { Order } from '#contract/orders/orders.ts'
import { SHIPPING_METHODS } from '#domain/shipping.ts'

/** An item as the buyer saw it: any difference from the server's cart is answered 409 with the new cart. */
export const SeenItem = z.object({ id: Id, quantity: z.int(), price: z.number() })

/** An order that is paid later, as the buyer saw it; the server prices its own cart and answers any difference with the new one. */
export const PlaceOrderBody = z.object({
  items: z.array(SeenItem).check(z.maxLength(500)),
  currency: CurrencyCode,
  shippingMethod: z.enum(SHIPPING_METHODS),
  promoCode: z.optional(z.nullable(identifier(60))),
  customer: CustomerForm,
  /** The total that the buyer saw; without it, and without `expectedTotal`, only the items are compared. */
  amount: z.optional(z.number()),
  /** The total that the buyer saw: another one is answered 409 `total_changed` with the new cart. */
  expectedTotal: z.optional(z.number()),
  paymentMethod: z._default(z.enum(['pay_later']), 'pay_later'),
})
export type PlaceOrderBody = z.output<typeof PlaceOrderBody>

/** A request to pay by card (S277): the cart total and the items as the buyer saw them; the server prices its own cart. */
export const PaymentIntentBody = z.object({
  amount: z.number(),
  items: z.array(SeenItem).check(z.maxLength(500)),
  currency: z._default(CurrencyCode, 'USD'),
  shippingMethod: z.optional(z.enum(SHIPPING_METHODS)),
  promoCode: z.optional(z.nullable(identifier(60))),
  customer: z.optional(CustomerForm),
})
export type PaymentIntentBody = z.output<typeof PaymentIntentBody>

/** A payment that the browser may confirm. */
export const PaymentIntent = z.object({
  clientSecret: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  amount: Amount,
  currency: CurrencyCode,
  expiresAt: z.string(),
})
export type PaymentIntent = z.output<typeof PaymentIntent>

/** Result of adding the products of an order to the cart again. */
export const Reordered = z.object({
  cart: Cart,
  /** Units that went into the cart. */
  addedCount: z.int(),
  /** Products that did not, or not in the quantity of the order, with the reason. */
  missing: z.array(z.object({ productId: z.string(), name: z.string(), reason: z.string() })),
})
export type Reordered = z.output<typeof Reordered>

/** Eligibility of the caller to pay later for a cart. */
export const PayLaterEligibility = z.object({
  allowed: z.boolean(),
  /** The reason why not, as the order would be refused; null: the cart may be paid later. */
  reason: z.nullable(z.string()),
  /** The most that this buyer may have open, in USD; null: no limit. */
  limit: z.nullable(Amount),
  /** Open amount of the buyer's earlier Pay Later orders, in USD; 0 where no limit depends on it. */
  open: Amount,
  /** Sentences about an email that has to be confirmed, and about the remaining limit of a new buyer; null if there are none. */
  note: z.nullable(z.string()),
})
export type PayLaterEligibility = z.output<typeof PayLaterEligibility>

export const checkout = {
  placeOrder: endpoint({
    method: 'POST',
    path: '/api/orders',
    invalidates: true,
    access: 'signedIn',
    money: 'unasked',
    summary: 'Places the order of the cart to be paid later. Stock is taken in the same transaction.',
    body: PlaceOrderBody,
    response: Order,
    status: 201,
    idempotent: true,
  }),
  payLater: endpoint({
    method: 'GET',
    path: '/api/checkout/pay-later',
    access: 'signedIn',
    summary: 'Whether the caller may pay later for what is in the cart, and why not. Amounts in USD.',
    query: CurrencyQuery,
    response: PayLaterEligibility,
  }),
  createPaymentIntent: endpoint({
    method: 'POST',
    path: '/api/create-payment-intent',
    invalidates: true,
    access: 'signedIn',
    money: 'unasked',
    summary:
      'Makes an order of the cart that waits for its card payment, reserves its stock, and returns its one payment; 503 where the shop cannot charge cards.',
    body: PaymentIntentBody,
    response: PaymentIntent,
    idempotent: true,
  }),
  reorder: endpoint({
    method: 'POST',
    path: '/api/orders/:id/reorder',
    access: 'signedIn',
    summary: "Adds the products of one of the caller's own orders to the cart again, as far as they can be bought.",
    params: IdParams,
    query: CurrencyQuery,
    response: Reordered,
  }),
}
