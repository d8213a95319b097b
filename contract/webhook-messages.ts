import * as z from 'zod/mini'
import { TEST_EVENT, TEST_EVENT_TEXT, WEBHOOK_EVENT_TEXTS, WEBHOOK_EVENTS, type WebhookEvent } from '#domain/webhook.ts'
import { ProductSummary } from './catalog/products.ts'
import { Return } from './fulfillment/returns.ts'
import { SellerOrder } from './fulfillment/seller-orders.ts'
import { Order } from './orders/orders.ts'
import { Payout } from './payouts/payouts.ts'

const OrderData = z.union([SellerOrder, Order])
const ProductData = z.union([ProductSummary, z.object({ id: z.string(), status: z.literal('Deleted') })])

/** Data of each event, as the calls of the API answer it; of an order as a business, or else the platform reads it. */
const DATA: Readonly<Record<WebhookEvent, z.ZodMiniType>> = {
  'order.placed': OrderData,
  'order.paid': OrderData,
  'order.canceled': OrderData,
  'seller_order.shipped': OrderData,
  'return.updated': Return,
  'product.changed': ProductData,
  'stock.changed': ProductData,
  'payout.updated': Payout,
}

const messageOf = (event: string, text: string, data: z.ZodMiniType) => ({
  event,
  text,
  body: z.object({ type: z.literal(event), timestamp: z.string(), businessId: z.nullable(z.string()), data }),
})

/** Each event and the test, in words and with the body of its messages. */
export const WEBHOOK_MESSAGES = [
  ...WEBHOOK_EVENTS.map((event) => messageOf(event, WEBHOOK_EVENT_TEXTS[event], DATA[event])),
  messageOf(TEST_EVENT, TEST_EVENT_TEXT, z.object({})),
]
