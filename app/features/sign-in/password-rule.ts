import { MAX_PASSWORD, MIN_PASSWORD } from '#domain/user.ts'

export const PASSWORD_HINT = `At least ${MIN_PASSWORD} characters. A few words are easier to remember than signs.`

/**
 * Why a chosen password is refused before it is sent: its length (D127).
 * Common passwords are refused by the server, at the same field: their list is too long to send to every visitor.
 */
export function passwordError(password: string): string | undefined {
  const { length } = [...password]
  if (length < MIN_PASSWORD) return `Password must be at least ${MIN_PASSWORD} characters long`
  return length > MAX_PASSWORD ? `Password must be at most ${MAX_PASSWORD} characters long` : undefined
}
