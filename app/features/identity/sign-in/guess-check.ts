import { checkPassword } from '#domain/password.ts'

/** Says whether a password is common, or close to the shop's name or the person's. Large, so loaded when a password is typed. */
export function isEasyToGuess(password: string, person: { email: string; name: string }): boolean {
  return checkPassword(password.padEnd(8, '\u0000'), person)?.code === 'password_common'
}
