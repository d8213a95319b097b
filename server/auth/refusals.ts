import { refusalText } from '#contract/errors.ts'
import { checkPassword, MAX_PASSWORD, MIN_PASSWORD } from '#domain/user.ts'
import { refuse } from '#server/http/refusal.ts'

/** Refuses a password that people may not choose for themselves, on the field `password`. */
export function refuseWeakPassword(password: string, person: { email: string; name: string }): void {
  const weak = checkPassword(password, person)
  if (!weak) return
  const facts = { min: MIN_PASSWORD, max: MAX_PASSWORD }
  refuse(weak.code, { facts, errors: [{ field: 'password', message: refusalText({ code: weak.code, facts }) }] })
}

/** Refuses an e-mail that another user has, on the field `email`. */
export function refuseTakenEmail(): never {
  return refuse('email_taken', { errors: [{ field: 'email', message: refusalText({ code: 'email_taken' }) }] })
}
