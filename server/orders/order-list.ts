import { and, arrayContains, asc, count, desc, eq, getTableColumns, gte, inArray, lt, lte, ne, type SQL, sql, sum } from 'drizzle-orm'
import { DISPUTE_STATUSES, type DisputeStatus, isOpenDispute } from '#domain/dispute.ts'
import { PAYMENT_TERM_DAYS } from '#domain/invoice.ts'
import {
  type ORDER_SORTS,
  ORDER_STATUSES,
  type ORDER_WAITS,
  type OrderStatus,
  OWED_STATUSES,
  type PaymentMethod,
  type PaymentStatus,
} from '#domain/order.ts'
import type { ShippingMethod } from '#domain/shipping.ts'
import { startOfDay } from '#domain/time.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isOneOf, readIds } from '#server/platform/db/read-ids.ts'
import { disputes, orderLines, orders, returns, sellerOrders, shipmentLines, shipments, users } from '#server/platform/db/schema.ts'
import { paidByTransfer } from './order-record.ts'
import { foundOrders } from './order-search.ts'

type OrderLineRow = typeof orderLines.$inferSelect

type OrderSort = (typeof ORDER_SORTS)[number]

/** A day (ISO date) of a zone. */
interface ShopDay {
  day: string
  timeZone: string
}

/** Filter, sort order and page of a list. `from` is the first instant, `before` the first instant after; absent means no limit. */
interface OrderFilter {
  userId?: string
  status?: readonly OrderStatus[] | undefined
  paymentStatus?: readonly PaymentStatus[] | undefined
  paymentMethod?: readonly PaymentMethod[] | undefined
  businessId?: string | undefined
  country?: readonly string[] | undefined
  shippingMethod?: readonly ShippingMethod[] | undefined
  tag?: string | undefined
  /** First and last day of the promised arrival. */
  dueFrom?: string | undefined
  dueTo?: string | undefined
  search?: string | undefined
  from?: Date | undefined
  before?: Date | undefined
  /** Pay Later orders that were placed until then, and are neither paid nor canceled. */
  unpaidSince?: Date | undefined
  waitsFor?: (typeof ORDER_WAITS)[number] | undefined
  /** Day before which what was promised is late, and what was due overdue; needed with `waitsFor` arrival and payment. */
  today?: ShopDay
  sort?: readonly OrderSort[] | undefined
  page: number
  limit: number
  /** These orders instead of those that match. */
  ids?: readonly string[]
}

const { pricing: _pricing, customer: _customer, searchText: _searchText, ...listedColumns } = getTableColumns(orders)

/** An order as lists read it, with its lines. `isUserDeleted`: the account that placed it was deleted. */
export interface ListedOrder {
  order: Pick<typeof orders.$inferSelect, keyof typeof listedColumns>
  isUserDeleted: boolean
  /** State of the dispute that the bank has not decided; null: none is open. */
  disputeStatus: DisputeStatus | null
  lines: OrderLineRow[]
  /** The delivery as staff read it, and the sellers by name. */
  delivery: { country: string; company: string | null; poNumber: string | null }
  sellers: ListedSeller[]
}

/** Seller of an order, and the status of its seller order. */
interface ListedSeller {
  id: string
  name: string
  status: OrderStatus
}

const typed = (field: string) => sql<string | null>`nullif(${orders.customer} ->> ${sql.raw(`'${field}'`)}, '')`
const country = sql<string>`(${orders.customer} ->> 'country')`
/** Read for the rows of a page only. */
const sellers = sql<
  ListedSeller[]
>`(select coalesce(json_agg(json_build_object('id', ${sellerOrders.businessId}, 'name', ${sellerOrders.businessName}, 'status', ${sellerOrders.status})
  order by ${sellerOrders.businessName}), '[]') from ${sellerOrders} where ${sellerOrders.orderId} = ${orders.id})`

const OPEN_DISPUTES = DISPUTE_STATUSES.filter(isOpenDispute)
/** Read for the rows of a page only, by the index on the order. */
const openDispute = sql<DisputeStatus | null>`(select ${disputes.status} from ${disputes} where ${disputes.orderId} = ${orders.id}
  and ${disputes.status} in ${OPEN_DISPUTES} order by ${disputes.openedAt} desc limit 1)`

