import { and, asc, desc, eq, getTableColumns, ilike, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { countryCodeOf } from '#domain/country-codes.ts'
import { countryNameOf } from '#domain/country-name.ts'
import type { ReturnStatus } from '#domain/return-request.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isOneOf, type ListPart, readIds } from '#server/platform/db/read-ids.ts'
import {
  businesses,
  exchanges,
  mediaFiles,
  orderLines,
  orders,
  refunds,
  returnLines,
  returns,
  sellerOrders,
  withdrawals,
} from '#server/platform/db/schema.ts'

type ReturnRow = typeof returns.$inferSelect

/** A line of a return with the product as it was sold. */
interface ReturnLineRow {
  lineId: string
  productId: string
  slug: string
  name: string
  image: string
  quantity: number
  amountCents: number
  isRestocked: boolean
}

/**
 * A return with its lines. `refundedCents` null: nothing was refunded for it; `exchangedCents` of it, which were not sent, paid for the
 * order of an exchange.
 */
export interface ReturnRecord {
  row: ReturnRow
  order: Pick<typeof orders.$inferSelect, 'number' | 'currency' | 'userName' | 'userEmail'>
  businessName: string
  refundedCents: number | null
  exchangedCents: number | null
  /** The order of an exchange; null where nothing was exchanged. */
  exchange: { orderId: string; orderNumber: string } | null
  /** The withdrawal that it follows from; null for a voluntary return. */
  withdrawal: { number: string | null; receivedAt: Date | null } | null
  lines: ReturnLineRow[]
}

/** Returns of one customer, returns to one business, or all (null: staff). */
export type ReturnScope = { userId: string } | { businessId: string } | null

/** Filter, order and page of returns. */
export type ReturnFilter = {
  scope: ReturnScope
  orderId?: string | undefined
  businessId?: string | undefined
  status?: ReturnStatus | undefined
  search?: string | undefined
  sort?: 'createdAt' | '-createdAt' | undefined
} & ListPart

const within = (scope: ReturnScope): SQL | undefined => {
  if (scope === null) return undefined
  return 'userId' in scope ? eq(returns.userId, scope.userId) : eq(returns.businessId, scope.businessId)
}

function matches(search: string): SQL | undefined {
  const words = search.split(/\s+/).filter(Boolean)
  return and(
    ...words.map((word) => {
      const anywhere = `%${word.replace(/[\\%_]/g, '\\$&')}%`
      return or(ilike(returns.number, anywhere), ilike(orders.userName, anywhere), ilike(sellerOrders.businessName, anywhere))
    }),
  )
}

const whereOf = ({ scope, orderId, businessId, status, search }: Omit<ReturnFilter, keyof ListPart>) =>
  and(
    within(scope),
    orderId === undefined ? undefined : eq(returns.orderId, orderId),
    businessId === undefined ? undefined : eq(returns.businessId, businessId),
    status && eq(returns.status, status),
    search ? matches(search) : undefined,
  )

const replacement = alias(orders, 'replacement')

const joined = (db: Db) =>
  db
    .select({
      row: getTableColumns(returns),
      order: { number: orders.number, currency: orders.currency, userName: orders.userName, userEmail: orders.userEmail },
      businessName: sellerOrders.businessName,
      refundedCents: refunds.amountCents,
      exchangedCents: refunds.exchangedCents,
      exchange: { orderId: replacement.id, orderNumber: replacement.number },
      withdrawal: { number: withdrawals.number, receivedAt: withdrawals.receivedAt },
    })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .innerJoin(sellerOrders, and(eq(sellerOrders.orderId, returns.orderId), eq(sellerOrders.businessId, returns.businessId)))
    .leftJoin(refunds, eq(refunds.id, returns.refundId))
    .leftJoin(withdrawals, eq(withdrawals.id, returns.withdrawalId))
    .leftJoin(exchanges, eq(exchanges.returnId, returns.id))
    .leftJoin(replacement, eq(replacement.id, exchanges.orderId))

const orderOf = ({ sort }: Pick<ReturnFilter, 'sort'>) =>
  sort === 'createdAt' ? [asc(returns.createdAt), asc(returns.id)] : [desc(returns.createdAt), desc(returns.id)]

/** Returns the ids of all returns that match, in the order of the list. */
export function listReturnIds(db: Db, filter: Omit<ReturnFilter, keyof ListPart>): Promise<string[]> {
  const matching = db
    .select({ id: returns.id })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .innerJoin(sellerOrders, and(eq(sellerOrders.orderId, returns.orderId), eq(sellerOrders.businessId, returns.businessId)))
    .where(whereOf(filter))
  return readIds(db, matching.orderBy(...orderOf(filter)))
}

/** A part of the returns with their lines. */
export async function readReturns(db: Db, filter: ReturnFilter): Promise<ReturnRecord[]> {
  const chosen = filter.ids && and(within(filter.scope), isOneOf(returns.id, filter.ids))
  const rows = await joined(db)
    .where(chosen ?? whereOf(filter))
    .orderBy(...orderOf(filter))
    .limit(filter.limit)
    .offset(filter.offset)
  const ids = rows.map(({ row }) => row.id)
  const lines = await linesOf(db, ids)
  return rows.map((record) => ({ ...record, lines: lines.get(record.row.id) ?? [] }))
}

/** Number of returns that a filter leaves. */
export async function countReturns(db: Db, filter: ReturnFilter): Promise<number> {
  const [row] = await db
    .select({ count: sql<string>`count(*)` })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .innerJoin(sellerOrders, and(eq(sellerOrders.orderId, returns.orderId), eq(sellerOrders.businessId, returns.businessId)))
    .where(whereOf(filter))
  return Number(row?.count ?? 0)
}

async function linesOf(db: Db, ids: string[]): Promise<Map<string, ReturnLineRow[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      returnId: returnLines.returnId,
      lineId: returnLines.lineId,
      productId: sql<string>`coalesce(${orderLines.productId}, ${orderLines.id})`,
      slug: orderLines.slug,
      name: orderLines.name,
      image: orderLines.image,
      quantity: returnLines.quantity,
      amountCents: returnLines.amountCents,
      isRestocked: returnLines.isRestocked,
    })
    .from(returnLines)
    .innerJoin(orderLines, eq(orderLines.id, returnLines.lineId))
    .where(inArray(returnLines.returnId, ids))
    .orderBy(asc(orderLines.position))
  return Map.groupBy(rows, ({ returnId }) => returnId)
}

