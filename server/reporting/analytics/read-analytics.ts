import type * as z from 'zod/mini'
import type { Analytics, AnalyticsFigures, AnalyticsQuery, AnalyticsStep, OwnAnalytics } from '#contract/reporting/analytics.ts'
import {
  countDays,
  type DayRange,
  DEFAULT_DAYS,
  type Interval,
  intervalFor,
  lastDays,
  MAX_DAYS,
  MAX_STEPS,
  rangeBefore,
  stepsOf,
} from '#domain/analytics.ts'
import { roundHalfUp, toDecimal } from '#domain/money.ts'
import { addDays, endOfDay, isDay, startOfDay } from '#domain/time.ts'
import type { Db } from '#server/platform/db/client.ts'
import { refuseField } from '#server/platform/http/refusal.ts'
import { readTimeZone } from '#server/platform/settings/setting-groups.ts'
import {
  countBuyers,
  countOrders,
  countShoppers,
  countUnits,
  listSold,
  listZeroResultSearches,
  type Span,
  sumOwnSales,
  sumPayments,
} from './sales-figures.ts'
import { readSearches } from './search-figures.ts'

const TOP = 10
const MAX_ZERO_RESULT_SEARCHES = 10

type Query = z.output<typeof AnalyticsQuery>

/** A range with the zone whose days it is of. */
type ShopDays = DayRange & { timeZone: string }

/** Validates the requested days. Defaults: `to` is today, `from` 30 days before. */
function rangeOf({ from, to }: Query, now: Date, timeZone: string): DayRange {
  for (const [field, day] of Object.entries({ from, to })) {
    if (day !== undefined && !isDay(day)) refuseField(field, 'Please enter a date like 2026-03-04')
  }
  const end = to ?? lastDays(now, 1, timeZone).to
  const range = { from: from ?? addDays(end, 1 - DEFAULT_DAYS), to: end }
  if (range.from > range.to) refuseField('from', "The first day can't be after the last day")
  if (countDays(range) > MAX_DAYS) refuseField('from', 'Please choose a range of at most five years')
  return range
}

const spanOf = ({ from, to, timeZone }: ShopDays, interval: Interval | null): Span => ({
  start: startOfDay(from, timeZone),
  end: endOfDay(to, timeZone),
  interval,
  timeZone,
})

/** Sums of a step or a range, in cents. */
interface Sums {
  paid: number
  refunded: number
  refunds: number
  ordered: number
  orders: number
  units: number
  buyers: number
  newCustomers: number
}

const NOTHING: Sums = { paid: 0, refunded: 0, refunds: 0, ordered: 0, orders: 0, units: 0, buyers: 0, newCustomers: 0 }

/** A percentage with one decimal, rounded half up; 0 if `whole` is 0. */
const percent = (part: number, whole: number) => (whole === 0 ? 0 : roundHalfUp(part * 1000, whole) / 10)

function present({ ordered, orders, paid, refunded, buyers, newCustomers, ...counts }: Sums) {
  return {
    ...counts,
    paid: toDecimal(paid),
    refunded: toDecimal(refunded),
    revenue: toDecimal(paid - refunded),
    ordered: toDecimal(ordered),
    orders,
    averageOrder: toDecimal(orders === 0 ? 0 : roundHalfUp(ordered, orders)),
    buyers,
    newCustomers,
    returningPercent: percent(buyers - newCustomers, buyers),
  }
}

/** Sums by step key, without units; orders by status; and the number of buyers in all. */
async function readSums(db: Db, span: Span) {
  const sums = new Map<string, Sums>()
  const add = (step: string, more: Partial<Sums>) => sums.set(step, { ...NOTHING, ...sums.get(step), ...more })
  const statuses = { pending: 0, processing: 0, shipped: 0, delivered: 0, cancelled: 0 }
  for (const { step, status, orders, cents } of await countOrders(db, span)) {
    statuses[status] += orders
    if (status === 'cancelled') continue
    const { orders: others = 0, ordered = 0 } = sums.get(step) ?? {}
    add(step, { orders: others + orders, ordered: ordered + cents })
  }
  const people = await countBuyers(db, span)
  for (const { step, buyers, newCustomers } of people) add(step, { buyers, newCustomers })
  for (const { step, ...money } of await sumPayments(db, span)) add(step, money)
  return { sums, statuses, buyers: people[0]?.everybody ?? 0, add }
}

/** Adds up all steps; buyers who bought in several of them count once. */
function totalOf(sums: Iterable<Sums>, buyers: number): Sums {
  const total = { ...NOTHING }
  for (const step of sums) for (const key of Object.keys(total) as (keyof Sums)[]) total[key] += step[key] // its own keys
  return { ...total, buyers }
}

