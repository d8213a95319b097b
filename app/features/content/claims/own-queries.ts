import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { Read, ShopApi } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Page } from '#contract/client.ts'
import type { OwnClaim } from '#contract/content/claims.ts'

type Token = string | null
type ListQuery = NonNullable<NonNullable<Parameters<ShopApi['claims']['listOwn']>[0]>['query']>

export const ownClaimsQuery = (token: Token, query: GridQuery): Read<Page<OwnClaim>> => ({
  queryKey: [...officeKey(token), 'claims', query],
  read: (api, signal) => api.claims.listOwn({ query: query as ListQuery, signal }), // the grid sends only what its columns and filters name
  staleTime: 0,
})

export const ownClaimQuery = (token: Token, id: string): Read<OwnClaim> => ({
  queryKey: [...officeKey(token), 'claim', id],
  read: (api, signal) => api.claims.byId({ params: { id }, signal }),
  staleTime: 0,
})
