import { createHash, randomBytes } from 'node:crypto'

const PREFIX = 'rf_'
const FORM = /^rf_[\w-]{43}$/

/** Creates a secret of 256 bits for a session or a link. The prefix lets secret scanners find leaked ones. */
export function newToken(): string {
  return PREFIX + randomBytes(32).toString('base64url')
}

/** Hashes a token for storage, as SHA-256 in base64url. A fast hash is enough, because 256 bits cannot be guessed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Returns true if `token` has the form of our tokens; others need no query. */
export function isToken(token: string): boolean {
  return FORM.test(token)
}
