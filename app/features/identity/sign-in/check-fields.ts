import { normalizeIdentifier, trimText } from '#domain/text.ts'
import { EMAIL_ERROR, isEmail } from '#domain/user.ts'

/** Returns the reason for which a typed address is not sent. */
export function emailError(email: string): string | undefined {
  const typed = normalizeIdentifier(email)
  if (typed === '') return 'Please enter your email address'
  return isEmail(typed) ? undefined : EMAIL_ERROR
}

/** Returns the reason for which a typed name is not sent. */
export function nameError(name: string): string | undefined {
  return trimText(name) === '' ? 'Please enter your name' : undefined
}

/** Returns the reason for which a form that needs the current password is not sent. */
export function currentPasswordError(password: string): string | undefined {
  return password === '' ? 'Please enter your current password' : undefined
}