const progress = sql`array_position(array[${sql.raw(ORDER_STATUSES.map((status) => `'${status}'`).join(', '))}], ${orders.status})`
const byCustomer = sql`(lower(${orders.userName}) collate "C")`

const SORTS: Record<OrderSort, SQL> = {
  '-createdAt': desc(orders.createdAt),
  createdAt: asc(orders.createdAt),
  '-totalAmount': desc(orders.totalUsdCents),
  totalAmount: asc(orders.totalUsdCents),
  status: asc(progress),
  '-status': desc(progress),
  customer: asc(byCustomer),
  '-customer': desc(byCustomer),
}

/** Orders by each key in turn; those that are the same by all of them have one order, too. */
function orderOf(sorts: readonly OrderSort[] = ['-createdAt']): SQL[] {
  const [first] = sorts
  const keys = sorts.map((sort) => SORTS[sort])
  if (first === 'status' || first === '-status') return [...keys, desc(orders.createdAt), desc(orders.id)]
  return [...keys, first?.startsWith('-') ? desc(orders.id) : asc(orders.id)]
}

function isUnpaidSince(day: Date): SQL | undefined {
  const isOwed = and(paidByTransfer, inArray(orders.paymentStatus, [...OWED_STATUSES]), ne(orders.status, 'cancelled'))
  return and(isOwed, lte(orders.createdAt, day))
}

/**
 * Conditions of what an order waits for. `shipping`: a seller has not shipped its part, and no card payment is awaited. `refund`: money was
 * kept of a canceled order, the provider refused the newest refund of a seller's part, or returned products came back and were not
 * credited.
 */
const WAITS: Record<Exclude<(typeof ORDER_WAITS)[number], 'arrival' | 'payment'>, SQL> = {
  shipping: sql`(${orders.status} in ('pending', 'processing') and ${orders.holdUntil} is null
    and (${orders.paymentMethod} <> 'card' or ${orders.paymentStatus} <> 'unpaid') and ${orders.paymentStatus} <> 'processing')`,
  refund: sql`((${orders.status} = 'cancelled' and ${orders.paidCents} > ${orders.refundedCents})
    or (${orders.paidCents} > ${orders.refundedCents} and ${orders.id} in (
      select r.order_id from refunds r join refund_shares s on s.refund_id = r.id where r.status = 'failed' and not exists (
        select 1 from refunds n join refund_shares ns on ns.refund_id = n.id
        where n.order_id = r.order_id and ns.business_id = s.business_id and (n.created_at, n.id) > (r.created_at, r.id))))
    or exists (select 1 from ${returns} where ${returns.orderId} = ${orders.id} and ${returns.status} = 'received'))`,
}

/** Matches orders with a line that was promised until before a day and has not arrived; orders whose card payment is awaited have none. */
const isLateOn = (today: string): SQL => sql`(${orders.status} in ('pending', 'processing', 'shipped') and ${orders.holdUntil} is null
  and exists (select 1 from ${orderLines} l join ${sellerOrders} s on s.order_id = l.order_id and s.business_id = l.business_id
    where l.order_id = ${orders.id} and l.promised_to < ${today}::date and s.status in ('pending', 'processing', 'shipped')
      and (l.shipped + l.withdrawn = 0 or l.quantity - l.withdrawn > coalesce((
        select sum(u.quantity) from ${shipmentLines} u join ${shipments} p on p.id = u.shipment_id
        where u.line_id = l.id and p.delivered_at is not null), 0))))`

/**
 * Matches Pay Later orders with something that was due before a day, by the terms of their buyer; of a plan, the milestones whose event has
 * come, but for a cent of rounding.
 */
