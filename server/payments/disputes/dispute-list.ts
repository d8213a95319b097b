import { and, asc, desc, eq, getTableColumns, ilike, inArray, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { DISPUTE_SORTS } from '#contract/payments/disputes.ts'
import { DISPUTE_STATUSES, type DisputeStatus, isOpenDispute } from '#domain/dispute.ts'
import type { DisputeRow } from '#server/orders/order-dispute.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isOneOf, type ListPart, readIds } from '#server/platform/db/read-ids.ts'
import { disputes, orders, refunds, sellerOrders } from '#server/platform/db/schema.ts'

const OPEN = DISPUTE_STATUSES.filter(isOpenDispute)

/** Finds the dispute with this id at the provider; null when there is none. Lock its order first. */
export async function findDispute(db: Db, stripeId: string): Promise<DisputeRow | null> {
  const [row] = await db.select().from(disputes).where(eq(disputes.stripeId, stripeId))
  return row ?? null
}

/** Returns since when the shop stores disputes: when their table was created. */
export async function readKnownSince(db: Db): Promise<Date> {
  const { rows } = await db.execute<{ seconds: string }>(
    sql`select extract(epoch from min(applied_at))::text as seconds from schema_migrations
      where name in ('0000_baseline.sql', '0013_disputes.sql')`,
  )
  return new Date(Number(rows[0]?.seconds ?? 0) * 1000)
}

/** Inserts or updates a dispute. Lock its order first. */
export async function saveDispute(tx: Db, dispute: typeof disputes.$inferInsert): Promise<DisputeRow> {
  const { stripeId: _id, orderId: _order, paymentId: _payment, openedAt: _opened, ...change } = dispute
  const [row] = await tx.insert(disputes).values(dispute).onConflictDoUpdate({ target: disputes.stripeId, set: change }).returning()
  if (!row) throw new Error('The dispute was not stored')
  return row
}

/** Checks if the payment of an order is disputed and the bank has not decided yet. */
export async function hasOpenDispute(db: Db, orderId: string): Promise<boolean> {
  return (await db.$count(disputes, and(eq(disputes.orderId, orderId), inArray(disputes.status, OPEN)))) > 0
}

/** Cents of an order that lost disputes took: they count as refunded, and the provider has no refund for them. */
export async function sumLost(db: Db, orderId: string): Promise<number> {
  const [row] = await db
    .select({ cents: sql<string>`coalesce(sum(${refunds.amountCents}), 0)` })
    .from(refunds)
    .innerJoin(disputes, eq(refunds.cause, sql`'dispute:' || ${disputes.id}`))
    .where(and(eq(refunds.orderId, orderId), eq(refunds.status, 'settled')))
  return Number(row?.cents ?? 0)
}

/** Filter of disputes; absent means all. */
export interface DisputeFilter {
  status?: DisputeStatus | undefined
  /** True: not decided yet; false: decided. */
  open?: boolean | undefined
  search?: string | undefined
  /** Only those of orders with a seller order of this business. */
  businessId?: string | undefined
}

/** One page of a list, and its order. */
export interface DisputePage extends ListPart {
  sort?: (typeof DISPUTE_SORTS)[number] | undefined
}

/** A dispute with its order's number and customer. */
export interface ListedDispute {
  dispute: DisputeRow
  order: Pick<typeof orders.$inferSelect, 'number' | 'userName' | 'userEmail'>
}

const ORDERS: Record<(typeof DISPUTE_SORTS)[number], SQL[]> = {
  '-openedAt': [desc(disputes.openedAt), desc(disputes.id)],
  openedAt: [asc(disputes.openedAt), asc(disputes.id)],
  '-evidenceDueAt': [sql`${disputes.evidenceDueAt} desc nulls last`, desc(disputes.id)],
  evidenceDueAt: [sql`${disputes.evidenceDueAt} asc nulls last`, asc(disputes.id)],
  '-amount': [desc(disputes.amountCents), desc(disputes.id)],
  amount: [asc(disputes.amountCents), asc(disputes.id)],
}

/** Finds every word of a search in the number, or for staff in the customer's name or the id at the provider. */
function matches(search: string, isSeller: boolean): SQL | undefined {
  const words = search.split(/\s+/).filter(Boolean)
  return and(
    ...words.map((word) => {
      const anywhere = `%${word.replace(/[\\%_]/g, '\\$&')}%`
      const inNumber = ilike(orders.number, anywhere)
      return isSeller ? inNumber : or(inNumber, ilike(orders.userName, anywhere), ilike(disputes.stripeId, anywhere))
    }),
  )
}

const isPartOf = (businessId: string) =>
  sql`exists (select 1 from ${sellerOrders} where ${sellerOrders.orderId} = ${disputes.orderId}
    and ${sellerOrders.businessId} = ${businessId} and ${sellerOrders.isShown})`

const whereOf = ({ status, open, search, businessId }: DisputeFilter) =>
  and(
    status && eq(disputes.status, status),
    open === undefined ? undefined : open ? inArray(disputes.status, OPEN) : notInArray(disputes.status, OPEN),
    businessId === undefined ? undefined : isPartOf(businessId),
    search ? matches(search, businessId !== undefined) : undefined,
  )

/** One page of the disputes that a filter leaves; the newest first unless sorted. */
export async function listDisputes(
  db: Db,
  filter: DisputeFilter,
  { sort = '-openedAt', limit, offset, ids }: DisputePage,
): Promise<ListedDispute[]> {
  return db
    .select({
      dispute: getTableColumns(disputes),
      order: { number: orders.number, userName: orders.userName, userEmail: orders.userEmail },
    })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .where(ids ? and(whereOf({ businessId: filter.businessId }), isOneOf(disputes.id, ids)) : whereOf(filter))
    .orderBy(...ORDERS[sort])
    .limit(limit)
    .offset(offset)
}

/** Returns the ids of all disputes that a filter leaves, in the order of the list. */
export function listDisputeIds(db: Db, filter: DisputeFilter, sort: keyof typeof ORDERS = '-openedAt'): Promise<string[]> {
  const matching = db.select({ id: disputes.id }).from(disputes).innerJoin(orders, eq(orders.id, disputes.orderId))
  return readIds(db, matching.where(whereOf(filter)).orderBy(...ORDERS[sort]))
}

/** Number of disputes that a filter leaves. */
export async function countDisputes(db: Db, filter: DisputeFilter): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .where(whereOf(filter))
  return row?.total ?? 0
}