async function presentTotals(db: Db, span: Span, sums: Sums, goods: number): Promise<AnalyticsFigures> {
  const { ordering, holding, calculations } = await countShoppers(db, span)
  return {
    ...present(sums),
    goods: toDecimal(goods),
    shoppers: ordering + holding,
    conversionPercent: percent(ordering, ordering + holding),
    savedCalculations: calculations,
  }
}

/** Returns the figures of a whole range. */
async function readTotals(db: Db, range: ShopDays): Promise<AnalyticsFigures> {
  const span = spanOf(range, null)
  const { sums, buyers } = await readSums(db, span)
  const { units, cents } = await countUnits(db, span)
  return presentTotals(db, span, { ...totalOf(sums.values(), buyers), units }, cents)
}

/** Returns a range step by step, and what was sold in it. */
async function readSteps(db: Db, range: ShopDays, interval: Interval) {
  const span = spanOf(range, interval)
  const { sums, add, ...rest } = await readSums(db, span)
  const sold = await listSold(db, span, TOP)
  for (const { step, units } of sold.steps) add(step, { units })
  const steps = stepsOf(range, interval).map(({ key, ...days }) => ({ ...days, ...present(sums.get(key) ?? NOTHING) }))
  return { steps, sums, sold, ...rest }
}

interface Share {
  units: number
  cents: number
}

const presentShare = <Row extends Share>({ cents, ...row }: Row) => ({ ...row, amount: toDecimal(cents) })

/** Returns the totals of `all` beyond the listed rows. */
function restOf(all: Share, shown: readonly Share[]) {
  const sum = (key: keyof Share) => shown.reduce((total, row) => total + row[key], 0)
  return presentShare({ units: all.units - sum('units'), cents: all.cents - sum('cents') })
}

/** Validates a request. @throws the refusal of `from`, `to` or `interval` */
async function checkQuery(db: Db, query: Query, now: Date): Promise<{ range: ShopDays; interval: Interval }> {
  const timeZone = await readTimeZone(db)
  const range = { ...rangeOf(query, now, timeZone), timeZone }
  const interval = query.interval ?? intervalFor(range)
  if (stepsOf(range, interval).length > MAX_STEPS) refuseField('interval', 'Please choose a longer interval for so many days')
  return { range, interval }
}

/** Returns the steps of a range, for exports. `tx` must be a snapshot. */
export async function readAnalyticsSteps(tx: Db, query: Query, now: Date): Promise<AnalyticsStep[]> {
  const { range, interval } = await checkQuery(tx, query, now)
  return (await readSteps(tx, range, interval)).steps
}

/** Returns the shop's figures for a range. `tx` must be a snapshot, so that the steps add up to the totals. */
export async function readAnalytics(tx: Db, query: Query, now: Date): Promise<Analytics> {
  const { range, interval } = await checkQuery(tx, query, now)
  const span = spanOf(range, null)
  const { steps, sums, buyers, statuses, sold } = await readSteps(tx, range, interval)
  const total = totalOf(sums.values(), buyers)
  const all = { units: total.units, cents: sold.steps.reduce((sum, { cents }) => sum + cents, 0) }
  const earlier = rangeBefore(range)
  const { timeZone, ...days } = range
  const misses = await listZeroResultSearches(tx, span, MAX_ZERO_RESULT_SEARCHES)
  return {
    ...days,
    interval,
    currency: 'USD',
    totals: await presentTotals(tx, span, total, all.cents),
    before: { ...earlier, totals: await readTotals(tx, { ...earlier, timeZone }) },
    steps,
    statuses,
    products: { top: sold.products.map(presentShare), rest: restOf(all, sold.products) },
    businesses: { top: sold.businesses.map(presentShare), rest: restOf(all, sold.businesses) },
    categories: sold.categories.map(presentShare),
    searches: await readSearches(tx, range),
    misses: misses.map(({ lastAt, ...miss }) => ({ ...miss, lastAt: new Date(lastAt).toISOString() })),
  }
}

/** Returns a seller's last 30 days. */
export async function readOwnAnalytics(db: Db, businessId: string, now: Date): Promise<OwnAnalytics> {
  const timeZone = await readTimeZone(db)
  const range = lastDays(now, DEFAULT_DAYS, timeZone)
  const sales = new Map((await sumOwnSales(db, businessId, spanOf({ ...range, timeZone }, 'day'))).map(({ step, ...sale }) => [step, sale]))
  const total = (key: 'orders' | 'units' | 'cents') => [...sales.values()].reduce((sum, sale) => sum + sale[key], 0)
  return {
    ...range,
    interval: 'day',
    currency: 'USD',
    totals: { sold: toDecimal(total('cents')), orders: total('orders'), units: total('units') },
    steps: stepsOf(range, 'day').map(({ key, ...days }) => {
      const { cents, orders, units } = sales.get(key) ?? { cents: 0, orders: 0, units: 0 }
      return { ...days, sold: toDecimal(cents), orders, units }
    }),
  }
}