function isOverdueOn({ day, timeZone }: ShopDay): SQL | undefined {
  const isOwed = and(
    eq(orders.paymentMethod, 'pay_later'),
    inArray(orders.paymentStatus, [...OWED_STATUSES]),
    ne(orders.status, 'cancelled'),
  )
  const begun = sql`${startOfDay(day, timeZone).toISOString()}::timestamptz`
  const dueAt = sql`${orders.createdAt} + coalesce(${orders.termDays}, ${PAYMENT_TERM_DAYS}::int) * interval '1 day'`
  const arrivedAt = sql`(select max(s.delivered_at) from ${sellerOrders} s where s.order_id = ${orders.id})`
  const reached = sql`(select coalesce(sum((m ->> 'percent')::int), 0) from jsonb_array_elements(${orders.paymentPlan}) m
    where case m ->> 'trigger' when 'order' then ${orders.createdAt} < ${begun}
      when 'dispatch' then ${orders.status} in ('shipped', 'delivered')
      else ${orders.status} = 'delivered' and ${arrivedAt} + (m ->> 'days')::int * interval '1 day' < ${begun} end)`
  const live = sql`(select coalesce(sum(s.total_cents), 0) from ${sellerOrders} s where s.order_id = ${orders.id} and s.status <> 'cancelled')`
  const back = sql`(select coalesce(sum(s.refunded_cents), 0) from ${sellerOrders} s
    where s.order_id = ${orders.id} and s.status = 'cancelled')`
  const isMilestone = sql`${orders.paymentPlan} is not null and (${orders.paidCents} - ${back} + 1) * 100 < ${live} * ${reached}`
  return and(isOwed, sql`((${orders.paymentPlan} is null and ${dueAt} < ${begun}) or (${isMilestone}))`)
}

const hasTags = sql`${orders.tags} <> '{}'`

/** Returns the tags of orders, the most used ones first. */
export async function listOrderTags(db: Db, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ tag: string }>(
    sql`select tag from ${orders}, unnest(${orders.tags}) as given(tag) where ${hasTags} group by tag order by count(*) desc, tag
      limit ${limit}`,
  )
  return rows.map(({ tag }) => tag)
}

function waitsOn(waitsFor: (typeof ORDER_WAITS)[number], today: ShopDay = { day: '', timeZone: '' }): SQL | undefined {
  if (waitsFor === 'payment') return isOverdueOn(today)
  return waitsFor === 'arrival' ? isLateOn(today.day) : WAITS[waitsFor]
}

function whereOf(db: Db, filter: OrderFilter): SQL | undefined {
  const { userId, status, paymentStatus, paymentMethod, businessId, search, from, before, unpaidSince, waitsFor, today } = filter
  const { shippingMethod, tag, dueFrom, dueTo } = filter
  const sold = (seller: string) => db.select({ id: sellerOrders.orderId }).from(sellerOrders).where(eq(sellerOrders.businessId, seller))
  return and(
    userId === undefined ? undefined : eq(orders.userId, userId),
    status && inArray(orders.status, [...status]),
    paymentStatus && inArray(orders.paymentStatus, [...paymentStatus]),
    paymentMethod && inArray(orders.paymentMethod, [...paymentMethod]),
    businessId ? inArray(orders.id, sold(businessId)) : undefined,
    filter.country && inArray(country, [...filter.country]),
    shippingMethod && inArray(orders.shippingMethod, [...shippingMethod]),
    tag === undefined ? undefined : and(arrayContains(orders.tags, [tag]), hasTags),
    dueFrom === undefined ? undefined : gte(orders.estimatedDelivery, dueFrom),
    dueTo === undefined ? undefined : lte(orders.estimatedDelivery, dueTo),
    search ? sql`${orders.id} in ${foundOrders(search, userId === undefined ? 'staff' : 'buyer')}` : undefined,
    from && gte(orders.createdAt, from),
    before && lt(orders.createdAt, before),
    unpaidSince && isUnpaidSince(unpaidSince),
    waitsFor && waitsOn(waitsFor, today),
  )
}

/** One page of orders with their lines (one query for the lines of all), and how many orders match in all. */
export async function listOrders(db: Db, filter: OrderFilter): Promise<{ items: ListedOrder[]; total: number }> {
  const total = await db.$count(orders, whereOf(db, filter))
  return { items: await readOrders(db, filter), total }
}

/** Returns the ids of orders with late lines that were placed since then, the oldest first. */
export function listLateIds(db: Db, { today, since }: { today: string; since: Date }): Promise<{ id: string }[]> {
  const isMeant = and(isLateOn(today), gte(orders.createdAt, since))
  return db.select({ id: orders.id }).from(orders).where(isMeant).orderBy(asc(orders.createdAt), asc(orders.id))
}

