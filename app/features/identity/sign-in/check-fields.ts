import { normalizeIdentifier } from '#domain/text.ts'
/** Returns the reason for which a typed address is not sent; the server checks more. */
export function emailError(email: string): string | undefined {
  const typed = normalizeIdentifier(email)
  if (typed === '') return 'Please enter your email address'
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(typed) ? undefined : 'Please enter an email address like name@example.com'
}

/** Returns the reason for which a typed name is not sent. */
export function nameError(name: string): string | undefined {
  return name.trim() === '' ? 'Please enter your name' : undefined
}

/** Returns the reason for which a form that needs the current password is not sent. */
export function currentPasswordError(password: string): string | undefined {
  return password === '' ? 'Please enter your current password' : undefined
}
