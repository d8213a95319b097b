import { type SQL, sql } from 'drizzle-orm'
import type { Interval } from '#domain/analytics.ts'
import type { OrderStatus } from '#domain/order.ts'
import type { Db } from '#server/platform/db/client.ts'
import {
  businesses,
  cartItems,
  categories,
  impactResults,
  orderLines,
  orders,
  payments,
  products,
  sellerOrders,
  zeroResultCounts,
} from '#server/platform/db/schema.ts'

/** From `start` (inclusive) to `end` (exclusive); `interval` null: a single step with the key ''. */
export interface Span {
  start: Date
  end: Date
  interval: Interval | null
  /** Zone of the days of the steps. */
  timeZone: string
}

/** Returns the first day of the step of an instant. */
function stepOf(column: SQL, { interval, timeZone }: Span): SQL {
  if (interval === null) return sql`''`
  return sql`to_char(date_trunc(${sql.raw(`'${interval}'`)}, ${column} at time zone ${timeZone}::text), 'YYYY-MM-DD')`
}

const within = (column: SQL, { start, end }: Span) =>
  sql`${column} >= ${start.toISOString()}::timestamptz and ${column} < ${end.toISOString()}::timestamptz`

/** Cents of an order `o` at its own USD prices. */
const inUsd = (cents: SQL) => sql`round(${cents}::numeric * o.total_usd_cents / nullif(o.total_cents, 0))`

/** Returns the orders placed in each step by current status, and their value without canceled seller orders. */
export async function countOrders(db: Db, span: Span) {
  const { rows } = await db.execute<{ step: string; status: OrderStatus; orders: number; cents: number }>(sql`
    select ${stepOf(sql`o.created_at`, span)} as step, o.status, count(*)::int as orders,
      coalesce(sum(case when o.status = 'cancelled' then 0 else o.total_usd_cents - coalesce(${inUsd(sql`gone.cents`)}, 0) end),
      0)::bigint as cents
    from ${orders} o
    left join (select order_id, sum(total_cents) as cents from ${sellerOrders} where status = 'cancelled' group by order_id) gone
      on gone.order_id = o.id and o.status <> 'cancelled'
    where ${within(sql`o.created_at`, span)}
    group by 1, 2`)
  return rows
}

/** Order lines in the span, without canceled seller orders. */
const liveLines = (span: Span) => sql`
  from ${orders} o
  join ${orderLines} l on l.order_id = o.id
  where ${within(sql`o.created_at`, span)} and o.status <> 'cancelled' and not exists (
    select 1 from ${sellerOrders} p where p.order_id = l.order_id and p.business_id = l.business_id and p.status = 'cancelled')`

/** Returns a seller's orders, units and their value in USD cents in each step, of those that it is shown. */
export async function sumOwnSales(db: Db, businessId: string, span: Span) {
  const { rows } = await db.execute<{ step: string; orders: number; units: number; cents: number }>(sql`
    select ${stepOf(sql`o.created_at`, span)} as step, count(distinct o.id)::int as orders, sum(l.quantity)::bigint as units,
      sum(${inUsd(sql`l.line_total_cents`)})::bigint as cents
    from ${orders} o
    join ${orderLines} l on l.order_id = o.id and l.business_id = ${businessId}
    join ${sellerOrders} p on p.order_id = o.id and p.business_id = ${businessId} and p.is_shown and p.status <> 'cancelled'
    where ${within(sql`o.created_at`, span)} and o.status <> 'cancelled'
    group by 1`)
  return rows
}

/** Returns units sold in the whole span, and their value in USD cents. */
export async function countUnits(db: Db, span: Span) {
  const { rows } = await db.execute<{ units: number; cents: number }>(sql`
    select coalesce(sum(l.quantity), 0)::bigint as units,
      coalesce(sum(${inUsd(sql`l.line_total_cents`)}), 0)::bigint as cents ${liveLines(span)}`)
  return rows[0] ?? { units: 0, cents: 0 }
}

/**
 * Returns buyers in each step, those of them who had never ordered before, and the number of buyers in all. Canceled orders do not count.
 */
export async function countBuyers(db: Db, span: Span) {
  const { rows } = await db.execute<{ step: string; buyers: number; newCustomers: number; everybody: number }>(sql`
    with people as materialized (
      select ${stepOf(sql`o.created_at`, span)} as step, o.user_id, min(o.created_at) as first_at
      from ${orders} o
      where ${within(sql`o.created_at`, span)} and o.status <> 'cancelled'
      group by 1, 2
    )
    select step, count(*)::int as buyers, (select count(distinct user_id)::int from people) as everybody,
      (count(*) filter (where not exists (
        select 1 from ${orders} earlier
        where earlier.user_id = people.user_id and earlier.created_at < people.first_at and earlier.status <> 'cancelled'
      )))::int as "newCustomers"
    from people group by 1`)
  return rows
}

