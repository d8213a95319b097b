import { refusalText } from '#contract/refusals.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, requireStepUp } from '#server/platform/http/actor.ts'
import { found, refuse, refuseField } from '#server/platform/http/refusal.ts'
import type { Throttle } from '#server/platform/http/throttle.ts'
import { countStepUp } from '#server/platform/metrics/count-events.ts'
import { verifyPassword } from '#server/platform/secrets/password.ts'
import { findAccount, lockUser, type UserRow } from './user-record.ts'

/** Context of an action that needs the password again. */
export interface Reauthentication {
  actor: Actor
  /** IP address. */
  address: string
  requestId: string
  /** Null if rate limits are off. */
  throttle: Throttle | null
}

function refuseWrong(field: string): never {
  return refuse('wrong_password', { errors: [{ field, message: refusalText({ code: 'wrong_password' }) }] })
}

/**
 * Checks the caller's password again, with the rate limit of sign-in. With a second factor the password is not enough: the session needs
 * step-up as well. Refuses `wrong_password` at its field (`field`), `step_up_required`, `too_many_requests`, `busy`.
 * @returns a function that locks and returns the user's row in the following transaction; it refuses if the password has changed since
 */
export function confirmPassword(
  deps: Deps,
  reauthentication: Reauthentication,
  password: string,
  field = 'currentPassword',
): Promise<(tx: Db) => Promise<UserRow>> {
  return countStepUp(() => checkPassword(deps, reauthentication, password, field))
}

async function checkPassword(
  { db, now }: Deps,
  reauthentication: Reauthentication,
  password: string,
  field: string,
): Promise<(tx: Db) => Promise<UserRow>> {
  const { actor, address, requestId, throttle } = reauthentication
  if (password === '') refuseField(field, 'Please enter your current password')
  if (actor.hasSecondFactor) requireStepUp(actor)
  await throttle?.beginLogin(actor.userId, address, now().getTime())
  const { passwordHash } = found(await findAccount(db, actor.userId))
  if (!(await verifyPassword(password, passwordHash))) {
    await recordAudit(db, { actor, action: 'password_check_failed', targetType: 'user', targetId: actor.userId, requestId })
    refuseWrong(field)
  }
  await throttle?.succeed(actor.userId, address)
  return async (tx) => {
    const user = await lockUser(tx, actor.userId)
    if (user?.passwordHash !== passwordHash || user.status !== 'Active') refuseWrong(field)
    return user
  }
}
