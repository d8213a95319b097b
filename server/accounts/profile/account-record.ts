import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { sessions, users, userTokens } from '#server/platform/db/schema.ts'

/** A session as its owner sees it, with the browser's own words for the device. */
export interface SessionRow {
  id: string
  userAgent: string
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
}

const SESSION = {
  id: sessions.id,
  userAgent: sessions.userAgent,
  createdAt: sessions.createdAt,
  lastSeenAt: sessions.lastSeenAt,
  expiresAt: sessions.expiresAt,
}

/** One page of a user's live sessions, the one used last first, and how many there are. */
export async function listSessions(
  db: Db,
  userId: string,
  { now, page, limit }: { now: Date; page: number; limit: number },
): Promise<{ items: SessionRow[]; total: number }> {
  const isLive = and(eq(sessions.userId, userId), gt(sessions.idleExpiresAt, now), gt(sessions.expiresAt, now))
  const items = await db
    .select(SESSION)
    .from(sessions)
    .where(isLive)
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(limit)
    .offset((page - 1) * limit)
  return { items, total: await db.$count(sessions, isLive) }
}

/** Ends one session of this user. @returns false where it is not this user's, or not there */
export async function deleteSession(db: Db, userId: string, id: string): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id })
  return ended.length > 0
}

const isPending = (userId: string) =>
  and(eq(userTokens.userId, userId), eq(userTokens.purpose, 'verify'), isNotNull(userTokens.newEmail), isNull(userTokens.usedAt))

/** The new address that waits for its owner's confirmation; null where none does. One that staff entered waits beyond its link. */
export async function findPendingEmail(db: Db, userId: string, now: Date): Promise<string | null> {
  const [link] = await db
    .select({ newEmail: userTokens.newEmail })
    .from(userTokens)
    .where(and(isPending(userId), gt(userTokens.expiresAt, now)))
    .orderBy(desc(userTokens.createdAt))
    .limit(1)
  if (link) return link.newEmail
  const [user] = await db.select({ pendingEmail: users.pendingEmail }).from(users).where(eq(users.id, userId))
  return user?.pendingEmail ?? null
}

/** Forgets every new address that waits for confirmation, whether the user or staff entered it. @returns whether there was one */
export async function deletePendingEmails(tx: Db, userId: string, now: Date): Promise<boolean> {
  const links = await tx.delete(userTokens).where(isPending(userId)).returning({ userId: userTokens.userId })
  const entered = await tx
    .update(users)
    .set({ pendingEmail: null, updatedAt: now, version: sql`${users.version} + 1` })
    .where(and(eq(users.id, userId), isNotNull(users.pendingEmail)))
    .returning({ id: users.id })
  return links.length + entered.length > 0
}

/** Gives a user another name. */
export async function rename(tx: Db, userId: string, name: string, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ name, updatedAt: now, version: sql`${users.version} + 1` })
    .where(eq(users.id, userId))
}

/** Sets a password that its owner chose, who knew the one before. */
export async function replacePassword(tx: Db, userId: string, passwordHash: string, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ passwordHash, mustChangePassword: false, updatedAt: now, version: sql`${users.version} + 1` })
    .where(eq(users.id, userId))
}

/** A user as the account page shows it, beyond what the session knows. */
export async function findAccount(
  db: Db,
  userId: string,
): Promise<Pick<typeof users.$inferSelect, 'name' | 'createdAt' | 'updatedAt' | 'emailVerifiedAt' | 'passwordHash'> | null> {
  const [row] = await db
    .select({
      name: users.name,
      createdAt: users.createdAt,
      updatedAt: users.updatedAt,
      emailVerifiedAt: users.emailVerifiedAt,
      passwordHash: users.passwordHash,
    })
    .from(users)
    .where(eq(users.id, userId))
  return row ?? null
}