/** One return within the scope; null where there is none. */
export async function findReturn(db: Db, id: string, scope: ReturnScope): Promise<ReturnRecord | null> {
  const [record] = await joined(db).where(and(eq(returns.id, id), within(scope)))
  return record ? { ...record, lines: (await linesOf(db, [id])).get(id) ?? [] } : null
}

/** Checks if there is such a return within the scope. */
export async function hasReturn(db: Db, id: string, scope: ReturnScope): Promise<boolean> {
  return (await db.$count(returns, and(eq(returns.id, id), within(scope)))) > 0
}

/** Number of returns of an order, declined ones included. */
export function countOfOrder(tx: Db, orderId: string): Promise<number> {
  return tx.$count(returns, eq(returns.orderId, orderId))
}

/** Stores a return with its lines. @returns its id */
export async function insertReturn(
  tx: Db,
  row: typeof returns.$inferInsert,
  lines: readonly { lineId: string; quantity: number; amountCents: number }[],
): Promise<string> {
  const [inserted] = await tx.insert(returns).values(row).returning({ id: returns.id })
  if (!inserted) throw new Error('no return')
  await tx.insert(returnLines).values(lines.map((line) => ({ ...line, returnId: inserted.id })))
  return inserted.id
}

/** Changes a return; its order is locked. */
export async function updateReturn(tx: Db, id: string, change: Partial<typeof returns.$inferInsert>): Promise<void> {
  await tx
    .update(returns)
    .set({ ...change, version: sql`${returns.version} + 1` })
    .where(eq(returns.id, id))
}

