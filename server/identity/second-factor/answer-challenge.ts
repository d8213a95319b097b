import type { SecondFactorBody, SignedIn } from '#contract/identity/auth.ts'
import type { SignInMethod } from '#domain/second-factor.ts'
import { normalizeEmail } from '#domain/user.ts'
import { finishSignIn, isFamiliarPlace } from '#server/identity/auth/finish-sign-in.ts'
import type { Caller } from '#server/identity/auth/session.ts'
import { lockUser, type UserRow } from '#server/identity/auth/user-record.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Throttle } from '#server/platform/http/throttle.ts'
import { countLogin } from '#server/platform/metrics/count-events.ts'
import { type ChallengeRow, deleteChallenge, takeAttempt } from './challenge-record.ts'
import { checkCode, checkPasskey, refuseCode, refusePasskey, refuseRecoveryCode } from './check-factor.ts'
import { takeRecoveryCode } from './factor-record.ts'
import { notifyUser } from './notify-user.ts'

/** Returns how the user has proved who they are; null if what they sent is wrong. */
async function proveFactor(
  tx: Db,
  deps: Deps,
  user: UserRow,
  { challenge }: ChallengeRow,
  { code, passkey, recoveryCode }: SecondFactorBody,
): Promise<SignInMethod | null> {
  if (passkey) return (await checkPasskey(tx, deps, user.id, { challenge, signature: passkey })) ? 'passkey' : null
  if (recoveryCode === undefined) return (await checkCode(tx, deps, user.id, code ?? '')) ? 'code' : null
  if (!(await takeRecoveryCode(tx, user.id, recoveryCode, deps.now()))) return null
  await notifyUser(tx, user, 'recovery-code-used', {}, deps.now())
  return 'recovery_code'
}

/**
 * Ends a sign-in with the second factor. Each code works once; five attempts of a sign-in are judged. Refuses `challenge_expired`,
 * `invalid_second_factor`, `account_not_active`, `second_factor_unconfigured`, `too_many_requests`.
 * @param throttle null if rate limits are off
 */
export function answerChallenge(deps: Deps, throttle: Throttle | null, body: SecondFactorBody, caller: Caller): Promise<SignedIn> {
  return countLogin(() => tryAnswer(deps, throttle, body, caller))
}

async function tryAnswer(deps: Deps, throttle: Throttle | null, body: SecondFactorBody, caller: Caller): Promise<SignedIn> {
  const { db, now } = deps
  const challenge = await takeAttempt(db, body.challenge, now())
  if (challenge?.purpose !== 'login' || challenge.userId === null) return refuse('challenge_expired')
  const { userId } = challenge
  await throttle?.beginLogin(userId, caller.address, now().getTime())
  const isCode = !body.passkey && body.recoveryCode === undefined
  const place =
    throttle && isCode
      ? { userId, session: null, address: caller.address, isFamiliar: await isFamiliarPlace(db, userId, caller, now()) }
      : null
  if (place) await throttle?.beginCode(place, now().getTime())
  const signedIn = await inTransaction(db, async (tx) => {
    const user = await lockUser(tx, userId)
    if (user?.status !== 'Active') return refuse('account_not_active')
    const method = await proveFactor(tx, deps, user, challenge, body)
    if (!method) return null
    if (!(await deleteChallenge(tx, challenge.hash))) return refuse('challenge_expired')
    return finishSignIn(tx, deps, user, caller, method)
  })
  if (signedIn) {
    if (place) await throttle?.succeedCode(place)
    await throttle?.succeed(userId, caller.address)
    await throttle?.succeed(normalizeEmail(signedIn.email), caller.address)
    return signedIn
  }
  await recordAudit(db, { actor: null, action: 'second_factor_failed', targetType: 'user', targetId: userId, requestId: caller.requestId })
  if (body.passkey) return refusePasskey()
  return body.recoveryCode === undefined ? refuseCode() : refuseRecoveryCode()
}
