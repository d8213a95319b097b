import { createHash, randomBytes } from 'node:crypto'

const PREFIX = 'rf_'
const FORM = /^rf_[\w-]{43}$/

/** A new secret of 256 bits, for a session or a link. The prefix lets scanners of leaked text find it. */
export function newToken(): string {
  return PREFIX + randomBytes(32).toString('base64url')
}

/** What is kept of a token: its SHA-256 in base64url. A fast hash is enough, as nobody can guess 256 bits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Whether `token` has the form of ours; others need no question to the database. */
export function isToken(token: string): boolean {
  return FORM.test(token)
}
