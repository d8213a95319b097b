import { and, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { SignInMethod } from '#domain/second-factor.ts'
import type { Db } from '#server/platform/db/client.ts'
import { sessions, users, userTokens } from '#server/platform/db/schema.ts'

/** A session as its owner sees it, with the browser's user agent. */
export interface SessionRow {
  id: string
  userAgent: string
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
  method: SignInMethod | null
  network: string | null
}

const SESSION = {
  id: sessions.id,
  userAgent: sessions.userAgent,
  createdAt: sessions.createdAt,
  lastSeenAt: sessions.lastSeenAt,
  expiresAt: sessions.expiresAt,
  method: sessions.method,
  network: sessions.network,
}

/** Returns one page of a user's live sessions, last used first, and their number. */
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

/** Ends one session of this user. @returns false if the user has no such session */
export async function deleteSession(db: Db, userId: string, id: string): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id })
  return ended.length > 0
}

const isPending = (userId: string) =>
  and(eq(userTokens.userId, userId), eq(userTokens.purpose, 'verify'), isNotNull(userTokens.newEmail), isNull(userTokens.usedAt))

/** Returns the new address that waits for confirmation; null if none does. One entered by staff waits beyond the expiry of its link. */
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

/** Cancels all pending changes of the address, by the user or by staff. @returns true if there was one */
export async function deletePendingEmails(tx: Db, userId: string, now: Date): Promise<boolean> {
  const links = await tx.delete(userTokens).where(isPending(userId)).returning({ userId: userTokens.userId })
  const entered = await tx
    .update(users)
    .set({ pendingEmail: null, updatedAt: now, version: sql`${users.version} + 1` })
    .where(and(eq(users.id, userId), isNotNull(users.pendingEmail)))
    .returning({ id: users.id })
  return links.length + entered.length > 0
}

/** Changes a user's name. */
export async function rename(tx: Db, userId: string, name: string, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ name, updatedAt: now, version: sql`${users.version} + 1` })
    .where(eq(users.id, userId))
}

/** Sets a new password chosen by the user, who knew the old one. */
export async function replacePassword(tx: Db, userId: string, passwordHash: string, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ passwordHash, mustChangePassword: false, updatedAt: now, version: sql`${users.version} + 1` })
    .where(eq(users.id, userId))
}
