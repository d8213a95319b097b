import { and, asc, eq, inArray, isNotNull, isNull, or, type Placeholder, sql } from 'drizzle-orm'
import type { CommissionRate } from '#domain/commission.ts'
import type { OrderStatus } from '#domain/order.ts'
import { isUuid } from '#domain/text.ts'
import { type Db } from '#server/platform/db/client.ts'
import {
  newBuyerOrders,
  orderChanges,
  orderEvents,
  orderLines,
  orders,
  sellerOrders,
  shipments,
  users,
} from '#server/platform/db/schema.ts'
import { enqueue } from '#server/platform/outbox.ts'
import { ratesInForce } from '#server/sellers/commission/commission-rates.ts'
import { listShipments, type Shipment } from './shipment-list.ts'

export type OrderRow = typeof orders.$inferSelect
export type SellerOrderRow = typeof sellerOrders.$inferSelect
export type OrderLineRow = typeof orderLines.$inferSelect
export type OrderEventRow = typeof orderEvents.$inferSelect
export type OrderChangeRow = typeof orderChanges.$inferSelect

/** An order with its parts, lines and parcels. */
export interface OrderRecord {
  order: OrderRow
  parts: SellerOrderRow[]
  lines: OrderLineRow[]
  shipments: Shipment[]
}

/**
 * Returns what a line is known by in the pricing of its order, in answers and in requests: its product, or, where it has none, its own id.
 */
export const lineKey = ({ id, productId }: Pick<OrderLineRow, 'id' | 'productId'>): string => productId ?? id

/** Returns the lines that took stock, each with its product. */
export function stockLines<Line extends Pick<OrderLineRow, 'productId' | 'takesStock'>>(
  lines: readonly Line[],
): (Line & { productId: string })[] {
  return lines.flatMap((line) => (line.takesStock && line.productId !== null ? [{ ...line, productId: line.productId }] : []))
}

/** Returns the ids of the products of some lines. */
export const productIdsOf = (lines: readonly Pick<OrderLineRow, 'productId'>[]): string[] =>
  lines.flatMap(({ productId }) => productId ?? [])

/** Condition: an order is paid by transfer, as `isByTransfer` of `domain/order.ts` says. */
export const paidByTransfer = or(eq(orders.paymentMethod, 'pay_later'), eq(orders.paymentStatus, 'partially_paid'))

/** The visible orders: those of one user, or all of them (null: staff). */
export type OrderScope = { userId: string } | null

const named = (idOrNumber: string, scope: OrderScope) =>
  and(
    isUuid(idOrNumber) ? eq(orders.id, idOrNumber.toLowerCase()) : eq(orders.number, idOrNumber.toUpperCase()),
    scope ? eq(orders.userId, scope.userId) : undefined,
  )

/** Returns whether there is such an order within the scope. */
export async function hasOrder(db: Db, id: string, scope: OrderScope): Promise<boolean> {
  const rows = await db.select({ id: orders.id }).from(orders).where(named(id, scope))
  return rows.length > 0
}

/** Returns an order by its id or number, with parts and lines; null where there is none within the scope. */
export async function findOrder(db: Db, idOrNumber: string, scope: OrderScope): Promise<OrderRecord | null> {
  const [order] = await db.select().from(orders).where(named(idOrNumber, scope))
  return order ? withParts(db, order) : null
}

/** Returns the time at which an unpaid order is canceled unless its buyer confirms the email; null where nothing is to be confirmed. */
export async function findConfirmBy(db: Db, orderId: string): Promise<Date | null> {
  const [row] = await db
    .select({ confirmBy: newBuyerOrders.confirmBy })
    .from(newBuyerOrders)
    .innerJoin(orders, eq(orders.id, newBuyerOrders.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(newBuyerOrders.orderId, orderId), isNull(users.emailVerifiedAt)))
  return row?.confirmBy ?? null
}

