import type { ConfirmBody, PasskeySignature } from '#contract/identity/auth.ts'
import { deleteChallenge, takeAttempt } from '#server/identity/second-factor/challenge-record.ts'
import { checkCode, checkPasskey, refuseCode, refusePasskey } from '#server/identity/second-factor/check-factor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { countStepUp } from '#server/platform/metrics/count-events.ts'
import { confirmPassword, type Reauthentication } from './confirm-password.ts'
import { lockActor } from './refusals.ts'
import { noteStepUp } from './session-record.ts'

/**
 * Opens the calls that require step-up, for the caller's session and the minutes of the settings: by a code or a passkey, or by the
 * password of an account without a second factor. Refuses `wrong_password` at the field `password`, `invalid_second_factor`,
 * `challenge_expired`, `too_many_requests`, `busy`.
 */
export async function stepUp(
  deps: Deps,
  reauthentication: Reauthentication,
  { password, code, challenge, passkey }: ConfirmBody,
): Promise<void> {
  if (passkey) return countStepUp(() => confirmByPasskey(deps, reauthentication, challenge ?? '', passkey))
  if (code !== undefined || reauthentication.actor.hasSecondFactor)
    return countStepUp(() => confirmByCode(deps, reauthentication, code ?? ''))
  const lock = await confirmPassword(deps, reauthentication, password, 'password')
  await inTransaction(deps.db, async (tx) => {
    await lock(tx)
    await open(tx, deps, reauthentication)
  })
}

async function open(tx: Db, { now }: Deps, { actor, requestId }: Reauthentication): Promise<void> {
  await noteStepUp(tx, actor.sessionId, now())
  await recordAudit(tx, { actor, action: 'step_up', targetType: 'user', targetId: actor.userId, requestId })
}

async function recordFailure({ db }: Deps, { actor, requestId }: Reauthentication): Promise<void> {
  await recordAudit(db, { actor, action: 'second_factor_failed', targetType: 'user', targetId: actor.userId, requestId })
}

/** The password of an account with a second factor counts as a missing code: it is not enough. */
async function confirmByCode(deps: Deps, reauthentication: Reauthentication, code: string): Promise<void> {
  const { db, now } = deps
  const { actor, address, throttle } = reauthentication
  await throttle?.beginLogin(actor.userId, address, now().getTime())
  const place = { userId: actor.userId, session: actor.sessionId, address, isFamiliar: true }
  await throttle?.beginCode(place, now().getTime())
  const isRight = await inTransaction(db, async (tx) => {
    await lockActor(tx, actor.userId)
    if (!(await checkCode(tx, deps, actor.userId, code))) return false
    await open(tx, deps, reauthentication)
    return true
  })
  if (isRight) {
    await throttle?.succeedCode(place)
    return throttle?.succeed(actor.userId, address)
  }
  await recordFailure(deps, reauthentication)
  return refuseCode()
}

async function confirmByPasskey(deps: Deps, reauthentication: Reauthentication, token: string, signature: PasskeySignature): Promise<void> {
  const { db, now } = deps
  const { actor } = reauthentication
  const known = await takeAttempt(db, token, now())
  if (known?.purpose !== 'step_up' || known.userId !== actor.userId) return refuse('challenge_expired')
  const isRight = await inTransaction(db, async (tx) => {
    await lockActor(tx, actor.userId)
    if (!(await checkPasskey(tx, deps, actor.userId, { challenge: known.challenge, signature }))) return false
    if (!(await deleteChallenge(tx, known.hash))) return refuse('challenge_expired')
    await open(tx, deps, reauthentication)
    return true
  })
  if (isRight) return
  await recordFailure(deps, reauthentication)
  return refusePasskey()
}
