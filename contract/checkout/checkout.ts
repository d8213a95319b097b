import * as z from 'zod/mini'
import { Cart } from '#contract/cart/cart.ts'
import { CurrencyQuery, IdParams } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Amount } from '#contract/money.ts'
import { Order, PaymentIntent, PaymentIntentBody, PlaceOrderBody } from '#contract/orders/orders.ts'

/** What became of the goods of an order that were asked for again. */
export const Reordered = z.object({
  cart: Cart,
  /** Pieces that went into the cart. */
  addedCount: z.int(),
  /** What did not, or not in the quantity of the order, with the reason. */
  missing: z.array(z.object({ productId: z.string(), name: z.string(), reason: z.string() })),
})
export type Reordered = z.output<typeof Reordered>

/** Whether somebody may pay later for a cart. */
export const PayLaterStanding = z.object({
  allowed: z.boolean(),
  /** Why not, as the order would be refused; null: it may be paid later. */
  reason: z.nullable(z.string()),
  /** The most that this buyer may have open, in USD; null: no limit. */
  limit: z.nullable(Amount),
  /** What is open of the buyer's earlier Pay Later orders, in USD; 0 where no limit asks for it. */
  open: Amount,
  /** That the email has to be confirmed, and what is left to a new buyer who has something open, in sentences; null where there is nothing to say. */
  note: z.nullable(z.string()),
})
export type PayLaterStanding = z.output<typeof PayLaterStanding>

export const checkout = {
  placeOrder: endpoint({
    method: 'POST',
    path: '/api/orders',
    invalidates: true,
    access: 'signedIn',
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
    response: PayLaterStanding,
  }),
  createPaymentIntent: endpoint({
    method: 'POST',
    path: '/api/create-payment-intent',
    invalidates: true,
    access: 'signedIn',
    summary:
      'Makes an order of the cart that waits for its card payment, holds its goods, and answers the one payment of it; 503 where the shop cannot charge cards.',
    body: PaymentIntentBody,
    response: PaymentIntent,
    idempotent: true,
  }),
  reorder: endpoint({
    method: 'POST',
    path: '/api/orders/:id/reorder',
    access: 'signedIn',
    summary: "Puts the goods of an order of the caller's own into the cart again, as far as they can be bought.",
    params: IdParams,
    query: CurrencyQuery,
    response: Reordered,
  }),
}
