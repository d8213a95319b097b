import * as z from 'zod/mini'
import { CurrencyCode, IdParams } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Amount } from '#contract/money.ts'

export const milestoneCards = {
  begin: endpoint({
    method: 'POST',
    path: '/api/orders/:id/card-payment',
    invalidates: true,
    access: 'signedIn',
    money: 'unasked',
    summary:
      "Begins the card payment of the next milestone of the caller's order: its amount and the secret that the browser confirms it with. Until it is paid, repeating it returns the same payment.",
    params: IdParams,
    response: z.object({
      clientSecret: z.string(),
      orderId: z.string(),
      orderNumber: z.string(),
      amount: Amount,
      currency: CurrencyCode,
    }),
  }),
}
