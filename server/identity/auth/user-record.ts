import { and, eq, gt, gte, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { normalizeEmail, STEP_UP_MINUTES } from '#domain/user.ts'
import type { Db } from '#server/platform/db/client.ts'
import { businesses, sessions, users, userTokens } from '#server/platform/db/schema.ts'
import type { Actor } from '#server/platform/http/actor.ts'

/** A user's row. It holds the password's hash: never for an answer. */
export type UserRow = typeof users.$inferSelect
type NewUser = typeof users.$inferInsert
/** What a one-use link is for. */
export type TokenPurpose = (typeof userTokens.$inferSelect)['purpose']

const MINUTE_MS = 60_000

const hasEmail = (email: string) => eq(sql`lower(${users.email})`, normalizeEmail(email))

/** The user of that e-mail, whatever its case; null where there is none. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  if (email.includes('\0')) return null // no address has it, and PostgreSQL refuses it
  const [user] = await db.select().from(users).where(hasEmail(email))
  return user ?? null
}

/** Makes a user, its e-mail in lower case; null when another one has that e-mail. */
export async function insertUser(db: Db, user: NewUser): Promise<UserRow | null> {
  const [row] = await db
    .insert(users)
    .values({ ...user, email: normalizeEmail(user.email) })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

/** Reads a user and keeps its row from changing until the transaction ends; null where there is none. */
export async function lockUser(tx: Db, id: string): Promise<UserRow | null> {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('no key update')
  return user ?? null
}

/** Replaces the hash of an unchanged password by one with today's parameters. */
export async function renewHash(db: Db, id: string, passwordHash: string): Promise<void> {
  await db.update(users).set({ passwordHash }).where(eq(users.id, id))
}

/** Sets a password that the user chose behind a link, which also proves the e-mail. @throws when `email` belongs to somebody else. */
export async function setPassword(
  tx: Db,
  id: string,
  { passwordHash, email, now }: { passwordHash: string; email: string; now: Date },
): Promise<void> {
  await tx
    .update(users)
    .set({
      passwordHash,
      email: normalizeEmail(email),
      mustChangePassword: false,
      emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now.toISOString()}::timestamptz)`,
      updatedAt: now,
      version: sql`${users.version} + 1`,
    })
    .where(eq(users.id, id))
}

/** Adds a session; times are the caller's clock. */
export async function insertSession(db: Db, session: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(session)
}

/** The actor of a live session of an Active user, and when it was last noted as used; null for any other token. */
export async function findSession(db: Db, tokenHash: string, now: Date): Promise<{ actor: Actor; lastSeenAt: Date } | null> {
  const [row] = await db
    .select({
      lastSeenAt: sessions.lastSeenAt,
      idleExpiresAt: sessions.idleExpiresAt,
      expiresAt: sessions.expiresAt,
      stepUpAt: sessions.stepUpAt,
      actor: {
        userId: users.id,
        sessionId: sessions.id,
        name: users.name,
        email: users.email,
        role: users.role,
        status: users.status,
        emailVerified: sql<boolean>`${users.emailVerifiedAt} is not null`,
        mustChangePassword: users.mustChangePassword,
        businessId: businesses.id, // a deleted business has nobody acting for it
        businessName: businesses.name,
        businessStatus: businesses.businessStatus,
      },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(businesses, and(eq(businesses.id, users.businessId), ne(businesses.status, 'Deleted')))
    .where(and(eq(sessions.tokenHash, tokenHash), eq(users.status, 'Active')))
    .prepare('session')
    .execute()
  if (!row || row.idleExpiresAt <= now || row.expiresAt <= now) return null
  const hasStepUp = row.stepUpAt !== null && now.getTime() < row.stepUpAt.getTime() + STEP_UP_MINUTES * MINUTE_MS
  return { actor: { ...row.actor, hasStepUp }, lastSeenAt: row.lastSeenAt }
}

/** Notes that the password was entered in a session. */
export async function noteStepUp(tx: Db, sessionId: string, now: Date): Promise<void> {
  await tx.update(sessions).set({ stepUpAt: now }).where(eq(sessions.id, sessionId))
}

/** Notes that a session was used, unless somebody noted it after `seenBefore`. Its idle end only ever moves on, and not past its last end. */
export async function touchSession(
  db: Db,
  id: string,
  { now, seenBefore, idleExpiresAt }: { now: Date; seenBefore: Date; idleExpiresAt: Date },
): Promise<void> {
  await db
    .update(sessions)
    .set({
      lastSeenAt: now,
      idleExpiresAt: sql`greatest(${sessions.idleExpiresAt}, least(${sessions.expiresAt}, ${idleExpiresAt.toISOString()}::timestamptz))`,
    })
    .where(and(eq(sessions.id, id), lt(sessions.lastSeenAt, seenBefore)))
}

/** Ends the session of that token and says whose it was; null where there is none. */
export async function deleteSessionByHash(db: Db, tokenHash: string): Promise<{ userId: string } | null> {
  const [ended] = await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash)).returning({ userId: sessions.userId })
  return ended ?? null
}

/** Ends all sessions of a user, except one where `exceptSessionId` names it. @returns how many */
export async function deleteSessionsOf(db: Db, userId: string, exceptSessionId?: string): Promise<number> {
  const isOther = exceptSessionId === undefined ? undefined : ne(sessions.id, exceptSessionId)
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), isOther))
    .returning({ id: sessions.id })
  return ended.length
}

/** Removes the sessions of a user that have ended by themselves. */
export async function deleteEndedSessions(db: Db, userId: string, now: Date): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), or(lt(sessions.idleExpiresAt, now), lt(sessions.expiresAt, now))))
}

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

/** Notes that the user's address was confirmed; one that replaces it ends what else was to become it. @throws when `email` belongs to somebody else. */
export async function confirmEmail(tx: Db, { id, email: present }: Pick<UserRow, 'id' | 'email'>, email: string, now: Date): Promise<void> {
  const normalized = normalizeEmail(email)
  await tx
    .update(users)
    .set({
      email: normalized,
      ...(normalized !== present && { pendingEmail: null }),
      emailVerifiedAt: now,
      updatedAt: now,
      version: sql`${users.version} + 1`,
    })
    .where(eq(users.id, id))
}

/**
 * Brings back an address from before staff changed it, whose owner has just shown to read it. @throws when it belongs to somebody else.
 */
export async function restoreEmail(tx: Db, id: string, email: string, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ email: normalizeEmail(email), pendingEmail: null, emailVerifiedAt: now, updatedAt: now, version: sql`${users.version} + 1` })
    .where(eq(users.id, id))
}

/** Removes the links that undo changes made since `from`, which went to addresses that came later. */
export async function deleteUndoLinksSince(tx: Db, userId: string, from: Date): Promise<void> {
  await tx
    .delete(userTokens)
    .where(
      and(eq(userTokens.userId, userId), eq(userTokens.purpose, 'undo_email'), gte(userTokens.createdAt, from), isNull(userTokens.usedAt)),
    )
}

/** Every Active super admin, to be notified of changes of staff accounts. */
export async function listSuperAdmins(db: Db): Promise<{ id: string; name: string; email: string }[]> {
  return db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.role, 'super_admin'), eq(users.status, 'Active')))
    .orderBy(users.id)
}
