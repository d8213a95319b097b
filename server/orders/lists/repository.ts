import { and, asc, desc, eq, gte, ilike, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { ORDER_STATUSES, type OrderStatus } from '#domain/order.ts'
import type { Db } from '#server/db/client.ts'
import { orderLines, orders } from '#server/db/schema.ts'
import { likeAnywhere } from '#server/products/search/search-text.ts'

type OrderRow = typeof orders.$inferSelect
type OrderLineRow = typeof orderLines.$inferSelect

/** Which orders, in which order, and which page of them. `from` is the first instant, `before` the first instant after; absent means no limit. */
export interface OrderFilter {
  userId?: string
  status?: OrderStatus | undefined
  search?: string | undefined
  from?: Date | undefined
  before?: Date | undefined
  sort?: '-createdAt' | 'createdAt' | '-totalAmount' | 'totalAmount' | 'status' | 'customer' | undefined
  page: number
  limit: number
}

/** An order with its lines, as a list shows it. */
export interface ListedOrder {
  order: OrderRow
  lines: OrderLineRow[]
}

const progress = sql`array_position(array[${sql.raw(ORDER_STATUSES.map((status) => `'${status}'`).join(', '))}], ${orders.status})`

const SORTS: Record<NonNullable<OrderFilter['sort']>, SQL[]> = {
  '-createdAt': [desc(orders.createdAt), desc(orders.id)],
  createdAt: [asc(orders.createdAt), asc(orders.id)],
  '-totalAmount': [desc(orders.totalUsdCents), desc(orders.createdAt), desc(orders.id)],
  totalAmount: [asc(orders.totalUsdCents), desc(orders.createdAt), desc(orders.id)],
  status: [asc(progress), desc(orders.createdAt), desc(orders.id)],
  customer: [asc(sql`lower(${orders.userName})`), desc(orders.createdAt), desc(orders.id)],
}

/** Number, start of the id, name or e-mail: of the account, or as typed at checkout. */
function matches(search: string): SQL | undefined {
  const pattern = likeAnywhere(search)
  const idPrefix = /^[0-9a-f-]{1,36}$/i.test(search) ? sql`${orders.id}::text like ${`${search.toLowerCase()}%`}` : undefined
  const customerName = sql`concat_ws(' ', ${orders.customer}->>'firstName', ${orders.customer}->>'lastName')`
  const customerEmail = sql`${orders.customer}->>'email'`
  return or(
    ilike(orders.number, pattern),
    ilike(orders.userName, pattern),
    ilike(orders.userEmail, pattern),
    sql`${customerName} ilike ${pattern}`,
    sql`${customerEmail} ilike ${pattern}`,
    idPrefix,
  )
}

/** One page of orders with their lines (one query for the lines of all), and how many orders match in all. */
export async function listOrders(db: Db, filter: OrderFilter): Promise<{ items: ListedOrder[]; total: number }> {
  const where = and(
    filter.userId === undefined ? undefined : eq(orders.userId, filter.userId),
    filter.status && eq(orders.status, filter.status),
    filter.search ? matches(filter.search) : undefined,
    filter.from && gte(orders.createdAt, filter.from),
    filter.before && lt(orders.createdAt, filter.before),
  )
  const total = await db.$count(orders, where)
  const page = await db
    .select()
    .from(orders)
    .where(where)
    .orderBy(...SORTS[filter.sort ?? '-createdAt'])
    .limit(filter.limit)
    .offset((filter.page - 1) * filter.limit)
  const lines = await linesOf(
    db,
    page.map(({ id }) => id),
  )
  return { items: page.map((order) => ({ order, lines: lines.get(order.id) ?? [] })), total }
}

async function linesOf(db: Db, ids: string[]): Promise<Map<string, OrderLineRow[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db.select().from(orderLines).where(inArray(orderLines.orderId, ids)).orderBy(asc(orderLines.position))
  return Map.groupBy(rows, ({ orderId }) => orderId)
}
