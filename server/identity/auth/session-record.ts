import { and, type Column, eq, gt, lt, ne, or, sql } from 'drizzle-orm'
import type { SessionUser } from '#contract/identity/auth.ts'
import { DEFAULT_SECURITY, requiresSecondFactor, type SecurityRules } from '#domain/second-factor.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import type { Db } from '#server/platform/db/client.ts'
import {
  auditEntries,
  businesses,
  businessMembers,
  loginChallenges,
  sessions,
  settings,
  userPasskeys,
  users,
  userTotp,
} from '#server/platform/db/schema.ts'
import { statement } from '#server/platform/db/unit-of-work.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { OWN_WRITE_SECONDS } from '#server/platform/http/read-replica.ts'

/** Stores a session. */
export async function insertSession(db: Db, session: typeof sessions.$inferInsert): Promise<void> {
  await db.insert(sessions).values(session)
}

/** Records that a user has signed in, at most once a day: accounts that nobody uses are deleted one day. */
export async function recordSignIn(tx: Db, userId: string, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ lastSignedInAt: now })
    .where(and(eq(users.id, userId), lt(users.lastSignedInAt, new Date(now.getTime() - DAY_MS))))
}

interface SessionRow {
  /** Times as milliseconds since the epoch. */
  lastSeenAt: number
  idleExpiresAt: number
  expiresAt: number
  stepUpAt: number | null
  security: Partial<SecurityRules> | null
  hasSecondFactor: boolean
  actor: Omit<Actor, 'hasStepUp' | 'hasSecondFactor' | 'mustEnroll' | 'token'>
}

const milliseconds = (column: Column) => sql`(extract(epoch from ${column}) * 1000)::float8`

/** Reads the session of a token, with all that a request must know of its user. */
const readSession = statement<{ tokenHash: string }, SessionRow>(
  'session',
  () => sql`select ${milliseconds(sessions.lastSeenAt)} as "lastSeenAt", ${milliseconds(sessions.idleExpiresAt)} as "idleExpiresAt",
      ${milliseconds(sessions.expiresAt)} as "expiresAt", ${milliseconds(sessions.stepUpAt)} as "stepUpAt",
      (select ${settings.value} from ${settings} where ${settings.name} = 'security') as security,
      (exists (select 1 from ${userTotp} where ${userTotp.userId} = ${users.id} and ${userTotp.confirmedAt} is not null)
        or exists (select 1 from ${userPasskeys} where ${userPasskeys.userId} = ${users.id})) as "hasSecondFactor",
      json_build_object('userId', ${users.id}, 'sessionId', ${sessions.id}, 'name', ${users.name}, 'email', ${users.email},
      'role', ${users.role}, 'duties', ${users.duties},
        'status', ${users.status}, 'emailVerified', ${users.emailVerifiedAt} is not null, 'mustChangePassword', ${users.mustChangePassword},
        'businessId', own.id, 'businessName', own.name, 'businessStatus', own.business_status, 'memberKind', own.kind,
        'hasJustWritten', coalesce(${sessions.wroteAt} > clock_timestamp() - make_interval(secs => ${sql.raw(String(OWN_WRITE_SECONDS))}),
        false)) as actor
    from ${sessions} join ${users} on ${users.id} = ${sessions.userId}
      left join lateral (
        select b.id, b.name, b.business_status, m.kind from ${businessMembers} m join ${businesses} b on b.id = m.business_id
        where m.user_id = ${users.id} and ${users.role} = 'business_admin' and b.status <> 'Deleted' -- nobody acts for a deleted business
        order by (b.id = ${sessions.businessId}) is true desc, (b.id = ${users.businessId}) is true desc, m.since, b.id limit 1
      ) own on true
    where ${sessions.tokenHash} = ${sql.placeholder('tokenHash')} and ${users.status} = 'Active'`,
)