/** Returns payments and refunds in each step, in USD cents. */
export async function sumPayments(db: Db, span: Span) {
  const { rows } = await db.execute<{ step: string; paid: number; refunded: number; refunds: number }>(sql`
    select ${stepOf(sql`p.at`, span)} as step,
      coalesce(sum(${inUsd(sql`p.amount_cents`)}) filter (where p.kind = 'payment'), 0)::bigint as paid,
      coalesce(sum(${inUsd(sql`p.amount_cents`)}) filter (where p.kind in ('refund', 'excess')), 0)::bigint as refunded,
      (count(*) filter (where p.kind = 'refund'))::int as refunds
    from ${payments} p join ${orders} o on o.id = p.order_id
    where ${within(sql`p.at`, span)}
    group by 1`)
  return rows
}

/**
 * Returns the number of people who placed an order in the span, of those with items added to their cart in it who placed none, and of saved
 * calculations.
 */
export async function countShoppers(db: Db, span: Span) {
  const { rows } = await db.execute<{ ordering: number; holding: number; calculations: number }>(sql`
    with ordering as (select distinct o.user_id from ${orders} o where ${within(sql`o.created_at`, span)})
    select (select count(*)::int from ordering) as ordering,
      (select count(distinct i.user_id)::int from ${cartItems} i
        where ${within(sql`i.added_at`, span)} and not exists (select 1 from ordering where ordering.user_id = i.user_id)) as holding,
      (select count(*)::int from ${impactResults} r where ${within(sql`r.created_at`, span)}) as calculations`)
  return rows[0] ?? { ordering: 0, holding: 0, calculations: 0 }
}

interface Share {
  units: number
  cents: number
}

interface SoldGoods {
  steps: (Share & { step: string })[]
  products: (Share & { id: string; name: string; slug: string })[]
  businesses: (Share & { id: string; name: string })[]
  categories: (Share & { value: string; label: string })[]
}

/**
 * Returns sales in a span by step, product, business and category, largest first; `products` and `businesses` are limited to `most` rows.
 * Uses current names. Lines in USD cents at the prices of their orders, without canceled seller orders.
 */
export async function listSold(db: Db, span: Span, most: number): Promise<SoldGoods> {
  const { rows } = await db.execute<{ sold: SoldGoods }>(sql`
    with sold as materialized (
      select ${stepOf(sql`o.created_at`, span)} as step, l.product_id, l.business_id, sum(l.quantity)::bigint as units,
        coalesce(sum(${inUsd(sql`l.line_total_cents`)}), 0)::bigint as cents
      ${liveLines(span)}
      group by 1, 2, 3
    ), by_step as (
      select step, sum(units)::bigint as units, sum(cents)::bigint as cents from sold group by 1
    ), top_products as (
      select s.units, s.cents, g.id, g.name, g.slug
      from (select product_id, sum(units)::bigint as units, sum(cents)::bigint as cents from sold where product_id is not null
      group by 1 order by 3 desc, 1 limit ${most}) s join ${products} g on g.id = s.product_id
    ), top_businesses as (
      select s.units, s.cents, b.id, b.name
      from (select business_id, sum(units)::bigint as units, sum(cents)::bigint as cents from sold group by 1 order by 3 desc, 1
      limit ${most}) s
      join ${businesses} b on b.id = s.business_id
    ), by_category as (
      select sum(s.units)::bigint as units, sum(s.cents)::bigint as cents, c.value, c.label
      from (select product_id, sum(units) as units, sum(cents) as cents from sold group by 1) s
      join ${products} g on g.id = s.product_id join ${categories} c on c.id = g.category_id group by c.id
    )
    select json_build_object(
      'steps', (select coalesce(json_agg(t), '[]') from by_step t),
      'products', (select coalesce(json_agg(t order by t.cents desc, t.id), '[]') from top_products t),
      'businesses', (select coalesce(json_agg(t order by t.cents desc, t.id), '[]') from top_businesses t),
      'categories', (select coalesce(json_agg(t order by t.cents desc, t.label), '[]') from by_category t)
    ) as sold`)
  return rows[0]?.sold ?? { steps: [], products: [], businesses: [], categories: [] }
}

/** Returns the most frequent zero-result searches of the span. */
export async function listZeroResultSearches(db: Db, span: Span, most: number) {
  const { rows } = await db.execute<{ term: string; times: number; lastAt: Date }>(sql`
    select m.term, sum(m.times)::int as times, max(m.last_at) as "lastAt" from ${zeroResultCounts} m
    where ${within(sql`m.last_at`, span)} group by m.term order by 2 desc, 3 desc, m.term limit ${most}`)
  return rows
}
