import type { Read } from '#app/lib/api.ts'
import type { SearchGroup, SearchResults, Suggestion } from '#contract/content/search.ts'

/** Everything that matches a search, at most 8 of each kind. `isExact`: nothing is corrected or left out. */
export const searchQuery = (q: string, isExact = false): Read<SearchResults> => ({
  queryKey: ['search', q, isExact],
  read: (api, signal) => api.search.find({ query: { q, ...(isExact && { exact: 'true' }) }, signal }),
})

/** A page of one kind of results. */
export const searchGroupQuery = (q: string, group: SearchGroup, page: number): Read<SearchResults> => ({
  queryKey: ['search', q, group, page],
  read: (api, signal) => api.search.find({ query: { q, group, page: String(page) }, signal }),
})

/** Popular searches, or what is proposed for a beginning. */
export const suggestionsQuery = (q: string): Read<Suggestion[]> => ({
  queryKey: ['search-suggestions', q],
  read: (api, signal) => api.search.suggest({ query: q === '' ? {} : { q }, signal }).then(({ items }) => items),
})

export const SEARCH_PAGE_SIZE = 24
