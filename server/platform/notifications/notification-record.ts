import { and, arrayOverlaps, desc, eq, inArray, isNull, like, or, type SQL } from 'drizzle-orm'
import { dutiesWith, mayAct, type PermissionKey } from '#domain/permissions.ts'
import type { MemberKind } from '#domain/team.ts'
import type { Db } from '#server/platform/db/client.ts'
import { businessMembers, notifications, users } from '#server/platform/db/schema.ts'
import type { UnitOfWork } from '#server/platform/db/unit-of-work.ts'
import type { Actor } from '#server/platform/http/actor.ts'

/**
 * Recipients of a notification: one user (about a business, or none), all users of a business or its owners, staff with a key, or super
 * admins only.
 */
type Audience =
  | { userId: string; businessId?: string | null }
  | { businessId: string; kind?: Extract<MemberKind, 'owner'> }
  | { staff: PermissionKey }
  | 'super-admins'

/** A notification: a title, a sentence (may be empty) and the path of the screen it is about. */
export interface NewNotification {
  audience: Audience
  kind: string
  title: string
  text?: string
  path: string
  /** A recipient gets only one notification with the same key. */
  dedupeKey: string
  at: Date
  /** It says what its reader knows already: listed, and not counted by the bell. */
  isRead?: boolean
}

/** A notification as stored; `readAt` null: unread. */
export type NotificationRow = typeof notifications.$inferSelect

/** A recipient of a notification: a person, once for each business by which they are one. */
export type Recipient = Pick<typeof users.$inferSelect, 'id' | 'name' | 'email' | 'role' | 'duties'> & {
  businessId: string | null
  /** Read where an audience is owners only. */
  kind?: MemberKind | null
}

const businessOf = (audience: Audience) =>
  typeof audience === 'object' && 'businessId' in audience ? (audience.businessId ?? undefined) : undefined

function within(audience: Audience): SQL | undefined {
  if (audience === 'super-admins') return eq(users.role, 'super_admin')
  if ('userId' in audience) return eq(users.id, audience.userId)
  if ('staff' in audience) {
    const hasKey = and(eq(users.role, 'application_admin'), arrayOverlaps(users.duties, dutiesWith(audience.staff)))
    return or(eq(users.role, 'super_admin'), hasKey)
  }
  const isMember = and(eq(users.role, 'business_admin'), eq(businessMembers.businessId, audience.businessId))
  return audience.kind ? and(isMember, eq(businessMembers.kind, audience.kind)) : isMember
}

function isWithin({ id, role, duties, businessId, kind }: Recipient, audience: Audience): boolean {
  if (audience === 'super-admins') return role === 'super_admin'
  if ('staff' in audience) return mayAct({ role, duties }, audience.staff)
  if ('userId' in audience) return id === audience.userId
  return role === 'business_admin' && businessId === audience.businessId && (!audience.kind || kind === audience.kind)
}

/**
 * Notifies the active users of each notification's audience. Must run in the transaction of the event.
 * @returns all recipients
 */
export async function notifyAll(tx: Db, entries: readonly NewNotification[]): Promise<Recipient[]> {
  if (entries.length === 0) return []
  const { id, name, email, role, duties } = users
  const { userId, businessId, kind } = businessMembers
  const sellers = entries.flatMap(({ audience }) => businessOf(audience) ?? [])
  const recipients = await tx
    .select({ id, name, email, role, duties, businessId, kind })
    .from(users)
    .leftJoin(businessMembers, and(eq(userId, id), inArray(businessId, sellers)))
    .where(recipientsOf(entries))
  await insertNotifications(tx, entries, recipients)
  return recipients
}

/** Condition on users: everybody of the audiences who may sign in. */
const recipientsOf = (entries: readonly NewNotification[]): SQL | undefined =>
  and(or(...entries.map(({ audience }) => within(audience))), eq(users.status, 'Active'))

/** The rows of the notifications for these recipients, each what is meant for them. */
function notificationRows(entries: readonly NewNotification[], recipients: readonly Recipient[]): (typeof notifications.$inferInsert)[] {
  const first = new Map(recipients.toReversed().map(({ id, businessId }) => [id, businessId]))
  return entries.flatMap(({ audience, at, text = '', isRead = false, dedupeKey, ...notification }) =>
    recipients
      .filter((recipient) => isWithin(recipient, audience))
      .map(({ id, businessId }) => ({
        ...notification,
        // who is notified for a second business as well has a key for each
        dedupeKey: first.get(id) === businessId ? dedupeKey : `${dedupeKey}:${businessId}`,
        text,
        userId: id,
        createdAt: at,
        ...(businessOf(audience) && { businessId: businessOf(audience) }),
        ...(isRead && { readAt: at }),
      })),
  )
}

/** Notifies these recipients; a dedupe key that one has already is skipped. */
export async function insertNotifications(tx: Db, entries: readonly NewNotification[], recipients: readonly Recipient[]): Promise<void> {
  const rows = notificationRows(entries, recipients)
  if (rows.length > 0) await tx.insert(notifications).values(rows).onConflictDoNothing()
}

/** Deletes what the bell of a user has about the back office. */
export async function deleteOfficeNotifications(tx: Db, userId: string): Promise<void> {
  await tx.delete(notifications).where(and(eq(notifications.userId, userId), like(notifications.path, '/admin%')))
}

/** As `insertNotifications`, as a part of what `work` writes. */
export const addNotifications = (work: UnitOfWork, entries: readonly NewNotification[], recipients: readonly Recipient[]): void =>
  work.insert(notifications, notificationRows(entries, recipients), { onConflict: 'ignore' })

/** Notifies the active users of an audience. Must run in the transaction of the event. */
export async function notify(tx: Db, notification: NewNotification): Promise<void> {
  await notifyAll(tx, [notification])
}

/** Reader of notifications: those meant for people of a business are shown while the reader acts for it. */
type Reader = Pick<Actor, 'userId' | 'businessId'>

const isOwn = ({ userId, businessId }: Reader, isUnread: boolean) =>
  and(
    eq(notifications.userId, userId),
    isUnread ? isNull(notifications.readAt) : undefined,
    or(isNull(notifications.businessId), businessId === null ? undefined : eq(notifications.businessId, businessId)),
  )

/** Returns one page of a reader's notifications, newest first, and their number. */
export async function listNotifications(
  db: Db,
  reader: Reader,
  { unreadOnly, limit, offset }: { unreadOnly: boolean; limit: number; offset: number },
): Promise<{ rows: NotificationRow[]; total: number }> {
  const own = isOwn(reader, unreadOnly)
  const total = await db.$count(notifications, own)
  const rows = await db.select().from(notifications).where(own).orderBy(desc(notifications.id)).limit(limit).offset(offset)
  return { rows, total }
}

/** Returns the number of a reader's unread notifications. */
export function countUnread(db: Db, reader: Reader): Promise<number> {
  return db.$count(notifications, isOwn(reader, true))
}

/** Marks a reader's notifications as read, all of them if `ids` is null. Ignores those of others. */
export async function markRead(db: Db, reader: Reader, ids: readonly number[] | null, at: Date): Promise<void> {
  await db
    .update(notifications)
    .set({ readAt: at })
    .where(and(isOwn(reader, true), ids ? inArray(notifications.id, [...ids]) : undefined))
}
