import { and, asc, count, desc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import { type OrderStatus, OWED_STATUSES } from '#domain/order.ts'
import { paidByTransfer } from '#server/orders/order-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import {
  bankFiles,
  bankTransfers,
  documents,
  orderLines,
  orders,
  payments,
  returns,
  sellerOrders,
  users,
} from '#server/platform/db/schema.ts'

export type BankTransferRow = typeof bankTransfers.$inferSelect
export type NewTransfer = Pick<BankTransferRow, 'key' | 'bookedOn' | 'currency' | 'amountCents' | 'name' | 'text'>

/** Files that are listed. */
const SHOWN = 100

/** Stores a file, once. @returns its id, and whether it is new */
export async function insertBankFile(tx: Db, file: typeof bankFiles.$inferInsert): Promise<{ id: string; isNew: boolean }> {
  const [row] = await tx.insert(bankFiles).values(file).onConflictDoNothing().returning({ id: bankFiles.id })
  if (row) return { id: row.id, isNew: true }
  const [known] = await tx.select({ id: bankFiles.id }).from(bankFiles).where(eq(bankFiles.sha256, file.sha256))
  if (!known) throw new Error('The file was not stored')
  return { id: known.id, isNew: false }
}

/**
 * Stores the transfers of a file that no file has had before, in the order of their keys, so that two files at once do not wait for each
 * other.
 */
export async function insertTransfers(tx: Db, fileId: string, transfers: readonly NewTransfer[]): Promise<void> {
  const sorted = transfers.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  for (let at = 0; at < sorted.length; at += 1000) {
    const values = sorted.slice(at, at + 1000).map((transfer) => ({ ...transfer, fileId }))
    await tx.insert(bankTransfers).values(values).onConflictDoNothing({ target: bankTransfers.key })
  }
}

const summaries = (db: Db) =>
  db
    .select({
      id: bankFiles.id,
      name: bankFiles.name,
      by: users.name,
      createdAt: bankFiles.createdAt,
      transferCount: count(bankTransfers.id),
      waitingCount: sql<number>`(count(*) filter (where ${bankTransfers.state} = 'waiting'))::int`,
    })
    .from(bankFiles)
    .leftJoin(users, eq(users.id, bankFiles.actorId))
    .leftJoin(bankTransfers, eq(bankTransfers.fileId, bankFiles.id))
    .groupBy(bankFiles.id, users.name)

/** Lists the newest files with the number of their transfers. */
export const listBankFiles = (db: Db) => summaries(db).orderBy(desc(bankFiles.createdAt), desc(bankFiles.id)).limit(SHOWN)

/** Returns a file with the number of its transfers; null where there is none. */
export async function findBankFile(db: Db, id: string) {
  const [row] = await summaries(db).where(eq(bankFiles.id, id))
  return row ?? null
}

/** Returns whether there is such a file. */
export const hasBankFile = async (db: Db, id: string): Promise<boolean> => (await db.$count(bankFiles, eq(bankFiles.id, id))) > 0

/** Lists the transfers of a file: what waits first, then by day. */
export function listTransfers(db: Db, fileId: string): Promise<BankTransferRow[]> {
  return db
    .select()
    .from(bankTransfers)
    .where(eq(bankTransfers.fileId, fileId))
    .orderBy(sql`${bankTransfers.state} <> 'waiting'`, asc(bankTransfers.bookedOn), asc(bankTransfers.id))
}

/** Locks a transfer of a file; null where there is none. */
export async function lockTransfer(tx: Db, fileId: string, id: string): Promise<BankTransferRow | null> {
  const [row] = await tx
    .select()
    .from(bankTransfers)
    .where(and(eq(bankTransfers.id, id), eq(bankTransfers.fileId, fileId)))
    .for('no key update')
  return row ?? null
}

