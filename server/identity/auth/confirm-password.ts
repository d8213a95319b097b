import { refusalText } from '#contract/refusals.ts'
import { findAccount } from '#server/accounts/profile/account-record.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse, refuseField } from '#server/platform/http/refusal.ts'
import type { Throttle } from '#server/platform/http/throttle.ts'
import { verifyPassword } from './password.ts'
import { lockUser, type UserRow } from './user-record.ts'

/** Who asks for something that needs the password again, and from where. */
export interface Reauthentication {
  actor: Actor
  /** IP address. */
  address: string
  requestId: string
  /** Null where rates are not limited. */
  throttle: Throttle | null
}

function refuseWrong(field: string): never {
  return refuse('wrong_password', { errors: [{ field, message: refusalText({ code: 'wrong_password' }) }] })
}

/**
 * Checks the caller's own password again, as slowly for a guesser as signing in.
 * Refuses `wrong_password` at its field (`field`), `too_many_requests`, `busy`.
 * @returns the row's lock for the transaction that follows: it refuses if the password has changed since.
 */
export async function confirmPassword(
  { db, now }: Deps,
  reauthentication: Reauthentication,
  password: string,
  field = 'currentPassword',
): Promise<(tx: Db) => Promise<UserRow>> {
  const { actor, address, requestId, throttle } = reauthentication
  if (password === '') refuseField(field, 'Please enter your current password')
  throttle?.beginLogin(actor.userId, address, now().getTime())
  const { passwordHash } = found(await findAccount(db, actor.userId))
  if (!(await verifyPassword(password, passwordHash))) {
    await recordAudit(db, { actor, action: 'password_check_failed', targetType: 'user', targetId: actor.userId, requestId })
    refuseWrong(field)
  }
  throttle?.succeed(actor.userId, address)
  return async (tx) => {
    const user = await lockUser(tx, actor.userId)
    if (user?.passwordHash !== passwordHash || user.status !== 'Active') refuseWrong(field)
    return user
  }
}
