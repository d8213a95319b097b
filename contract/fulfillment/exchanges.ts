import * as z from 'zod/mini'
import { Units } from '#contract/cart/agreed-terms.ts'
import { Id, IdParams, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Amount } from '#contract/money.ts'
import { CURRENCIES } from '#domain/money.ts'
import { STAFF_ROLES } from '#domain/user.ts'
import { Return } from './returns.ts'

const once = z.refine<readonly { id: string }[]>((items) => new Set(items.map(({ id }) => id.toLowerCase())).size === items.length, {
  error: 'A product is listed twice',
})

const fields = {
  /** Products of the same seller that are sent instead, at the price of now. */
  items: z.array(z.object({ id: Id, quantity: Units })).check(z.minLength(1), z.maxLength(100), once),
  /** Charges no more than the return is worth, by a discount. A seller's exchange may not cost the customer more. */
  isEven: z._default(z.boolean(), false),
}

/** An exchange, to see what it costs. */
export const ExchangePreviewBody = z.object(fields)
export type ExchangePreviewBody = z.output<typeof ExchangePreviewBody>

/** The exchange at the total that was previewed: any other is 409. */
export const ExchangeBody = z.object({
  ...fields,
  amount: z.number(),
  /** Shown to the customer. */
  answer: z.optional(text(1000)),
  /** Restocks the returned units, unless they are in stock again. */
  restock: z.optional(z.boolean()),
  version: z.int(),
})
export type ExchangeBody = z.output<typeof ExchangeBody>

/** An exchange as it is priced, in the currency of the order. */
export const ExchangePreview = z.object({
  currency: z.enum(CURRENCIES),
  lines: z.array(z.object({ id: z.string(), name: z.string(), quantity: z.int(), unitPrice: Amount, lineTotal: Amount })),
  discount: Amount,
  tax: Amount,
  /** Price of the replacement. It ships free. */
  total: Amount,
  /** Worth of the return; `credit` of it pays for the replacement, `refund` is sent to the customer. */
  value: Amount,
  credit: Amount,
  refund: Amount,
  /** Amount that the customer then owes for the replacement. */
  due: Amount,
  /** Amount that comes off what is due for the order of the return, which is not paid in full: then there is no credit. */
  offDue: Amount,
})
export type ExchangePreview = z.output<typeof ExchangePreview>

const preview = { method: 'POST', params: IdParams, body: ExchangePreviewBody, response: ExchangePreview } as const
const exchange = { method: 'POST', params: IdParams, body: ExchangeBody, response: Return, invalidates: true, idempotent: true } as const
const ofStaff = { access: STAFF_ROLES, permission: 'orders.write' } as const
const ofSeller = { access: ['business_admin'] } as const

export const exchanges = {
  preview: endpoint({
    ...preview,
    ...ofStaff,
    path: '/api/admin/returns/:id/exchange/preview',
    summary: 'Prices other products in exchange for a return; nothing is stored or reserved.',
  }),
  exchange: endpoint({
    ...exchange,
    ...ofStaff,
    path: '/api/admin/returns/:id/exchange',
    money: 'onceItMoves',
    summary:
      'Settles a return that has arrived as an exchange: an order of other products of its seller, paid by what would be refunded. What is left is refunded, what is missing is due.',
  }),
  previewAsSeller: endpoint({
    ...preview,
    ...ofSeller,
    path: '/api/business/returns/:id/exchange/preview',
    summary: "Prices other products in exchange for a return to the caller's business; nothing is stored or reserved.",
  }),
  exchangeAsSeller: endpoint({
    ...exchange,
    ...ofSeller,
    path: '/api/business/returns/:id/exchange',
    money: 'onceItMoves',
    summary: "The same for a return to the caller's business, where the customer asked for an exchange and it costs them nothing more.",
  }),
}