/** Stores what staff decided about a locked transfer. */
export async function decideTransfer(
  tx: Db,
  id: string,
  decision: Pick<BankTransferRow, 'state' | 'actorId' | 'decidedAt'>,
): Promise<void> {
  await tx.update(bankTransfers).set(decision).where(eq(bankTransfers.id, id))
}

/** Beginning of the reference of the payments of a transfer. */
export const transferReference = (id: string): string => `Bank file ${id.slice(0, 13)}`

/** Lists the orders that transfers paid, by the reference of the transfer. */
export async function listPaidOrders(
  db: Db,
  transferIds: readonly string[],
): Promise<{ reference: string; id: string; number: string; customer: string }[]> {
  if (transferIds.length === 0) return []
  const reference = sql<string>`split_part(${payments.reference}, ',', 1)`
  return db
    .select({ reference, id: orders.id, number: orders.number, customer: orders.userName })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(payments.kind, 'payment'), eq(payments.method, 'bank_transfer'), inArray(reference, transferIds.map(transferReference))))
}

/** Finds what was recorded of another file that looks like one of these transfers: the same amount, day, and payer or text. */
export async function listTwins(db: Db, fileId: string): Promise<Set<string>> {
  const other = alias(bankTransfers, 'other')
  const plain = (text: AnyPgColumn) => sql`regexp_replace(lower(${text}), '[^[:alnum:]]', '', 'g')`
  const isSame = (own: AnyPgColumn, one: AnyPgColumn) => sql`(${own} <> '' and ${plain(own)} = ${plain(one)})`
  const rows = await db
    .selectDistinct({ id: bankTransfers.id })
    .from(bankTransfers)
    .innerJoin(
      other,
      and(
        ne(other.fileId, bankTransfers.fileId),
        eq(other.bookedOn, bankTransfers.bookedOn),
        eq(other.currency, bankTransfers.currency),
        eq(other.amountCents, bankTransfers.amountCents),
        eq(other.state, 'recorded'),
        or(isSame(bankTransfers.name, other.name), isSame(bankTransfers.text, other.text)),
      ),
    )
    .where(and(eq(bankTransfers.fileId, fileId), eq(bankTransfers.state, 'waiting')))
  return new Set(rows.map(({ id }) => id))
}

/** Lists the Pay Later orders that are not paid in full, with their seller orders and the numbers of their invoices. */
export async function listOpenOrders(db: Db) {
  const isOpen = and(paidByTransfer, inArray(orders.paymentStatus, [...OWED_STATUSES]), ne(orders.status, 'cancelled'))
  const open = await db.select().from(orders).where(isOpen).orderBy(asc(orders.createdAt), asc(orders.id))
  const ids = db.select({ id: orders.id }).from(orders).where(isOpen)
  const parts = await db.select().from(sellerOrders).where(inArray(sellerOrders.orderId, ids))
  const labels = await db
    .select({ orderId: documents.orderId, label: documents.label })
    .from(documents)
    .where(and(eq(documents.kind, 'invoice'), inArray(documents.orderId, ids)))
  const returned = and(inArray(returns.orderId, ids), eq(returns.status, 'refunded'), isNull(returns.refundId))
  const taxed = and(inArray(orderLines.orderId, ids), isNotNull(orderLines.taxReturnedCents))
  const credited = await db
    .select({ id: returns.orderId })
    .from(returns)
    .where(returned)
    .union(db.select({ id: orderLines.orderId }).from(orderLines).where(taxed))
  const creditedIds = new Set(credited.map(({ id }) => id))
  const [partsOf, labelsOf] = [Map.groupBy(parts, ({ orderId }) => orderId), Map.groupBy(labels, ({ orderId }) => orderId)]
  return open.map((order) => ({
    order,
    parts: (partsOf.get(order.id) ?? []) satisfies { status: OrderStatus }[],
    invoices: (labelsOf.get(order.id) ?? []).map(({ label }) => label),
    /** Something came back before it was paid, or VAT was returned: less is due. */
    hasCredit: creditedIds.has(order.id),
  }))
}
