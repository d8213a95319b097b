import type { PasskeyRequest, PasskeySignature, SignedIn } from '#contract/identity/auth.ts'
import { finishSignIn } from '#server/identity/auth/finish-sign-in.ts'
import type { Caller } from '#server/identity/auth/session.ts'
import { lockUser } from '#server/identity/auth/user-record.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Throttle } from '#server/platform/http/throttle.ts'
import { countLogin } from '#server/platform/metrics/count-events.ts'
import { passkeyRequest } from '#server/platform/vendors/passkeys.ts'
import { deleteChallenge, findChallenge, insertChallenge, takeAttempt } from './challenge-record.ts'
import { checkPasskey, refusePasskey } from './check-factor.ts'
import { findPasskeyOwner, listPasskeys } from './factor-record.ts'

/**
 * Returns what a passkey must sign: any passkey of the shop to sign in, one of the user's as second factor of the sign-in `challenge`, one
 * of the caller's to confirm who the caller is. Refuses `challenge_expired`; a visitor who wants to confirm, `unauthenticated`.
 */
export async function requestPasskey(
  { config, db, now }: Deps,
  actor: Actor | null,
  { challenge: token, stepUp }: { challenge?: string | undefined; stepUp: boolean },
): Promise<PasskeyRequest> {
  if (stepUp) {
    if (!actor) return refuse('unauthenticated')
    const { challenge, token: made } = await insertChallenge(db, { userId: actor.userId, purpose: 'step_up' }, now())
    return { challenge: made, options: await passkeyRequest(config.publicUrl, challenge, await listPasskeys(db, actor.userId)) }
  }
  if (token === undefined) {
    const { challenge, token: made } = await insertChallenge(db, { userId: null, purpose: 'login' }, now())
    return { challenge: made, options: await passkeyRequest(config.publicUrl, challenge, []) }
  }
  const known = await findChallenge(db, token, now())
  if (known?.purpose !== 'login' || known.userId === null) return refuse('challenge_expired')
  return { challenge: token, options: await passkeyRequest(config.publicUrl, known.challenge, await listPasskeys(db, known.userId)) }
}

/**
 * Signs a user in with a passkey alone: the authenticator verifies its user by itself, so that it is two factors. Refuses
 * `challenge_expired`, `invalid_second_factor`, `account_not_active`, `too_many_requests`.
 * @param throttle null if rate limits are off
 */
export function logInWithPasskey(
  deps: Deps,
  throttle: Throttle | null,
  body: { challenge: string; passkey: PasskeySignature },
  caller: Caller,
): Promise<SignedIn> {
  return countLogin(() => tryPasskey(deps, throttle, body, caller))
}

async function tryPasskey(
  deps: Deps,
  throttle: Throttle | null,
  { challenge: token, passkey }: { challenge: string; passkey: PasskeySignature },
  caller: Caller,
): Promise<SignedIn> {
  const { db, now } = deps
  const challenge = await takeAttempt(db, token, now())
  if (challenge?.purpose !== 'login' || challenge.userId !== null) return refuse('challenge_expired')
  await throttle?.beginLogin(passkey.id, caller.address, now().getTime())
  const userId = await findPasskeyOwner(db, passkey.id)
  const signedIn =
    userId === null
      ? null
      : await inTransaction(db, async (tx) => {
          const user = await lockUser(tx, userId)
          if (!user || !(await checkPasskey(tx, deps, userId, { challenge: challenge.challenge, signature: passkey }))) return null
          if (!(await deleteChallenge(tx, challenge.hash))) return refuse('challenge_expired')
          if (user.status !== 'Active') return refuse('account_not_active')
          return finishSignIn(tx, deps, user, caller, 'passkey')
        })
  if (signedIn) {
    await throttle?.succeed(passkey.id, caller.address)
    return signedIn
  }
  const targetId = userId ?? 'unknown'
  await recordAudit(db, { actor: null, action: 'second_factor_failed', targetType: 'user', targetId, requestId: caller.requestId })
  return refusePasskey()
}
