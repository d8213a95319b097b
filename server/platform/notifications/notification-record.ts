import { and, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { notifications, users } from '#server/platform/db/schema.ts'

/** Who is told: one user, everybody of a seller, all staff, or the super admins alone. */
export type Audience = { userId: string } | { businessId: string } | 'staff' | 'super-admins'

/** What the bell says: a title, a sentence (may be empty) and the path of the screen that it is about. */
export interface Notice {
  audience: Audience
  kind: string
  title: string
  text?: string
  path: string
  /** The same key is told once to each person. */
  dedupeKey: string
  at: Date
}

/** A notification as it is stored; `readAt` null: unread. */
export type NoticeRow = typeof notifications.$inferSelect

/** Somebody who is told. */
export type Reader = Pick<typeof users.$inferSelect, 'id' | 'name' | 'email' | 'role' | 'businessId'>

function within(audience: Audience): SQL | undefined {
  if (audience === 'staff') return inArray(users.role, ['application_admin', 'super_admin'])
  if (audience === 'super-admins') return eq(users.role, 'super_admin')
  if ('userId' in audience) return eq(users.id, audience.userId)
  return and(eq(users.role, 'business_admin'), eq(users.businessId, audience.businessId))
}

function isWithin({ id, role, businessId }: Reader, audience: Audience): boolean {
  if (audience === 'staff') return role === 'application_admin' || role === 'super_admin'
  if (audience === 'super-admins') return role === 'super_admin'
  return 'userId' in audience ? id === audience.userId : role === 'business_admin' && businessId === audience.businessId
}

/**
 * Tells everybody of each notice's audience who may sign in, in the transaction of what happened: one reading and one writing for all.
 * @returns everybody who was told anything
 */
export async function notifyAll(tx: Db, notices: readonly Notice[]): Promise<Reader[]> {
  if (notices.length === 0) return []
  const { id, name, email, role, businessId } = users
  const readers = await tx.select({ id, name, email, role, businessId }).from(users).where(recipientsOf(notices))
  await insertNotices(tx, notices, readers)
  return readers
}

/** Condition on users: everybody of the audiences who may sign in. */
const recipientsOf = (notices: readonly Notice[]): SQL | undefined =>
  and(or(...notices.map(({ audience }) => within(audience))), eq(users.status, 'Active'))

/** The rows of the notifications for these readers, each what is meant for them. */
export function noticeRows(notices: readonly Notice[], readers: readonly Reader[]): (typeof notifications.$inferInsert)[] {
  return notices.flatMap(({ audience, at, text = '', ...notice }) =>
    readers.filter((reader) => isWithin(reader, audience)).map((reader) => ({ ...notice, text, userId: reader.id, createdAt: at })),
  )
}

/** Notifies these readers; a dedupe key that one has already is skipped. */
export async function insertNotices(tx: Db, notices: readonly Notice[], readers: readonly Reader[]): Promise<void> {
  const rows = noticeRows(notices, readers)
  if (rows.length > 0) await tx.insert(notifications).values(rows).onConflictDoNothing()
}

/** Tells everybody of the audience who may sign in, in the transaction of what happened. */
export async function notify(tx: Db, notice: Notice): Promise<void> {
  await notifyAll(tx, [notice])
}

const isOwn = (userId: string, isUnread: boolean) =>
  and(eq(notifications.userId, userId), isUnread ? isNull(notifications.readAt) : undefined)

/** One page of a user's own notifications, the newest first, and how many there are. */
export async function listNotices(
  db: Db,
  userId: string,
  { unreadOnly, limit, offset }: { unreadOnly: boolean; limit: number; offset: number },
): Promise<{ rows: NoticeRow[]; total: number }> {
  const own = isOwn(userId, unreadOnly)
  const total = await db.$count(notifications, own)
  const rows = await db.select().from(notifications).where(own).orderBy(desc(notifications.id)).limit(limit).offset(offset)
  return { rows, total }
}

/** How many of a user's notifications are unread. */
export function countUnread(db: Db, userId: string): Promise<number> {
  return db.$count(notifications, isOwn(userId, true))
}

/** Marks these of a user's own notifications as read, all of them with null; other people's are left alone. */
export async function markRead(db: Db, userId: string, ids: readonly number[] | null, at: Date): Promise<void> {
  await db
    .update(notifications)
    .set({ readAt: at })
    .where(and(isOwn(userId, true), ids ? inArray(notifications.id, [...ids]) : undefined))
}

/** Forgets notifications from before `day`, at most `limit`. @returns how many */
export async function deleteOldNotices(tx: Db, day: Date, limit: number): Promise<number> {
  const old = tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(sql`${notifications.createdAt} < ${day.toISOString()}::timestamptz`)
  const gone = await tx
    .delete(notifications)
    .where(inArray(notifications.id, old.limit(limit)))
    .returning({ id: notifications.id })
  return gone.length
}
