import * as z from 'zod/mini'
import { Id, IdParams } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { CustomerForm } from '#contract/identity/customer.ts'
import { Order } from '#contract/orders/orders.ts'

/** An acceptance of the offer that the buyer saw. */
export const AcceptBody = z.object({
  versionId: Id,
  /** The total that the buyer saw. */
  amount: z.number(),
  customer: CustomerForm,
  acceptTerms: z.literal(true, { error: 'Please accept the terms' }),
})
export type AcceptBody = z.output<typeof AcceptBody>

export const quoteOrders = {
  accept: endpoint({
    method: 'POST',
    path: '/api/quotes/:id/accept',
    access: 'signedIn',
    invalidates: true,
    money: 'unasked',
    summary: 'Accepts the newest version of an offer: it becomes an order, as it was offered.',
    params: IdParams,
    body: AcceptBody,
    response: Order,
    status: 201,
    idempotent: true,
  }),
}
