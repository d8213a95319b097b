import { and, eq, gt, gte, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { users, userTokens } from '#server/platform/db/schema.ts'
import type { UserRow } from './user-record.ts'

/** Purpose of a one-use link. */
export type TokenPurpose = (typeof userTokens.$inferSelect)['purpose']

/** Adds a one-use link; only the hash of its token is kept. */
export async function insertUserToken(
  db: Db,
  token: { tokenHash: string; userId: string; purpose: TokenPurpose; newEmail?: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db.insert(userTokens).values(token)
}

const isOpen = (tokenHash: string, now: Date) =>
  and(eq(userTokens.tokenHash, tokenHash), isNull(userTokens.usedAt), gt(userTokens.expiresAt, now))

/** The user, purpose and new address (if any) of a one-use link that is neither used nor past its end; null for any other. */
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

/** Uses a one-use link. False when it was used before, or has ended. */
export async function takeUserToken(tx: Db, tokenHash: string, now: Date): Promise<boolean> {
  const taken = await tx.update(userTokens).set({ usedAt: now }).where(isOpen(tokenHash, now)).returning({ userId: userTokens.userId })
  return taken.length > 0
}

/**
 * Removes every other link by which somebody could get into this user's account: those that set a password, and those that
 * would put another address in place of the user's. Called when the password or the address changes. Links that undo a change of the
 * address stay: who got into the account must not be able to end them.
 */
export async function deleteKeyLinks(tx: Db, userId: string, exceptTokenHash = ''): Promise<void> {
  const opensAccount = or(
    inArray(userTokens.purpose, ['reset', 'invite', 'bootstrap']),
    and(eq(userTokens.purpose, 'verify'), isNotNull(userTokens.newEmail)),
  )
  await tx.delete(userTokens).where(and(eq(userTokens.userId, userId), opensAccount, ne(userTokens.tokenHash, exceptTokenHash)))
}

/** Ends the reset links of a user that could still be used. */
export async function endResetLinks(tx: Db, userId: string, now: Date): Promise<void> {
  const isOpenReset = and(eq(userTokens.userId, userId), eq(userTokens.purpose, 'reset'), isNull(userTokens.usedAt))
  await tx.update(userTokens).set({ usedAt: now }).where(isOpenReset)
}

/** Number of reset links that a user was sent lately: those whose time is not over, usable or not. */
export async function countRecentResets(db: Db, userId: string, now: Date): Promise<number> {
  return db.$count(userTokens, and(eq(userTokens.userId, userId), eq(userTokens.purpose, 'reset'), gt(userTokens.expiresAt, now)))
}

/** Removes the links that undo changes made since `from`, which went to addresses that came later. */
export async function deleteUndoLinksSince(tx: Db, userId: string, from: Date): Promise<void> {
  await tx
    .delete(userTokens)
    .where(
      and(eq(userTokens.userId, userId), eq(userTokens.purpose, 'undo_email'), gte(userTokens.createdAt, from), isNull(userTokens.usedAt)),
    )
}