/** Returns the ids of a user's orders with a part that was delivered since then, the newest first; at most `limit`. */
export async function listDeliveredIds(db: Db, userId: string, since: Date, limit: number): Promise<string[]> {
  const isDelivered = and(eq(orders.userId, userId), eq(sellerOrders.status, 'delivered'), gte(sellerOrders.updatedAt, since))
  const newest = sql`max(${sellerOrders.updatedAt})`
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(sellerOrders, eq(sellerOrders.orderId, orders.id))
    .where(isDelivered)
    .groupBy(orders.id)
    .orderBy(desc(newest), desc(orders.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Returns the number of orders that match. */
export async function countOrders(db: Db, filter: Omit<OrderFilter, 'page' | 'limit'>): Promise<number> {
  return db.$count(orders, whereOf(db, { ...filter, page: 1, limit: 1 }))
}

/** Returns the sums of the orders that match, by currency; cents. */
export async function sumOrders(db: Db, filter: Omit<OrderFilter, 'page' | 'limit'>) {
  const { currency, totalCents, paidCents, refundedCents } = orders
  return db
    .select({ currency, count: count(), total: sum(totalCents), paid: sum(paidCents), refunded: sum(refundedCents) })
    .from(orders)
    .where(whereOf(db, { ...filter, page: 1, limit: 1 }))
    .groupBy(currency)
    .orderBy(currency)
}

/** Returns the ids of all orders that match, in the order of the list. */
export function listOrderIds(db: Db, filter: Omit<OrderFilter, 'page' | 'limit'>): Promise<string[]> {
  const where = whereOf(db, { ...filter, page: 1, limit: 1 })
  return readIds(
    db,
    db
      .select({ id: orders.id })
      .from(orders)
      .where(where)
      .orderBy(...orderOf(filter.sort)),
  )
}

/** As `listOrders`, without counting. */
export async function readOrders(db: Db, filter: OrderFilter): Promise<ListedOrder[]> {
  const where = filter.ids ? isOneOf(orders.id, filter.ids) : whereOf(db, filter)
  const order = orderOf(filter.sort)
  const page = db
    .select({ id: orders.id })
    .from(orders)
    .where(where)
    .orderBy(...order)
    .limit(filter.limit)
    .offset((filter.page - 1) * filter.limit)
    .as('page') // ids first: rows are wide, and a late page passes many
  const rows = await db
    .select({
      order: listedColumns,
      userStatus: users.status,
      disputeStatus: openDispute,
      delivery: { country, company: typed('company'), poNumber: typed('poNumber') },
      sellers,
    })
    .from(page)
    .innerJoin(orders, eq(orders.id, page.id))
    .innerJoin(users, eq(users.id, orders.userId))
    .orderBy(...order)
  const lines = await linesOf(
    db,
    rows.map(({ order: { id } }) => id),
  )
  return rows.map((row) => ({
    order: row.order,
    isUserDeleted: row.userStatus === 'Deleted',
    disputeStatus: row.disputeStatus,
    lines: lines.get(row.order.id) ?? [],
    delivery: row.delivery,
    sellers: row.sellers,
  }))
}

async function linesOf(db: Db, ids: string[]): Promise<Map<string, OrderLineRow[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db.select().from(orderLines).where(inArray(orderLines.orderId, ids)).orderBy(asc(orderLines.position))
  return Map.groupBy(rows, ({ orderId }) => orderId)
}

/** Deliveries of orders by their ids: what their buyers typed, and the seller orders. */
export async function readDeliveries(db: Db, ids: readonly string[]) {
  const rows = await db.select({ id: orders.id, customer: orders.customer }).from(orders).where(isOneOf(orders.id, ids))
  const parts = await db.select().from(sellerOrders).where(isOneOf(sellerOrders.orderId, ids))
  return {
    customers: new Map<string, Record<string, string | undefined>>(rows.map(({ id, customer }) => [id, customer])),
    parts: Map.groupBy(parts, ({ orderId }) => orderId),
  }
}
