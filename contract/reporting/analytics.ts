import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { Amount } from '#contract/money.ts'
import { INTERVALS } from '#domain/analytics.ts'

const staffRoles = ['application_admin', 'super_admin'] as const
const queryDay = z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'Please give a date like 2026-03-04' })))

/** Days in UTC, both included. */
export const AnalyticsQuery = z.object({ from: queryDay, to: queryDay, interval: z.optional(z.enum(INTERVALS)) })

/** What belongs to one step of time as well as to all of a range. Amounts in USD; what came in euros at its order's own USD prices (D114). */
const stepFigures = {
  /** Payments less refunds, on the day when the money moved. */
  revenue: Amount,
  paid: Amount,
  refunded: Amount,
  /** Refunds, counted. */
  refunds: z.int(),
  /** Totals of the orders placed then that are not cancelled, without the parts of them that are. */
  ordered: Amount,
  /** Orders placed then that are not cancelled. */
  orders: z.int(),
  /** Pieces of these orders, without cancelled parts. */
  units: z.int(),
  /** `ordered` for each of `orders`; 0 without any. */
  averageOrder: Amount,
  /** People who placed one of these orders. */
  buyers: z.int(),
  /** Those of them whose first order that is not cancelled it was. */
  newCustomers: z.int(),
  /** Share of `buyers` who had ordered before, in percent with one decimal; 0 without any. */
  returningPercent: z.number(),
}

export const AnalyticsStep = z.object({ from: z.string(), to: z.string(), ...stepFigures })
export type AnalyticsStep = z.output<typeof AnalyticsStep>

export const AnalyticsFigures = z.object({
  ...stepFigures,
  /**
   * Signed-in people who placed an order in the range, whatever became of it, or hold goods in their cart that they put there in the range.
   * Carts that were emptied without an order leave no trace, and carts of visitors live in their browsers: neither is counted.
   */
  shoppers: z.int(),
  /** Share of `shoppers` who placed an order in the range, in percent with one decimal; 0 without any. */
  conversionPercent: z.number(),
  /** Lines of these orders without cancelled parts: goods at their prices before discount, shipping and tax. */
  goods: Amount,
  /** Calculations of the impact calculator that somebody kept. */
  savedCalculations: z.int(),
})
export type AnalyticsFigures = z.output<typeof AnalyticsFigures>

const share = { units: z.int(), amount: Amount }

export const Analytics = z.object({
  from: z.string(),
  to: z.string(),
  interval: z.enum(INTERVALS),
  currency: z.literal('USD'),
  totals: AnalyticsFigures,
  /** As many days right before, for comparison. */
  before: z.object({ from: z.string(), to: z.string(), totals: AnalyticsFigures }),
  /** Every step of the range, also those without anything; their sums are the totals (people who bought in two steps count in both). */
  steps: z.array(AnalyticsStep),
  /** Orders placed in the range by what they are today; together they are all of them. */
  statuses: z.object({
    pending: z.int(),
    processing: z.int(),
    shipped: z.int(),
    delivered: z.int(),
    cancelled: z.int(),
  }),
  /** Shares of `goods`. Each list with its `rest` is all of it. */
  products: z.object({ top: z.array(z.object({ id: z.string(), name: z.string(), slug: z.string(), ...share })), rest: z.object(share) }),
  businesses: z.object({ top: z.array(z.object({ id: z.string(), name: z.string(), ...share })), rest: z.object(share) }),
  categories: z.array(z.object({ value: z.string(), label: z.string(), ...share })),
  /** Searches of visitors and customers that found nothing, last in the range; `times` counts since the shop began to. */
  misses: z.array(z.object({ term: z.string(), times: z.int(), lastAt: z.string() })),
})
export type Analytics = z.output<typeof Analytics>

const read = endpoint({
  method: 'GET',
  path: '/api/admin/analytics',
  access: staffRoles,
  summary: 'What was ordered, paid and refunded over time, by whom and of what; UTC days, both included, the last 30 by default.',
  query: AnalyticsQuery,
  response: Analytics,
})

export const analytics = {
  read,
  exportSteps: exportOf(read, 'The steps of the same range as one file.'),
}
