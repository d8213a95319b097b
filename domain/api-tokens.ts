import type { Access } from './access.ts'
import { isStaffRole, type Role } from './user.ts'

/** Kinds of API tokens, by the one whose calls they make: their owner as a customer, a business, or staff of the platform. */
export const TOKEN_KINDS = ['person', 'business', 'platform'] as const

export type TokenKind = (typeof TOKEN_KINDS)[number]

/** Scopes of API tokens; each call that tokens may make names one. */
export const TOKEN_SCOPES = ['read', 'stock', 'orders'] as const

export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** Names of the scopes. */
export const SCOPE_LABELS: Readonly<Record<TokenScope, string>> = { read: 'Read', stock: 'Stock and prices', orders: 'Orders and tracking' }

/** Scopes that a token of each kind can have: the others open nothing to it. */
export const SCOPES_OF = {
  person: ['read', 'orders'],
  business: TOKEN_SCOPES,
  platform: TOKEN_SCOPES,
} as const satisfies Record<TokenKind, readonly TokenScope[]>

/** Kind and scopes of a token. */
export interface TokenGrant {
  kind: TokenKind
  scopes: readonly TokenScope[]
}

/** The rule of a call for tokens: one scope opens it, `any` every token; null: none does. */
export type TokenRule = TokenScope | 'any' | null

/** Returns true if a call is for the one whose calls this kind of token makes: a person's own, a business's, or those of staff. */
export function isForKind(access: Access, kind: TokenKind): boolean {
  if (typeof access === 'string') return access === 'signedIn' && kind === 'person'
  return access.some((role: Role) => (kind === 'business' ? role === 'business_admin' : kind === 'platform' && isStaffRole(role)))
}

/**
 * Returns why a token may not make a call: its kind never may (`kind`), or it lacks the scope. Null: it may, where its owner's role and
 * duties may.
 */
export function tokenRefusal({ access, token }: { access: Access; token: TokenRule }, grant: TokenGrant): 'kind' | TokenScope | null {
  if (token === 'any') return null
  if (token === null || !isForKind(access, grant.kind)) return 'kind'
  return grant.scopes.includes(token) ? null : token
}
