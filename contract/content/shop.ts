import * as z from 'zod/mini'
import { LadderStep } from '#contract/catalog/products.ts'
import { queryInt } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Amount } from '#contract/money.ts'
import { CURRENCIES } from '#domain/money.ts'
import { RETURN_KINDS } from '#domain/returns.ts'
import { SHIPPING_METHODS } from '#domain/shipping.ts'

const PerCurrency = z.object({ USD: Amount, EUR: Amount })

export const ShippingMethodView = z.object({
  method: z.enum(SHIPPING_METHODS),
  label: z.string(),
  days: z.string(),
  /** The same window in business days, after the goods have left. */
  minDays: z.int(),
  maxDays: z.int(),
  price: PerCurrency,
  freeFrom: z.nullable(PerCurrency),
})

/** What every screen needs to be true. */
export const ShopFacts = z.object({
  name: z.string(),
  currencies: z.array(z.enum(CURRENCIES)),
  defaultCurrency: z.enum(CURRENCIES),
  taxRate: z.number(),
  shippingMethods: z.array(ShippingMethodView),
  promoHints: z.array(z.object({ code: z.string(), description: z.string() })),
  contact: z.object({
    email: z.string(),
    phone: z.string(),
    street: z.string(),
    city: z.string(),
    country: z.string(),
    hours: z.array(z.string()),
    /** Where the map points; null: no map is shown. */
    location: z.nullable(z.object({ latitude: z.number(), longitude: z.number() })),
  }),
  /** Stock in pieces: under `low` is low, under `medium` is medium; restocking aims at `restock`. */
  stockLevels: z.object({ low: z.int(), medium: z.int(), restock: z.int() }),
  /** Within which business days a business's application is answered, also in words. */
  review: z.object({ minDays: z.int(), maxDays: z.int(), days: z.string() }),
  /** What the shop promises in its texts and keeps in its carts; days count from delivery, the ladder is that of machines. */
  promises: z.object({
    warrantyMonths: z.int(),
    returnDays: z.record(z.enum(RETURN_KINDS), z.int()),
    ladder: z.array(LadderStep),
  }),
  payLater: z.object({
    /** Tells whether Submit Order (Pay Later) is offered at all; always while cards cannot be charged. */
    offered: z.boolean(),
    /** What a buyer may have open who has no paid order or no confirmed email, in USD; null: no limit. */
    newBuyerLimit: z.nullable(Amount),
    /** Days after which an unpaid order is cancelled whose buyer has not confirmed the email. */
    unconfirmedDays: z.int(),
  }),
  cardPayment: z.object({ configured: z.boolean(), publishableKey: z.nullable(z.string()) }),
})
export type ShopFacts = z.output<typeof ShopFacts>

export const shop = {
  facts: endpoint({
    method: 'GET',
    path: '/api/shop',
    access: 'anyone',
    summary: 'Currencies, tax rate, shipping methods, promotion hints, contact card, promises, and whether cards can be charged.',
    response: ShopFacts,
  }),
  placeholder: endpoint({
    method: 'GET',
    path: '/api/placeholder/:width/:height',
    access: 'anyone',
    summary: 'A neutral SVG of that size, 1 to 2000 each way.',
    params: z.object({ width: queryInt(1, 2000), height: queryInt(1, 2000) }),
    response: z.string(),
    produces: ['image/svg+xml'],
  }),
}
