import type { SignedIn } from '#contract/identity/auth.ts'
import type { SignInMethod } from '#domain/second-factor.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import type { Role } from '#domain/user.ts'
import type { Db } from '#server/platform/db/client.ts'
import { halfNetwork } from '#server/platform/http/network.ts'
import { hashToken, newToken } from '#server/platform/secrets/token.ts'
import { deleteSessionByHash, findSession, insertSession, recordSignIn, toSessionUser } from './session-record.ts'

/** Idle and absolute lifetime of a session, by role. */
const LENGTHS: Record<Role, { idleMs: number; absoluteMs: number }> = {
  super_admin: { idleMs: 12 * HOUR_MS, absoluteMs: 7 * DAY_MS },
  application_admin: { idleMs: 12 * HOUR_MS, absoluteMs: 7 * DAY_MS },
  business_admin: { idleMs: 7 * DAY_MS, absoluteMs: 30 * DAY_MS },
  customer: { idleMs: 7 * DAY_MS, absoluteMs: 30 * DAY_MS },
}

/** The caller of sign-in, registration and sign-out. */
export interface Caller {
  /** Hash of the request's token; null without one. */
  tokenHash: string | null
  /** IP address. */
  address: string
  userAgent: string
  requestId: string
}

/** Returns the idle expiry of a session of that role, used at `now`. */
export function idleEnd(role: Role, now: Date): Date {
  return new Date(now.getTime() + LENGTHS[role].idleMs)
}

/** Starts a session and ends the one of the request's token (ASVS 7.2.4). */
export async function startSession(
  tx: Db,
  user: { id: string; role: Role },
  caller: Caller,
  method: SignInMethod,
  now: Date,
): Promise<SignedIn> {
  if (caller.tokenHash) await deleteSessionByHash(tx, caller.tokenHash)
  const token = newToken()
  await insertSession(tx, {
    tokenHash: hashToken(token),
    userId: user.id,
    userAgent: caller.userAgent,
    createdAt: now,
    lastSeenAt: now,
    stepUpAt: now, // a session starts with a proof of who it is
    method,
    network: halfNetwork(caller.address),
    idleExpiresAt: idleEnd(user.role, now),
    expiresAt: new Date(now.getTime() + LENGTHS[user.role].absoluteMs),
  })
  await recordSignIn(tx, user.id, now)
  const session = await findSession(tx, hashToken(token), now)
  if (!session) throw new Error('The new session does not exist')
  return { ...toSessionUser(session.actor), token }
}