/** As `findOrder`, and locks the order: its changes take turns. */
export async function lockOrder(tx: Db, id: string, scope: OrderScope): Promise<OrderRecord | null> {
  const [order] = await tx.select().from(orders).where(named(id, scope)).for('no key update')
  return order ? withParts(tx, order) : null
}

/** The card order of a buyer that waits for its payment, locked; null where there is none. Lock the cart first. */
export async function lockOpenOrder(tx: Db, userId: string): Promise<OrderRecord | null> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), isNotNull(orders.holdUntil)))
    .for('no key update')
  return order ? withParts(tx, order) : null
}

/** As `lockOpenOrder`, only looking. */
export async function findOpenOrder(db: Db, userId: string): Promise<OrderRow | null> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), isNotNull(orders.holdUntil)))
  return order ?? null
}

/** Enqueues cancellation of the payment intent; sent after commit by the outbox. */
export async function queueIntentCancel(tx: Db, intentId: string, at: Date): Promise<void> {
  await enqueue(tx, { kind: 'intent-cancel', dedupeKey: `intent-cancel:${intentId}`, payload: { intentId }, at })
}

async function withParts(db: Db, order: OrderRow): Promise<OrderRecord> {
  const lines = await db.select().from(orderLines).where(eq(orderLines.orderId, order.id)).orderBy(asc(orderLines.position))
  const parts = await db
    .select()
    .from(sellerOrders)
    .where(eq(sellerOrders.orderId, order.id))
    .orderBy(asc(sellerOrders.businessName), asc(sellerOrders.businessId))
  const shipments = lines.some(({ shipped }) => shipped > 0) ? await listShipments(db, [order.id]) : []
  return { order, parts, lines, shipments }
}

/** Changes columns of an order that the caller has locked, and its version. */
export async function updateOrder(
  tx: Db,
  id: string,
  values: Partial<Pick<OrderRow, 'customer' | 'searchText' | 'tags' | 'paymentPlan' | 'paymentProblem'>>,
): Promise<void> {
  await tx
    .update(orders)
    .set({ ...values, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, id))
}

/** Returns the buyer's current address: emails do not go to a former one. */
export async function findBuyerEmail(db: Db, userId: string): Promise<string> {
  const [buyer] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return buyer?.email ?? ''
}

/** The history of an order, oldest first. */
export async function listEvents(db: Db, orderId: string): Promise<OrderEventRow[]> {
  return db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId)).orderBy(asc(orderEvents.id))
}

/** The changes of an order's lines, oldest first. */
export async function listChanges(db: Db, orderId: string): Promise<OrderChangeRow[]> {
  return db.select().from(orderChanges).where(eq(orderChanges.orderId, orderId)).orderBy(asc(orderChanges.at))
}

/** Values that a new order needs beside its cart, read in one statement (decision 017). */
export interface OrderStart {
  /** The rates of commission in force, in the order of the staff. */
  rates: CommissionRate[]
}

/** The values of `OrderStart` for the select list of a query. */
export const orderStart = sql`${ratesInForce} as rates`

/** Condition: a card order of the buyer waits for its payment. */
export const hasOpenOrder = (userId: string | Placeholder) =>
  sql<boolean>`exists (select 1 from ${orders} where ${orders.userId} = ${userId} and ${orders.holdUntil} is not null)`

/** Replaces items and totals of an order that waits for its payment; number and time of placement stay. */
export async function replaceOrder(
  tx: Db,
  id: string,
  values: Partial<typeof orders.$inferInsert>,
  { parts, lines }: { parts: (typeof sellerOrders.$inferInsert)[]; lines: (typeof orderLines.$inferInsert)[] },
): Promise<OrderRow> {
  await tx.delete(orderLines).where(eq(orderLines.orderId, id))
  await tx.delete(sellerOrders).where(eq(sellerOrders.orderId, id))
  await tx.insert(sellerOrders).values(parts)
  await tx.insert(orderLines).values(lines)
  const [row] = await tx
    .update(orders)
    .set({ ...values, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, id))
    .returning()
  if (!row) throw new Error('The order is gone')
  return row
}

