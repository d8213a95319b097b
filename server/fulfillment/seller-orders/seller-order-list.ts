import { and, asc, count, desc, eq, gte, inArray, isNotNull, lt, notInArray, or, type SQL, sql, sum } from 'drizzle-orm'
import { ORDER_STATUSES, type OrderStatus, type SELLER_ORDER_SORTS, type SELLER_ORDER_WAITS } from '#domain/order.ts'
import { STAFF_ROLES } from '#domain/user.ts'
import { listRefundUnits, type RefundUnits } from '#server/orders/order-payments.ts'
import { listEvents, type OrderEventRow, type OrderLineRow, type SellerOrderRow } from '#server/orders/order-record.ts'
import { foundOrders } from '#server/orders/order-search.ts'
import { listShipments, type Shipment } from '#server/orders/shipment-list.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isOneOf, type ListPart, readIds } from '#server/platform/db/read-ids.ts'
import {
  businessMembers,
  orderLines,
  orders,
  refundShares,
  refunds,
  returns,
  sellerOrders,
  users,
  waitingSince,
} from '#server/platform/db/schema.ts'

/* Every query here takes the seller's business from the session: none returns a row of another seller's order. */

/** Columns of the order that a seller can see. */
interface OrderExcerpt {
  id: string
  number: string
  userId: string
  customer: Record<string, string>
  currency: (typeof orders.$inferSelect)['currency']
  taxMode: (typeof orders.$inferSelect)['taxMode']
  shippingMethod: (typeof orders.$inferSelect)['shippingMethod']
  paymentMethod: (typeof orders.$inferSelect)['paymentMethod']
  paymentStatus: (typeof orders.$inferSelect)['paymentStatus']
  estimatedDelivery: string
  createdAt: Date
  /** Cents of the whole order, for sums only: a seller is not shown them. */
  paidCents: number
  refundedCents: number
}

/** A seller order with its lines. */
export interface SellerOrderRecord {
  order: OrderExcerpt
  part: SellerOrderRow
  lines: OrderLineRow[]
}

/**
 * A seller order with its parcels, and what the total of the whole order follows from: a seller is shown the share of its own lines only.
 */
export interface PricedSellerOrder extends SellerOrderRecord {
  shipments: Shipment[]
  pricing: unknown
}

/** An event with the name of the colleague who caused it; null when it was anyone else. */
export interface SellerOrderEvent extends OrderEventRow {
  colleague: string | null
}

/** Filter and order of a seller's orders. `from` is the first instant, `before` the first instant after. */
export interface SellerOrderFilter {
  status?: OrderStatus | undefined
  waitsFor?: (typeof SELLER_ORDER_WAITS)[number] | undefined
  search?: string | undefined
  from?: Date | undefined
  before?: Date | undefined
  sort?: (typeof SELLER_ORDER_SORTS)[number] | undefined
}

const ORDER_COLUMNS = {
  id: orders.id,
  number: orders.number,
  userId: orders.userId,
  customer: orders.customer,
  currency: orders.currency,
  taxMode: orders.taxMode,
  shippingMethod: orders.shippingMethod,
  paymentMethod: orders.paymentMethod,
  paymentStatus: orders.paymentStatus,
  estimatedDelivery: orders.estimatedDelivery,
  createdAt: orders.createdAt,
  paidCents: orders.paidCents,
  refundedCents: orders.refundedCents,
}

/** The order of a seller order has this. */
const orderHas = (condition: SQL) => sql`exists (select 1 from ${orders} where ${orders.id} = ${sellerOrders.orderId} and ${condition})`

/**
 * Conditions of what a seller order waits for. `refund`: money was kept of a canceled part, the provider refused the newest refund that it
 * has a share in, or its returned products came back and were not credited. `payment`: nobody has paid for an order that is still to be
 * delivered.
 */
