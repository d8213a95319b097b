import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { Read, ShopApi } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Page } from '#contract/client.ts'
import type { SearchClick, StaffSynonym, ZeroResultSearch } from '#contract/content/synonyms.ts'

type Token = string | null
type QueryOf<Call extends 'clicks' | 'list' | 'zeroResults'> = NonNullable<NonNullable<Parameters<ShopApi['synonyms'][Call]>[0]>['query']>

export const synonymsQuery = (token: Token, query: GridQuery): Read<Page<StaffSynonym>> => ({
  queryKey: [...officeKey(token), 'synonyms', query],
  // the grid sends only what its columns and filters name
  read: (api, signal) => api.synonyms.list({ query: query as QueryOf<'list'>, signal }),
  staleTime: 0,
})

export const zeroResultsQuery = (token: Token, query: GridQuery): Read<Page<ZeroResultSearch>> => ({
  queryKey: [...officeKey(token), 'zero-results', query],
  read: (api, signal) => api.synonyms.zeroResults({ query: query as QueryOf<'zeroResults'>, signal }), // as above
  staleTime: 0,
})

export const clicksQuery = (token: Token, query: GridQuery): Read<Page<SearchClick>> => ({
  queryKey: [...officeKey(token), 'search-clicks', query],
  read: (api, signal) => api.synonyms.clicks({ query: query as QueryOf<'clicks'>, signal }), // as above
  staleTime: 0,
})
