import { refusalText } from '#contract/refusals.ts'
import { checkPassword } from '#domain/password.ts'
import { MAX_PASSWORD, MIN_PASSWORD } from '#domain/user.ts'
import { type Db } from '#server/platform/db/client.ts'
import { violatedConstraint } from '#server/platform/db/failure.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { lockUser, type UserRow } from './user-record.ts'

/** Refuses a password that users may not choose, at its field. */
export function refuseWeakPassword(password: string, person: { email: string; name: string }, field = 'password'): void {
  const weak = checkPassword(password, person)
  if (!weak) return
  const facts = { min: MIN_PASSWORD, max: MAX_PASSWORD }
  refuse(weak.code, { facts, errors: [{ field, message: refusalText({ code: weak.code, facts }) }] })
}

/** Refuses an email that another user has, at the field `email`. */
export function refuseTakenEmail(): never {
  return refuse('email_taken', { errors: [{ field: 'email', message: refusalText({ code: 'email_taken' }) }] })
}

/** Converts the database's unique violation of a user's email into `email_taken`; rethrows any other error. */
export function refuseIfTaken(error: unknown): never {
  if (violatedConstraint(error) === 'users_email_key') refuseTakenEmail()
  throw error
}

/** Locks the caller's row, so that a user who was deleted or suspended since the request began changes nothing. Refuses `session_ended`. */
export async function lockActor(tx: Db, userId: string): Promise<UserRow> {
  const user = await lockUser(tx, userId)
  return user?.status === 'Active' ? user : refuse('session_ended')
}
