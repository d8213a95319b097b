import * as z from 'zod/mini'
import { Amount } from '#contract/money.ts'

/** A change of an order's lines by staff, in its currency. */
export const OrderChange = z.object({
  id: z.string(),
  at: z.string(),
  reason: z.string(),
  /** Words on each changed line, such as "Slit mat: 2 units instead of 3". */
  lines: z.array(z.string()),
  before: Amount,
  after: Amount,
  refunded: Amount,
})

/** An exchange that an order is part of: products of it came back (`sent`), or it was sent for some of another one (`from`). */
export const OrderExchange = z.object({
  kind: z.enum(['sent', 'from']),
  returnNumber: z.string(),
  /** The other order. */
  orderId: z.string(),
  orderNumber: z.string(),
})
export type OrderExchange = z.output<typeof OrderExchange>