const WAITS: Record<(typeof SELLER_ORDER_WAITS)[number], SQL> = {
  refund: sql`(${sellerOrders.refundedCents} < ${sellerOrders.totalCents}
      and ${orderHas(sql`${orders.paidCents} > ${orders.refundedCents}`)}
      and (${sellerOrders.status} = 'cancelled' or 'failed' = (
        select ${refunds.status} from ${refunds} join ${refundShares} on ${refundShares.refundId} = ${refunds.id}
        where ${refunds.orderId} = ${sellerOrders.orderId} and ${refundShares.businessId} = ${sellerOrders.businessId}
        order by ${refunds.createdAt} desc, ${refunds.id} desc limit 1))
    or exists (select 1 from ${returns} where ${returns.orderId} = ${sellerOrders.orderId}
      and ${returns.businessId} = ${sellerOrders.businessId} and ${returns.status} = 'received'))`,
  payment: sql`(${sellerOrders.status} <> 'cancelled'
    and ${orderHas(sql`${orders.paymentMethod} = 'pay_later' and ${orders.paymentStatus} in ('unpaid', 'partially_paid')`)})`,
}

function whereOf(businessId: string, { status, waitsFor, search = '', from, before }: SellerOrderFilter): SQL | undefined {
  return and(
    eq(sellerOrders.businessId, businessId),
    sellerOrders.isShown,
    status && eq(sellerOrders.status, status),
    waitsFor && WAITS[waitsFor],
    from && gte(sellerOrders.placedAt, from),
    before && lt(sellerOrders.placedAt, before),
    search === '' ? undefined : sql`${sellerOrders.orderId} in ${foundOrders(search, { businessId })}`,
  )
}

const progress = sql`array_position(array[${sql.raw(ORDER_STATUSES.map((status) => `'${status}'`).join(', '))}], ${sellerOrders.status})`
const byCustomer = sql`(lower(${orders.customer} ->> 'lastName') collate "C")`
const newest = [desc(sellerOrders.placedAt), desc(sellerOrders.orderId)]

const SORTS: Record<NonNullable<SellerOrderFilter['sort']>, SQL[]> = {
  toShip: [asc(waitingSince(sellerOrders)), ...newest],
  '-createdAt': newest,
  createdAt: [asc(sellerOrders.placedAt), asc(sellerOrders.orderId)],
  status: [asc(progress), ...newest],
  '-status': [desc(progress), ...newest],
  customer: [asc(byCustomer), ...newest],
  '-customer': [desc(byCustomer), ...newest],
}

const isByCustomer = (sort: keyof typeof SORTS) => sort === 'customer' || sort === '-customer'

/** Selects the ids of seller orders. */
function sortedIds(db: Db, where: SQL | undefined, sort: keyof typeof SORTS) {
  const own = db.select({ id: sellerOrders.orderId }).from(sellerOrders).$dynamic()
  const sorted = isByCustomer(sort) ? own.innerJoin(orders, eq(orders.id, sellerOrders.orderId)) : own
  return sorted.where(where).orderBy(...SORTS[sort])
}

/** Returns the ids of all orders of a seller that match, in the order of the list. */
export function listSellerOrderIds(db: Db, businessId: string, filter: SellerOrderFilter): Promise<string[]> {
  return readIds(db, sortedIds(db, whereOf(businessId, filter), filter.sort ?? 'toShip'))
}

/** One part of a seller's orders; those to ship first unless the filter sorts. */
export async function readSellerOrders(
  db: Db,
  businessId: string,
  filter: SellerOrderFilter,
  { limit, offset, ids: chosen }: ListPart,
): Promise<SellerOrderRecord[]> {
  const { sort = 'toShip' } = filter
  const where = chosen ? and(whereOf(businessId, {}), isOneOf(sellerOrders.orderId, chosen)) : whereOf(businessId, filter)
  const page = sortedIds(db, where, sort).limit(limit).offset(offset).as('page') // ids first: rows are wide, and a late page passes many
  const rows = await db
    .select({ order: ORDER_COLUMNS, part: sellerOrders })
    .from(page)
    .innerJoin(sellerOrders, and(eq(sellerOrders.orderId, page.id), eq(sellerOrders.businessId, businessId)))
    .innerJoin(orders, eq(orders.id, page.id))
    .orderBy(...SORTS[sort])
  const ids = rows.map(({ order: { id } }) => id)
  const lines = await linesOf(db, businessId, ids)
  return rows.map((row) => ({ ...row, lines: lines.get(row.order.id) ?? [] }))
}

/** Number of a seller's orders that a filter leaves. */
export async function countSellerOrders(db: Db, businessId: string, filter: SellerOrderFilter): Promise<number> {
  return db.$count(sellerOrders, whereOf(businessId, filter))
}

