import { checkPassword } from '#domain/password.ts'

/** Whether a password is easy to guess for somebody who knows what many people use, this shop, and the person. Loaded when a password is typed. */
export function isEasyToGuess(password: string, person: { email: string; name: string }): boolean {
  return checkPassword(password.padEnd(8, '\u0000'), person)?.code === 'password_common'
}
