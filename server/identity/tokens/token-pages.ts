import type { TokenKind } from '#domain/api-tokens.ts'

/** Screens that list the tokens of each kind. */
export const TOKEN_PAGES: Readonly<Record<TokenKind, string>> = {
  person: '/account/security/tokens',
  business: '/business/tokens',
  platform: '/admin/tokens',
}