/** Returns the sums of a seller's orders that a filter leaves, by currency; cents. */
export async function sumSellerOrders(db: Db, businessId: string, filter: SellerOrderFilter) {
  const { totalCents, refundedCents } = sellerOrders
  return db
    .select({ currency: orders.currency, count: count(), total: sum(totalCents), refunded: sum(refundedCents) })
    .from(sellerOrders)
    .innerJoin(orders, eq(orders.id, sellerOrders.orderId))
    .where(whereOf(businessId, filter))
    .groupBy(orders.currency)
    .orderBy(orders.currency)
}

/** The seller order of one order; null when the seller has none, or cannot see it yet. */
export async function findSellerOrder(db: Db, businessId: string, orderId: string): Promise<PricedSellerOrder | null> {
  const [row] = await db
    .select({ order: ORDER_COLUMNS, part: sellerOrders, pricing: orders.pricing })
    .from(sellerOrders)
    .innerJoin(orders, eq(orders.id, sellerOrders.orderId))
    .where(and(eq(sellerOrders.businessId, businessId), eq(sellerOrders.orderId, orderId), sellerOrders.isShown))
  if (!row) return null
  const lines = (await linesOf(db, businessId, [orderId])).get(orderId) ?? []
  const shipments = lines.some(({ shipped }) => shipped > 0) ? await listShipments(db, [orderId], businessId) : []
  return { ...row, lines, shipments }
}

async function linesOf(db: Db, businessId: string, ids: readonly string[]): Promise<Map<string, OrderLineRow[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(orderLines)
    .where(and(eq(orderLines.businessId, businessId), inArray(orderLines.orderId, [...ids])))
    .orderBy(asc(orderLines.position))
  return Map.groupBy(rows, ({ orderId }) => orderId)
}

/** Share of a refund in a seller order; `totalCents` is the whole refund, in which other sellers may have a share. */
export interface SellerOrderRefund extends Pick<typeof refunds.$inferSelect, 'id' | 'reason' | 'status' | 'createdAt'> {
  ownCents: number
  totalCents: number
  /** Units that it is for, of other sellers' lines, too. */
  units: RefundUnits[]
}

/** Lists the refunds that a seller order has a share in, oldest first. */
export async function listSellerOrderRefunds(db: Db, businessId: string, orderId: string): Promise<SellerOrderRefund[]> {
  const { id, reason, status, createdAt, amountCents: totalCents } = refunds
  const rows = await db
    .select({ id, reason, status, createdAt, totalCents, ownCents: refundShares.amountCents })
    .from(refunds)
    .innerJoin(refundShares, and(eq(refundShares.refundId, refunds.id), eq(refundShares.businessId, businessId)))
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
  const units = await listRefundUnits(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({ ...row, units: units.filter(({ refundId }) => refundId === row.id) }))
}

/** Condition: who acted for the seller order and is no longer in its team; neither staff nor the buyer, whose names are not for sellers. */
function hasLeft(events: readonly OrderEventRow[], orderId: string, businessId: string): SQL | undefined {
  const own = events.flatMap((event) => (event.businessId === businessId && event.actorId) || [])
  const isBuyer = sql`${users.id} = (select ${orders.userId} from ${orders} where ${orders.id} = ${orderId})`
  return and(inArray(users.id, own), notInArray(users.role, [...STAFF_ROLES]), sql`not ${isBuyer}`)
}

/** Lists the events that a seller can see: those of the whole order and of the seller order, oldest first. */
export async function listSellerOrderEvents(db: Db, businessId: string, orderId: string): Promise<SellerOrderEvent[]> {
  const events = (await listEvents(db, orderId)).filter((event) => event.businessId === null || event.businessId === businessId)
  const actors = [...new Set(events.flatMap(({ actorId }) => actorId ?? []))]
  if (actors.length === 0) return events.map((event) => ({ ...event, colleague: null }))
  const isMember = and(eq(businessMembers.userId, users.id), eq(businessMembers.businessId, businessId))
  const colleagues = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .leftJoin(businessMembers, isMember)
    .where(and(inArray(users.id, actors), or(isNotNull(businessMembers.userId), hasLeft(events, orderId, businessId))))
  const names = new Map(colleagues.map(({ id, name }) => [id, name]))
  return events.map((event) => ({ ...event, colleague: names.get(event.actorId ?? '') ?? null }))
}
