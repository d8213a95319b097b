import { normalizeIdentifier, trimText } from '#domain/text.ts'
import { EMAIL_ERROR, isEmail, MAX_PASSWORD, MIN_PASSWORD } from '#domain/user.ts'

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

/**
 * Returns the reason for which a chosen password is refused before it is sent: its length.
 * Common passwords are marked while they are typed, once their list has come, and refused by the server at the same field.
 */
export function passwordError(password: string): string | undefined {
  const { length } = [...password]
  if (length < MIN_PASSWORD) return `Password must be at least ${MIN_PASSWORD} characters long`
  return length > MAX_PASSWORD ? `Password must be at most ${MAX_PASSWORD} characters long` : undefined
}
