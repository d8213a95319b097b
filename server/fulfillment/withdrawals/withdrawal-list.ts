import { hash } from 'node:crypto'
import { and, asc, count, desc, eq, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { WithdrawalQuery } from '#contract/fulfillment/withdrawals.ts'
import { normalizeEmail } from '#domain/user.ts'
import { WITHDRAWAL_PREFIX } from '#domain/withdrawal.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isOneOf, type ListPart, readIds } from '#server/platform/db/read-ids.ts'
import { orders, returns, withdrawals } from '#server/platform/db/schema.ts'
import { takeLock } from '#server/platform/db/take-lock.ts'
import { freeNumber } from '#server/platform/db/take-number.ts'
import { normalizedWriting } from '#server/platform/text/normalized-columns.ts'
import { likeAnywhere, searchWords } from '#server/platform/text/search-text.ts'

export type WithdrawalRow = typeof withdrawals.$inferSelect

/** A withdrawal with the number of its order; null while it has none. */
export interface WithdrawalRecord {
  row: WithdrawalRow
  foundNumber: string | null
}

const searched = normalizedWriting(
  sql`concat_ws(' ', ${withdrawals.number}, ${withdrawals.orderNumber}, ${withdrawals.name}, ${withdrawals.email})`,
)

const matches = ({ status, search }: WithdrawalQuery): SQL | undefined =>
  and(
    isNotNull(withdrawals.receivedAt),
    status && inArray(withdrawals.status, status),
    ...searchWords(search).flatMap(({ readings }) => readings.map((word) => sql`${searched} like ${likeAnywhere(word)}`)),
  )

const orderOf = ({ sort }: WithdrawalQuery) =>
  sort === 'receivedAt' ? [asc(withdrawals.receivedAt), asc(withdrawals.id)] : [desc(withdrawals.receivedAt), desc(withdrawals.id)]

const selected = (db: Db) =>
  db.select({ row: withdrawals, foundNumber: orders.number }).from(withdrawals).leftJoin(orders, eq(orders.id, withdrawals.orderId))

/** Returns the ids of all withdrawals that match, in the order of the list. */
export function listWithdrawalIds(db: Db, filter: WithdrawalQuery): Promise<string[]> {
  return readIds(
    db,
    db
      .select({ id: withdrawals.id })
      .from(withdrawals)
      .where(matches(filter))
      .orderBy(...orderOf(filter)),
  )
}

/** Returns a part of the confirmed withdrawals, newest first by default. */
export function listWithdrawals(db: Db, filter: WithdrawalQuery, { limit, offset, ids }: ListPart): Promise<WithdrawalRecord[]> {
  return selected(db)
    .where(ids ? isOneOf(withdrawals.id, ids) : matches(filter))
    .orderBy(...orderOf(filter))
    .limit(limit)
    .offset(offset)
}

/** Returns the number of confirmed withdrawals that match. */
export function countWithdrawals(db: Db, filter: WithdrawalQuery): Promise<number> {
  return db.$count(withdrawals, matches(filter))
}

/** Returns a confirmed withdrawal; null where there is none. */
export async function findWithdrawal(db: Db, id: string): Promise<WithdrawalRecord | null> {
  const [record] = await selected(db).where(and(eq(withdrawals.id, id), isNotNull(withdrawals.receivedAt)))
  return record ?? null
}

/** Returns a withdrawal, confirmed or not, locked until the transaction ends; null where there is none. */
export async function lockWithdrawal(tx: Db, id: string): Promise<WithdrawalRow | null> {
  const [row] = await tx.select().from(withdrawals).where(eq(withdrawals.id, id)).for('update')
  return row ?? null
}

/** Stores a statement that waits for its confirmation. @returns its id */
export async function insertWithdrawal(db: Db, row: typeof withdrawals.$inferInsert): Promise<string> {
  const [inserted] = await db.insert(withdrawals).values(row).returning({ id: withdrawals.id })
  if (!inserted) throw new Error('no withdrawal')
  return inserted.id
}

/** Changes a withdrawal that the caller has locked, and its version. */
export async function updateWithdrawal(tx: Db, id: string, change: Partial<typeof withdrawals.$inferInsert>): Promise<void> {
  await tx
    .update(withdrawals)
    .set({ ...change, version: sql`${withdrawals.version} + 1` })
    .where(eq(withdrawals.id, id))
}

/** Locks an address for withdrawals until the transaction ends. */
export async function lockRecipient(tx: Db, email: string): Promise<void> {
  await takeLock(tx, `withdrawal:${hash('sha256', normalizeEmail(email), 'base64url')}`)
}

/** Returns the number of withdrawals with this address that were received after `since`. */
export function countReceived(tx: Db, email: string, since: Date): Promise<number> {
  return tx.$count(withdrawals, and(gt(withdrawals.receivedAt, since), eq(sql`lower(${withdrawals.email})`, normalizeEmail(email))))
}

/** Returns a number for a withdrawal that is received. */
export const newWithdrawalNumber = (tx: Db): Promise<string> => freeNumber(tx, WITHDRAWAL_PREFIX, withdrawals.number)

/** Ends an accepted withdrawal once none of its returns waits for a refund. @returns false while one does */
export async function endWithdrawal(tx: Db, id: string): Promise<boolean> {
  const [open] = await tx
    .select({ count: count() })
    .from(returns)
    .where(and(eq(returns.withdrawalId, id), inArray(returns.status, ['requested', 'approved', 'received'])))
  if (Number(open?.count) > 0) return false
  const ended = await tx
    .update(withdrawals)
    .set({ status: 'refunded', version: sql`${withdrawals.version} + 1` })
    .where(and(eq(withdrawals.id, id), eq(withdrawals.status, 'accepted')))
    .returning({ id: withdrawals.id })
  return ended.length > 0
}

/** Returns the withdrawals that were received in a time and wait for their refund, oldest first. */
export function listUnrefunded(db: Db, { from, to }: { from: Date; to: Date }): Promise<WithdrawalRecord[]> {
  return selected(db)
    .where(
      and(
        sql`${withdrawals.receivedAt} between ${from.toISOString()} and ${to.toISOString()}`,
        inArray(withdrawals.status, ['received', 'accepted']),
      ),
    )
    .orderBy(asc(withdrawals.receivedAt))
}
