import { randomBytes } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { CHALLENGE_ATTEMPTS, CHALLENGE_MINUTES } from '#domain/second-factor.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Db } from '#server/platform/db/client.ts'
import { loginChallenges } from '#server/platform/db/schema.ts'
import { hashToken, newToken } from '#server/platform/secrets/token.ts'

/** A sign-in or confirmation that waits for its answer. */
export type ChallengeRow = typeof loginChallenges.$inferSelect

const CHALLENGE_BYTES = 32
const LIFE_MS = CHALLENGE_MINUTES * MINUTE_MS

/** Stores a challenge. @returns the token that names it, and what a passkey must sign */
export async function insertChallenge(
  db: Db,
  { userId, purpose }: { userId: string | null; purpose: ChallengeRow['purpose'] },
  now: Date,
): Promise<{ token: string; challenge: string }> {
  const token = newToken()
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url')
  await db
    .insert(loginChallenges)
    .values({ hash: hashToken(token), userId, purpose, challenge, expiresAt: new Date(now.getTime() + LIFE_MS) })
  return { token, challenge }
}

const isOpen = (token: string, now: Date) =>
  and(eq(loginChallenges.hash, hashToken(token)), gt(loginChallenges.expiresAt, now), lt(loginChallenges.attempts, CHALLENGE_ATTEMPTS))

/** Returns a challenge that may still be answered; null for any other. */
export async function findChallenge(db: Db, token: string, now: Date): Promise<ChallengeRow | null> {
  const [row] = await db.select().from(loginChallenges).where(isOpen(token, now))
  return row ?? null
}

/** Counts an attempt to answer a challenge, before it is judged. @returns the challenge; null if it has expired or has no attempt left */
export async function takeAttempt(db: Db, token: string, now: Date): Promise<ChallengeRow | null> {
  const [row] = await db
    .update(loginChallenges)
    .set({ attempts: sql`${loginChallenges.attempts} + 1` })
    .where(isOpen(token, now))
    .returning()
  return row ?? null
}

/** Ends a challenge. @returns false if it has ended already */
export async function deleteChallenge(tx: Db, hash: string): Promise<boolean> {
  const ended = await tx.delete(loginChallenges).where(eq(loginChallenges.hash, hash)).returning({ hash: loginChallenges.hash })
  return ended.length > 0
}