/** Returns the actor of a live session of an active user, and its last recorded use; null for any other token. */
export async function findSession(db: Db, tokenHash: string, now: Date): Promise<{ actor: Actor; lastSeenAt: Date } | null> {
  const [row] = await readSession(db, { tokenHash })
  const at = now.getTime()
  if (!row || row.idleExpiresAt <= at || row.expiresAt <= at) return null
  const { hasSecondFactor, stepUpAt } = row
  const rules = { ...DEFAULT_SECURITY, ...row.security }
  const hasStepUp = stepUpAt !== null && at < stepUpAt + rules.stepUpMinutes * MINUTE_MS
  const mustEnroll = !hasSecondFactor && requiresSecondFactor(row.actor.role, rules)
  return { actor: { ...row.actor, hasStepUp, hasSecondFactor, mustEnroll, token: null }, lastSeenAt: new Date(row.lastSeenAt) }
}

/** Returns whether a session has not been ended. The caller holds the lock of its user. */
export async function hasSession(tx: Db, id: string): Promise<boolean> {
  return (await tx.$count(sessions, eq(sessions.id, id))) > 0
}

/** Records in every session of a user that it has changed something. */
export async function noteWrite(db: Db, userId: string): Promise<void> {
  await db.update(sessions).set({ wroteAt: sql`clock_timestamp()` }).where(eq(sessions.userId, userId))
}

/** Records that the user of a session has proved who it is. */
export async function noteStepUp(tx: Db, sessionId: string, now: Date): Promise<void> {
  await tx.update(sessions).set({ stepUpAt: now }).where(eq(sessions.id, sessionId))
}

/**
 * Records the use of a session, unless a use after `seenBefore` was recorded. The idle expiry only moves forward, up to the absolute
 * expiry.
 */
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

/** Ends the session of a token. @returns its user; null if there is none */
export async function deleteSessionByHash(db: Db, tokenHash: string): Promise<{ userId: string } | null> {
  const [ended] = await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash)).returning({ userId: sessions.userId })
  return ended ?? null
}

/** Ends all sessions of a user except `exceptSessionId`, and sign-ins that wait for a second factor. @returns the number of sessions */
export async function deleteSessionsOf(db: Db, userId: string, exceptSessionId?: string): Promise<number> {
  const isOther = exceptSessionId === undefined ? undefined : ne(sessions.id, exceptSessionId)
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), isOther))
    .returning({ id: sessions.id })
  await db.delete(loginChallenges).where(and(eq(loginChallenges.userId, userId), eq(loginChallenges.purpose, 'login')))
  return ended.length
}

/**
 * Returns the browsers that a user has signed in with since a day: their names, and user agents of the sessions. `network`: only from this
 * half of a network.
 */
export async function listBrowsers(
  tx: Db,
  userId: string,
  since: Date,
  network?: string,
): Promise<{ names: string[]; userAgents: string[] }> {
  const name = sql<string>`${auditEntries.after}->>'browser'`
  const signIn = and(
    eq(auditEntries.targetType, 'user'),
    eq(auditEntries.targetId, userId),
    eq(auditEntries.action, 'login'),
    network === undefined ? undefined : sql`${auditEntries.after}->>'network' = ${network}`,
  )
  const names = await tx
    .selectDistinct({ name })
    .from(auditEntries)
    .where(and(signIn, gt(auditEntries.at, since), sql`${name} is not null`))
  const ofNetwork = network === undefined ? undefined : eq(sessions.network, network)
  const open = await tx
    .select({ userAgent: sessions.userAgent })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), ofNetwork))
  return { names: names.map((row) => row.name), userAgents: open.map((row) => row.userAgent) }
}

/** Deletes a user's expired sessions. */
export async function deleteEndedSessions(db: Db, userId: string, now: Date): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), or(lt(sessions.idleExpiresAt, now), lt(sessions.expiresAt, now))))
}

/** Presents the actor to the screens. */
export function toSessionUser({
  userId,
  sessionId: _sessionId,
  hasStepUp: _hasStepUp,
  hasSecondFactor: _hasSecondFactor,
  token: _token,
  ...shown
}: Actor): SessionUser {
  return { id: userId, ...shown }
}
