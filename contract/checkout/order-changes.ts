import * as z from 'zod/mini'
import { AgreedAmount, CustomLine, Units } from '#contract/cart/agreed-terms.ts'
import { Id, IdParams, requiredText } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Amount } from '#contract/money.ts'
import { Order } from '#contract/orders/orders.ts'
import { STAFF_ROLES } from '#domain/user.ts'
import { LimitUse } from './phone-orders.ts'

const once = z.refine<readonly { id: string }[]>((lines) => new Set(lines.map(({ id }) => id.toLowerCase())).size === lines.length, {
  error: 'A line is listed twice',
})

const fields = {
  /**
   * Lines of the order, as its `items[].productId` names them; what is left out stays. `price`: of a unit, without tax; left out: it stays.
   */
  lines: z.optional(
    z
      .array(z.object({ id: Id, quantity: z.int().check(z.gte(0), z.lte(100_000)), price: z.optional(AgreedAmount) }))
      .check(z.maxLength(500), once),
  ),
  /** Products that are added; `price` as above, left out: that of the list. */
  items: z.optional(z.array(z.object({ id: Id, quantity: Units, price: z.optional(AgreedAmount) })).check(z.maxLength(100), once)),
  /** Lines without a product that are added. */
  customLines: z.optional(z.array(CustomLine).check(z.maxLength(50))),
}

/** A change of an order, to see its new total. */
export const OrderChangePreviewBody = z.object(fields)
export type OrderChangePreviewBody = z.output<typeof OrderChangePreviewBody>

/** The change at the total that was previewed: any other is 409. */
export const OrderChangeBody = z.object({
  ...fields,
  amount: z.number(),
  /** Shown to the buyer. */
  reason: requiredText(500),
  version: z.int(),
  /** Staff know that what is then due goes beyond the customer's Pay Later limit, and change the order all the same. */
  beyondLimit: z._default(z.boolean(), false),
})
export type OrderChangeBody = z.output<typeof OrderChangeBody>

/** Lines and amounts after a change, in the currency of the order. */
export const OrderChangePreview = z.object({
  lines: z.array(
    z.object({
      /** Empty for lines without a product that are added. */
      id: z.string(),
      name: z.string(),
      quantity: z.int(),
      /** As the buyer sees it. */
      unitPrice: Amount,
      lineTotal: Amount,
      isChanged: z.boolean(),
    }),
  ),
  /** Sentences of sellers of added products who take no orders now: staff can add them all the same. */
  pauses: z.array(z.string()),
  subtotal: Amount,
  discount: Amount,
  shipping: Amount,
  tax: Amount,
  before: Amount,
  total: Amount,
  /** Still to be paid after it, and the part of what was paid that is refunded. */
  due: Amount,
  refund: Amount,
  /** Null where nothing more is due, or no limit counts. */
  payLater: z.nullable(LimitUse),
})
export type OrderChangePreview = z.output<typeof OrderChangePreview>

export const orderChanges = {
  preview: endpoint({
    method: 'POST',
    path: '/api/admin/orders/:id/changes/preview',
    access: STAFF_ROLES,
    permission: 'orders.write',
    summary: 'Prices an order with other lines, quantities or prices; nothing is stored or reserved.',
    params: IdParams,
    body: OrderChangePreviewBody,
    response: OrderChangePreview,
  }),
  change: endpoint({
    method: 'POST',
    path: '/api/admin/orders/:id/changes',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'orders.write',
    money: 'onceItMoves',
    summary:
      'Changes lines of an order that has not shipped: quantities, prices, further products and lines. Taxes, freight and code stay as they were decided; the difference is due, or refunded with step-up. Invoices are replaced.',
    params: IdParams,
    body: OrderChangeBody,
    response: Order,
    idempotent: true,
  }),
}
