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

/** Explanations of the scopes, for those who choose them. */
export const SCOPE_TEXTS: Readonly<Record<TokenKind, Readonly<Partial<Record<TokenScope, string>>>>> = {
  person: {
    read: 'Reads your orders, invoices and other documents, returns and quotes.',
    orders: "Cancels orders that aren't paid and requests returns.",
  },
  business: {
    read: 'Reads your products and imports; your orders with shipping addresses, parcels, returns and quotes with their messages; your sales, earnings, payouts, disputes, documents and accounting journal.',
    stock:
      'Sets stock and prices. Imports products: adds them, changes all that a file can have, and undoes imports. Reads what became of the rows.',
    orders: "Ships orders, sets tracking numbers, answers returns and cancels orders that aren't paid.",
  },
  platform: {
    read: 'Reads the products of all businesses with their history, categories, specifications and imports; all orders with names, emails and addresses of buyers, parcels, returns and quotes with their messages. As your duties allow.',
    stock:
      'Sets stock and prices. Imports products: adds them, changes all that a file can have, and undoes imports. Reads what became of the rows.',
    orders: "Changes the status of orders, ships them, sets tracking numbers, answers returns and cancels orders that aren't paid.",
  },
}

/** Maximum lifetime of a token in days; the minimum is one. */
export const MAX_TOKEN_DAYS = 366

/** Lifetime that the form suggests, in days. */
export const DEFAULT_TOKEN_DAYS = 90

/** Days before the end of a token from which its owner is emailed, by the next job of a day. */
export const TOKEN_WARNING_DAYS = 7

/** The same for tokens that live no longer than that. Of one that lives a day, the email on creation names the end. */
export const SHORT_TOKEN_WARNING_DAYS = 2

/** Maximum number of a person's tokens of one kind that have not ended. */
export const MAX_TOKENS = 20

/** Maximum length of a token's name. */
export const MAX_TOKEN_NAME = 60

/** Calls that each token may make in a minute. */
export const TOKEN_CALLS_PER_MINUTE = 600

/** Calls that change something which a person may make in a minute without a token, in all sessions together. */
export const SESSION_WRITES_PER_MINUTE = 60

/** Kind and scopes of a token. */
export interface TokenGrant {
  kind: TokenKind
  scopes: readonly TokenScope[]
}

/** The rule of a call for tokens: a scope opens it, or each of several; `any` every token; null: none does. */
export type TokenRule = TokenScope | readonly [TokenScope, ...TokenScope[]] | 'any' | null

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
  const opening = typeof token === 'string' ? ([token] as const) : token
  return opening.some((scope) => grant.scopes.includes(scope)) ? null : opening[0]
}
