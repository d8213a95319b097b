import { api, type Read } from '#app/lib/api.ts'
import type { Api } from '#contract/client.ts'
import type { ApiToken } from '#contract/identity/tokens.ts'
import type { Contract } from '#contract/index.ts'
import type { TokenKind } from '#domain/api-tokens.ts'

/** Returns the calls about the API tokens of one kind. */
export function callsOf(kind: TokenKind): Pick<Api<Contract>['tokens'], 'list' | 'create' | 'revoke'> {
  if (kind === 'person') return api.tokens
  return kind === 'business' ? api.businessTokens : api.staffTokens
}

/** The API tokens of one kind that the caller may revoke. */
export const tokensQuery = (kind: TokenKind, token: string | null): Read<ApiToken[]> => ({
  queryKey: ['api-tokens', token, kind],
  read: (_api, signal) => callsOf(kind).list({ signal }),
  staleTime: 0,
})
