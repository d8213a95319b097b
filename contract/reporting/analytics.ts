import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { Amount } from '#contract/money.ts'
import { INTERVALS } from '#domain/analytics.ts'
import { STAFF_ROLES } from '#domain/user.ts'

const queryDay = z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'Please enter a date like 2026-03-04' })))

/** Days of the shop, both inclusive. */
export const AnalyticsQuery = z.object({ from: queryDay, to: queryDay, interval: z.optional(z.enum(INTERVALS)) })

/** Figures of a step or of a whole range. Amounts in USD; euros at the order's own USD prices. */
const stepFigures = {
  /** Payments minus refunds, on the day when the money moved. */
  revenue: Amount,
  paid: Amount,
  refunded: Amount,
  /** Number of refunds. */
  refunds: z.int(),
  /** Totals of the orders placed in the step, without canceled orders and seller orders. */
  ordered: Amount,
  /** Orders placed in the step, without canceled ones. */
  orders: z.int(),
  /** Units of these orders, without canceled seller orders. */
  units: z.int(),
  /** `ordered` divided by `orders`; 0 without any. */
  averageOrder: Amount,
  /** Buyers of these orders. */
  buyers: z.int(),
  /** Buyers whose first order, canceled ones aside, it was. */
  newCustomers: z.int(),
  /** Share of returning `buyers`, in percent with one decimal; 0 without any. */
  returningPercent: z.number(),
}

/** Figures of one day, week or month; `from` and `to` are its first and last day. */
export const AnalyticsStep = z.object({ from: z.string(), to: z.string(), ...stepFigures })
export type AnalyticsStep = z.output<typeof AnalyticsStep>

/** Figures of a whole range, in USD. */
export const AnalyticsFigures = z.object({
  ...stepFigures,
  /**
   * Signed-in users who placed an order in the range, canceled or not, or have items in their cart that they added in the range. Carts
   * emptied without an order and visitors' carts, which live in their browsers, are not counted.
   */
  shoppers: z.int(),
  /** Share of `shoppers` who placed an order in the range, in percent with one decimal; 0 without any. */
  conversionPercent: z.number(),
  /** Lines of these orders without canceled seller orders: items at their prices before discount, shipping and tax. */
  goods: Amount,
  /** Saved calculations of the impact calculator. */
  savedCalculations: z.int(),
})
export type AnalyticsFigures = z.output<typeof AnalyticsFigures>

/** Searches of visitors and customers; the parts in percent of `searches`, with one decimal. */
const searchFigures = {
  searches: z.int(),
  /** Searches that found nothing. */
  nothing: z.int(),
  nothingPercent: z.number(),
  /** Searches that were corrected. */
  corrected: z.int(),
  correctedPercent: z.number(),
  /** Searches after which one of the first three results was chosen. */
  topClicks: z.int(),
  topClicksPercent: z.number(),
}

/** Searches of a week of the range; the first and the last may be cut. */
export const SearchWeek = z.object({ from: z.string(), to: z.string(), ...searchFigures })
export type SearchWeek = z.output<typeof SearchWeek>

const share = { units: z.int(), amount: Amount }

/** Figures of the shop or of one business in a range of days of the shop, both ends included. */
export const Analytics = z.object({
  from: z.string(),
  to: z.string(),
  interval: z.enum(INTERVALS),
  currency: z.literal('USD'),
  totals: AnalyticsFigures,
  /** The preceding range of the same length, for comparison. */
  before: z.object({ from: z.string(), to: z.string(), totals: AnalyticsFigures }),
  /** All steps of the range, also empty ones; they add up to the totals (buyers of two steps count in both). */
  steps: z.array(AnalyticsStep),
  /** All orders placed in the range, by current status. */
  statuses: z.object({
    pending: z.int(),
    processing: z.int(),
    shipped: z.int(),
    delivered: z.int(),
    cancelled: z.int(),
  }),
  /** Shares of `goods`; each list and its `rest` add up to it. */
  products: z.object({ top: z.array(z.object({ id: z.string(), name: z.string(), slug: z.string(), ...share })), rest: z.object(share) }),
  businesses: z.object({ top: z.array(z.object({ id: z.string(), name: z.string(), ...share })), rest: z.object(share) }),
  categories: z.array(z.object({ value: z.string(), label: z.string(), ...share })),
  /** Zero-result searches of visitors and customers, last made in the range; `times` counts all of them. */
  misses: z.array(z.object({ term: z.string(), times: z.int(), lastAt: z.string() })),
  /** Searches in the search dialog and on the page of results, by week whatever the interval is. */
  searches: z.object({ totals: z.object(searchFigures), weeks: z.array(SearchWeek) }),
})
export type Analytics = z.output<typeof Analytics>

const read = endpoint({
  method: 'GET',
  path: '/api/admin/analytics',
  access: STAFF_ROLES,
  permission: 'analytics.read',
  mayLag: true,
  summary:
    'Returns orders, payments and refunds over time, by seller, product and category; days of the shop, both inclusive, by default the last 30.',
  query: AnalyticsQuery,
  response: Analytics,
})

/** Figures of a seller's orders of a day, without canceled ones. */
const ownFigures = {
  /** Its lines at their prices before discounts, shipping and tax, in USD; orders in EUR at their own USD prices. */
  sold: Amount,
  orders: z.int(),
  units: z.int(),
}

/** The last 30 days of a business, today included; the steps are its days and add up to the totals. */
export const OwnAnalytics = z.object({
  from: z.string(),
  to: z.string(),
  interval: z.literal('day'),
  currency: z.literal('USD'),
  totals: z.object(ownFigures),
  steps: z.array(z.object({ from: z.string(), to: z.string(), ...ownFigures })),
})
export type OwnAnalytics = z.output<typeof OwnAnalytics>

export const analytics = {
  read,
  readOwn: endpoint({
    method: 'GET',
    path: '/api/business/analytics',
    access: ['business_admin'],
    token: 'read',
    mayLag: true,
    summary: "Returns the caller's sales by day of the shop in the last 30 days, in USD.",
    response: OwnAnalytics,
  }),
  exportSteps: exportOf(read, 'The steps of the same range as one file.'),
}
