import { and, asc, eq, exists, gte, isNotNull, isNull, lt, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { UserRow } from '#server/identity/auth/user-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { orders, outbox, users } from '#server/platform/db/schema.ts'
import { MAX_ATTEMPTS } from '#server/platform/mail/queued-mails.ts'

/** Key of the email that announces the deletion: one for each time that an account falls asleep. */
const KEY = sql`'account-inactive:' || ${users.id} || ':' || to_char(${users.lastSignedInAt} at time zone 'UTC', 'YYYY-MM-DD')`

/** Returns the key of the email that announces the deletion of an account. */
export const noticeKey = ({ id, lastSignedInAt }: Pick<UserRow, 'id' | 'lastSignedInAt'>): string =>
  `account-inactive:${id}:${lastSignedInAt.toISOString().slice(0, 10)}`

/** Condition: a customer without an order who has not signed in since `day`. Staff and sellers are looked after by staff. */
const isInactive = (db: Db, day: Date): SQL | undefined =>
  and(
    eq(users.role, 'customer'),
    ne(users.status, 'Deleted'),
    isNull(users.businessId),
    lt(users.lastSignedInAt, day),
    notExists(db.select({ id: orders.id }).from(orders).where(eq(orders.userId, users.id))),
  )

const noticeOf = (db: Db, more?: SQL) =>
  db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.dedupeKey, KEY), more))

/** Returns users who are inactive since `day` and have no email about it yet, locked, at most `limit`. */
export async function lockUnannounced(tx: Db, day: Date, limit: number): Promise<UserRow[]> {
  return tx
    .select()
    .from(users)
    .where(and(isInactive(tx, day), notExists(noticeOf(tx))))
    .orderBy(asc(users.id))
    .limit(limit)
    .for('no key update')
}

/**
 * Returns users who are inactive since `day`, locked, at most `limit`. Their email about it was written before `noticedBy`, and has been
 * sent or could not be.
 */
export async function lockAnnounced(tx: Db, { day, noticedBy }: { day: Date; noticedBy: Date }, limit: number): Promise<UserRow[]> {
  const isThere = and(lt(outbox.createdAt, noticedBy), or(isNotNull(outbox.sentAt), gte(outbox.attempts, MAX_ATTEMPTS)))
  return tx
    .select()
    .from(users)
    .where(and(isInactive(tx, day), exists(noticeOf(tx, isThere))))
    .orderBy(asc(users.id))
    .limit(limit)
    .for('no key update')
}
