import { and, eq, gt, gte, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { users, userTokens } from '#server/platform/db/schema.ts'
import type { UserRow } from './user-record.ts'

/** Purpose of a one-use link. */
export type TokenPurpose = (typeof userTokens.$inferSelect)['purpose']

/** Stores a one-use link by the hash of its token. */
export async function insertUserToken(
  db: Db,
  token: { tokenHash: string; userId: string; purpose: TokenPurpose; newEmail?: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db.insert(userTokens).values(token)
}

const isOpen = (tokenHash: string, now: Date) =>
  and(eq(userTokens.tokenHash, tokenHash), isNull(userTokens.usedAt), gt(userTokens.expiresAt, now))

/** Returns the user, purpose and new address (if any) of a one-use link that is unused and not expired; null for any other. */
export async function findUserToken(
  db: Db,
  tokenHash: string,
  now: Date,
): Promise<{ user: UserRow; purpose: TokenPurpose; newEmail: string | null; createdAt: Date } | null> {
  const [row] = await db
    .select({ user: users, purpose: userTokens.purpose, newEmail: userTokens.newEmail, createdAt: userTokens.createdAt })
    .from(userTokens)
    .innerJoin(users, eq(users.id, userTokens.userId))
    .where(isOpen(tokenHash, now))
  return row ?? null
}

/** Marks a one-use link as used. @returns false if it was used before or has expired */
export async function takeUserToken(tx: Db, tokenHash: string, now: Date): Promise<boolean> {
  const taken = await tx.update(userTokens).set({ usedAt: now }).where(isOpen(tokenHash, now)).returning({ userId: userTokens.userId })
  return taken.length > 0
}

/**
 * Deletes all other links that could open the user's account: those that set a password or replace the address. Called when the password
 * or the address changes. Links that undo a change of the address stay, so that an intruder cannot delete them; those of forgotten
 * passwords stay as used ones, because their emails are counted.
 */
export async function deleteKeyLinks(tx: Db, userId: string, now: Date, exceptTokenHash = ''): Promise<void> {
  await endResetLinks(tx, userId, now)
  const opensAccount = or(
    inArray(userTokens.purpose, ['invite', 'bootstrap']),
    and(eq(userTokens.purpose, 'verify'), isNotNull(userTokens.newEmail)),
  )
  await tx.delete(userTokens).where(and(eq(userTokens.userId, userId), opensAccount, ne(userTokens.tokenHash, exceptTokenHash)))
}

/** Invalidates a user's unused reset links. */
export async function endResetLinks(tx: Db, userId: string, now: Date): Promise<void> {
  const isOpenReset = and(eq(userTokens.userId, userId), eq(userTokens.purpose, 'reset'), isNull(userTokens.usedAt))
  await tx.update(userTokens).set({ usedAt: now }).where(isOpenReset)
}

/** Returns when the user's reset links since `from` were created, the oldest first, used or not. */
export async function listResetsSince(db: Db, userId: string, from: Date): Promise<Date[]> {
  const rows = await db
    .select({ createdAt: userTokens.createdAt })
    .from(userTokens)
    .where(and(eq(userTokens.userId, userId), eq(userTokens.purpose, 'reset'), gt(userTokens.createdAt, from)))
    .orderBy(userTokens.createdAt)
  return rows.map(({ createdAt }) => createdAt)
}

/** Deletes the links that undo changes made since `from`; they went to later addresses. */
export async function deleteUndoLinksSince(tx: Db, userId: string, from: Date): Promise<void> {
  await tx
    .delete(userTokens)
    .where(
      and(eq(userTokens.userId, userId), eq(userTokens.purpose, 'undo_email'), gte(userTokens.createdAt, from), isNull(userTokens.usedAt)),
    )
}
