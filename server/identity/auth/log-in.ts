import type { LoginBody, SecondFactorNeeded, SignedIn } from '#contract/identity/auth.ts'
import { FIRST_PASSWORD_HOURS, isFirstPasswordExpired, normalizeEmail } from '#domain/user.ts'
import { insertChallenge } from '#server/identity/second-factor/challenge-record.ts'
import { listFactors } from '#server/identity/second-factor/factor-record.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Throttle } from '#server/platform/http/throttle.ts'
import { countLogin } from '#server/platform/metrics/count-events.ts'
import { hashPassword, needsRehash, verifyPassword } from '#server/platform/secrets/password.ts'
import { finishSignIn } from './finish-sign-in.ts'
import type { Caller } from './session.ts'
import { findUserByEmail, lockUser, renewHash, type UserRow } from './user-record.ts'

function requireBoth({ email, password }: LoginBody): void {
  const missing = [...(email.trim() === '' ? ['email'] : []), ...(password === '' ? ['password'] : [])]
  if (missing.length === 0) return
  refuse('missing_credentials', { errors: missing.map((field) => ({ field, message: 'Please fill in this field' })) })
}

async function recordFailure(db: Db, user: UserRow | null, action: string, requestId: string): Promise<void> {
  await recordAudit(db, { actor: null, action, targetType: 'user', targetId: user?.id ?? 'unknown', requestId })
}

/**
 * Signs a user in. An unknown email, a wrong password and a user without a password are refused alike, after the same work. Refuses
 * `missing_credentials`, `too_many_requests`, `invalid_credentials`, `account_not_active`, `busy`; and, with the right password only,
 * `first_password_expired`.
 * @param throttle null if rate limits are off
 * @returns the session; of an account with a second factor, the challenge that asks for it
 */
export function logIn(
  deps: Deps,
  throttle: Throttle | null,
  credentials: LoginBody,
  caller: Caller,
): Promise<SignedIn | SecondFactorNeeded> {
  return countLogin(() => tryLogIn(deps, throttle, credentials, caller))
}

async function tryLogIn(
  deps: Deps,
  throttle: Throttle | null,
  credentials: LoginBody,
  caller: Caller,
): Promise<SignedIn | SecondFactorNeeded> {
  const { db, now } = deps
  requireBoth(credentials)
  const email = normalizeEmail(credentials.email)
  await throttle?.beginLogin(email, caller.address, now().getTime())
  const user = await findUserByEmail(db, email)
  const isRight = await verifyPassword(credentials.password, user?.passwordHash ?? null)
  if (!user?.passwordHash || !isRight) {
    await recordFailure(db, user, 'login_failed', caller.requestId)
    refuse('invalid_credentials')
  }
  const methods = await listFactors(db, user.id)
  if (methods.length === 0) await throttle?.succeed(email, caller.address) // otherwise once the second factor is right, too
  if (user.status !== 'Active') {
    await recordFailure(db, user, 'login_refused', caller.requestId)
    refuse('account_not_active')
  }
  // only new accounts have a password set by staff, so it is as old as the account
  if (user.mustChangePassword && isFirstPasswordExpired(user.createdAt, now())) {
    await recordFailure(db, user, 'login_refused', caller.requestId)
    refuse('first_password_expired', { facts: { hours: FIRST_PASSWORD_HOURS } })
  }
  const renewed = needsRehash(user.passwordHash) ? await hashPassword(credentials.password) : null
  return inTransaction(db, async (tx) => {
    const locked = await lockUser(tx, user.id)
    // the password was changed while it was verified
    if (locked?.passwordHash !== user.passwordHash || locked.status !== 'Active') refuse('invalid_credentials')
    if (renewed) await renewHash(tx, user.id, renewed)
    if (methods.length === 0) return finishSignIn(tx, deps, locked, caller, 'password')
    const { token } = await insertChallenge(tx, { userId: user.id, purpose: 'login' }, now())
    return { secondFactor: { challenge: token, methods } }
  })
}
