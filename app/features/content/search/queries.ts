import type { Read } from '#app/lib/api.ts'
import { atShownPrices } from '#app/lib/in-market.ts'
import { getMarket } from '#app/lib/market.ts'
import type { SearchGroup, SearchResults, Suggestion } from '#contract/content/search.ts'

/** Returns results with products at the prices of their market. */
const atPrices = (results: SearchResults): SearchResults => ({ ...results, products: results.products.map(atShownPrices) })

/** Everything that matches a search, at most 8 of each kind. `isExact`: nothing is corrected or left out. */
export const searchQuery = (q: string, isExact = false, market = getMarket()): Read<SearchResults> => ({
  queryKey: ['search', q, isExact, market],
  read: (api, signal) => api.search.find({ query: { q, ...(isExact && { exact: 'true' }), ...market }, signal }).then(atPrices),
})

/** A page of one kind of results. `isExact`: nothing is corrected. */
export const searchGroupQuery = (
  q: string,
  { group, page, isExact }: { group: SearchGroup; page: number; isExact: boolean },
  market = getMarket(),
): Read<SearchResults> => ({
  queryKey: ['search', q, group, page, isExact, market],
  read: (api, signal) =>
    api.search.find({ query: { q, group, page: String(page), ...(isExact && { exact: 'true' }), ...market }, signal }).then(atPrices),
})

/** Popular searches, or what is proposed for a beginning. */
export const suggestionsQuery = (q: string): Read<Suggestion[]> => ({
  queryKey: ['search-suggestions', q],
  read: (api, signal) => api.search.suggest({ query: q === '' ? {} : { q }, signal }).then(({ items }) => items),
})

export const SEARCH_PAGE_SIZE = 24
