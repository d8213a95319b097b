import { MAX_PASSWORD, MIN_PASSWORD } from '#domain/user.ts'

/**
 * Returns the reason for which a chosen password is refused before it is sent: its length.
 * Common passwords are marked while they are typed, once their list has come, and refused by the server at the same field.
 */
export function passwordError(password: string): string | undefined {
  const { length } = [...password]
  if (length < MIN_PASSWORD) return `Password must be at least ${MIN_PASSWORD} characters long`
  return length > MAX_PASSWORD ? `Password must be at most ${MAX_PASSWORD} characters long` : undefined
}