/** Adds events to the history of an order, in this order; one with a business belongs to the history of its part. */
export async function insertEvents(tx: Db, events: (typeof orderEvents.$inferInsert)[]): Promise<void> {
  if (events.length > 0) await tx.insert(orderEvents).values(events)
}

/**
 * Changes the status of an order by compare-and-set; a canceled one loses its reservation.
 * @returns false, changing nothing, when it is no longer in `from`
 */
export async function updateOrderStatus(tx: Db, id: string, change: { from: OrderStatus; to: OrderStatus; at: Date }): Promise<boolean> {
  const changed = await tx
    .update(orders)
    .set({
      status: change.to,
      updatedAt: change.at,
      version: sql`${orders.version} + 1`,
      ...(change.to === 'cancelled' && { holdUntil: null }),
    })
    .where(and(eq(orders.id, id), eq(orders.status, change.from)))
    .returning({ id: orders.id })
  return changed.length > 0
}

/** Gives an order that the caller has locked a new version, where something that belongs to it has changed. */
export async function touchOrder(tx: Db, id: string, at: Date): Promise<void> {
  await tx
    .update(orders)
    .set({ updatedAt: at, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, id))
}

/** Selects when the last parcel of a seller order left or arrived: before now, where its rest was canceled since. Without parcels `at`. */
const lastOf = (time: typeof shipments.shippedAt | typeof shipments.deliveredAt, at: Date) =>
  sql<Date>`coalesce((select max(${time}) from ${shipments} where ${shipments.orderId} = ${sellerOrders.orderId}
    and ${shipments.businessId} = ${sellerOrders.businessId}), ${at.toISOString()}::timestamptz)`

/**
 * Changes the status of the seller orders of an order whose status is one of `from`, with `businessIds` only of those businesses.
 * Parcels that leave or arrive with it are stored before.
 * @returns the businesses whose seller orders have changed
 */
export async function updateSellerOrderStatuses(
  tx: Db,
  orderId: string,
  change: {
    from: readonly OrderStatus[]
    to: OrderStatus
    at: Date
    businessIds?: readonly string[]
    carrier?: string | undefined
    trackingNumber?: string | undefined
  },
): Promise<string[]> {
  const { from, to, at, businessIds, carrier, trackingNumber } = change
  const changed = await tx
    .update(sellerOrders)
    .set({
      status: to,
      updatedAt: to === 'delivered' ? lastOf(shipments.deliveredAt, at) : at, // shares on time count a delivery by this day
      ...(to === 'shipped' && { shippedAt: lastOf(shipments.shippedAt, at) }),
      ...(to === 'delivered' && { deliveredAt: lastOf(shipments.deliveredAt, at) }),
      ...(carrier && { carrier }),
      ...(trackingNumber && { trackingNumber }),
    })
    .where(
      and(
        eq(sellerOrders.orderId, orderId),
        inArray(sellerOrders.status, [...from]),
        businessIds && inArray(sellerOrders.businessId, [...businessIds]),
      ),
    )
    .returning({ businessId: sellerOrders.businessId })
  return changed.map(({ businessId }) => businessId)
}

/** Writes down how a seller's part really travels. */
export async function setTracking(
  tx: Db,
  { orderId, businessId }: Pick<SellerOrderRow, 'orderId' | 'businessId'>,
  tracking: Pick<SellerOrderRow, 'carrier' | 'trackingNumber'> & { updatedAt: Date },
): Promise<void> {
  await tx
    .update(sellerOrders)
    .set(tracking)
    .where(and(eq(sellerOrders.orderId, orderId), eq(sellerOrders.businessId, businessId)))
}

/** Returns whether the sellers of a new order see it at once: one that waits for a card payment (`awaitsCard`) is shown once it is paid. */
export const isShownAtOnce = ({ paymentMethod }: Pick<OrderRow, 'paymentMethod'>): boolean => paymentMethod !== 'card'
