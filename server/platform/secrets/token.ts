import { createHash, randomBytes } from 'node:crypto'
import type { TokenKind } from '#domain/api-tokens.ts'

const PREFIX = 'rf_'
const FORM = /^rf_[\w-]{43}$/
/** Prefixes of API tokens. */
const API_PREFIXES: Readonly<Record<TokenKind, string>> = { person: 'rfp_', business: 'rfb_', platform: 'rfs_' }
const API_FORM = /^(rf[pbs]_[\w-]{43})([\w-]{6})$/
/** API tokens within a text. */
export const API_TOKENS = /\brf[pbs]_[\w-]{49}/g

const random = () => randomBytes(32).toString('base64url')

/** Creates a secret of 256 bits for a session or a link. The prefix lets secret scanners find leaked ones. */
export function newToken(): string {
  return PREFIX + random()
}

/** Hashes a token for storage, as SHA-256 in base64url. A fast hash is enough, because 256 bits cannot be guessed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Returns true if `token` has the form of our tokens; others need no query. */
export function isToken(token: string): boolean {
  return FORM.test(token)
}

/** Returns what an `Authorization` header bears as an API token, also what only begins like one; null where it bears none. */
export const borneApiToken = (authorization: string): string | null => /^Bearer +(rf[pbs]_.*)$/i.exec(authorization)?.[1] ?? null

const checksum = (secret: string) => hashToken(secret).slice(0, 6)

/** Creates the secret of an API token: its prefix says the kind, and its end is a checksum by which scanners recognize it. */
export function newApiToken(kind: TokenKind): string {
  const secret = API_PREFIXES[kind] + random()
  return secret + checksum(secret)
}

/** Returns true if `token` has the form and the checksum of an API token; others need no query. */
export function isApiToken(token: string): boolean {
  const [, secret, sum] = API_FORM.exec(token) ?? []
  return secret !== undefined && sum === checksum(secret)
}