/** Stores the order that is sent in exchange for a return. */
export async function insertExchange(tx: Db, exchange: typeof exchanges.$inferInsert): Promise<void> {
  await tx.insert(exchanges).values(exchange)
}

/** Marks the lines of a return as back in stock. */
export async function markRestocked(tx: Db, returnId: string): Promise<void> {
  await tx.update(returnLines).set({ isRestocked: true }).where(eq(returnLines.returnId, returnId))
}

/** Lists the returns of an order that were settled while nothing was paid: once it is, their worth is owed to the buyer. */
export async function listCredits(tx: Db, orderId: string): Promise<ReturnRecord[]> {
  const rows = await joined(tx)
    .where(and(eq(returns.orderId, orderId), eq(returns.status, 'refunded'), isNull(returns.refundId)))
    .orderBy(asc(returns.createdAt))
  const lines = await linesOf(
    tx,
    rows.map(({ row }) => row.id),
  )
  return rows.map((record) => ({ ...record, lines: lines.get(record.row.id) ?? [] }))
}

/** Number of these pictures that the user uploaded for a return. */
export function countOwnPhotos(db: Db, userId: string, urls: readonly string[]): Promise<number> {
  return db.$count(mediaFiles, and(inArray(mediaFiles.url, [...urls]), eq(mediaFiles.userId, userId), eq(mediaFiles.purpose, 'return')))
}

/** Address that products go back to, one line each: the one that a seller sends from, else its own; '' when there is none. */
export async function findReturnAddress(db: Db, id: string): Promise<string> {
  const { name, address, city, postalCode, country, dispatch } = businesses
  const [row] = await db.select({ name, address, city, postalCode, country, dispatch }).from(businesses).where(eq(businesses.id, id))
  if (!row) return ''
  const from = row.dispatch ?? row
  const code = countryCodeOf(from.country) // a profile names its country, a dispatch address has the code
  return [row.name, from.address, [from.postalCode, from.city].filter(Boolean).join(' '), code ? countryNameOf(code) : from.country]
    .filter(Boolean)
    .join('\n')
}

/** Returns the shipping that other returns of a seller order have refunded, in cents. */
export async function readRefundedShipping(
  tx: Db,
  { id, orderId, businessId }: Pick<ReturnRow, 'id' | 'orderId' | 'businessId'>,
): Promise<number> {
  const [row] = await tx
    .select({ cents: sql<string | null>`sum(${returns.shippingCents})` })
    .from(returns)
    .where(and(eq(returns.orderId, orderId), eq(returns.businessId, businessId), ne(returns.id, id)))
  return Number(row?.cents ?? 0)
}

/** Returns the units, by the keys of the lines (`lineKey`), that the returns of a withdrawal are about. */
export async function readWithdrawnUnits(db: Db, withdrawalId: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ key: sql<string>`coalesce(${orderLines.productId}, ${orderLines.id})`, quantity: sql<string>`sum(${returnLines.quantity})` })
    .from(returnLines)
    .innerJoin(returns, eq(returns.id, returnLines.returnId))
    .innerJoin(orderLines, eq(orderLines.id, returnLines.lineId))
    .where(eq(returns.withdrawalId, withdrawalId))
    .groupBy(orderLines.id)
  return new Map(rows.map(({ key, quantity }) => [key, Number(quantity)]))
}

/** Email address of a seller; '' when there is none. */
export async function findBusinessEmail(db: Db, id: string): Promise<string> {
  const [row] = await db.select({ email: businesses.email }).from(businesses).where(eq(businesses.id, id))
  return row?.email ?? ''
}
