import * as z from 'zod/mini'
import { IdParams } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Order } from '#contract/orders/orders.ts'

export const cardPayments = {
  receiveEvent: endpoint({
    method: 'POST',
    path: '/api/webhooks/stripe',
    invalidates: true,
    isUncounted: true,
    access: 'anyone',
    money: 'unasked',
    summary: 'Receives events of the payment provider, authenticated by its signature on the raw body; each acts once, in any order.',
    consumes: ['application/json'],
    response: z.object({ received: z.boolean() }),
    beforeNewPassword: true,
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/orders/:id/payment',
    invalidates: true,
    access: 'signedIn',
    money: 'unasked',
    summary: "Asks the payment provider for the status of the card payment of the caller's order, and returns the order.",
    params: IdParams,
    response: Order,
  }),
}
