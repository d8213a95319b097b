import { filterParams, type ListFilters, NO_FILTERS, readFilters } from '#app/features/catalog/products/filters.ts'
import { queryString } from '#contract/client.ts'
import type { SearchResults } from '#contract/content/search.ts'

/** What the page of results can show: all kinds at once, or one of them. */
export const SEARCH_KINDS = ['all', 'equipment', 'materials', 'producers', 'articles', 'glossary'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

export const KIND_LABELS: Readonly<Record<SearchKind, string>> = {
  all: 'All',
  equipment: 'Equipment',
  materials: 'Materials',
  producers: 'Producers',
  articles: 'Articles',
  glossary: 'Glossary',
}

/** How many results of a kind there are. */
export function totalOf(kind: SearchKind, { equipment, materials, producers, articles, terms }: SearchResults['totals']): number {
  const totals = { equipment, materials, producers, articles, glossary: terms }
  return kind === 'all' ? equipment + materials + producers + articles + terms : totals[kind]
}

/** What the page of results shows; the filters count for equipment and materials, whose sellers are not narrowed. */
export interface SearchView {
  kind: SearchKind
  filters: ListFilters
}

/** Reads the address of the page of results; what makes no sense there is left out. */
export function readView(params: URLSearchParams): SearchView {
  const kind = SEARCH_KINDS.find((each) => each === params.get('kind')) ?? 'all'
  const asList = new URLSearchParams(params)
  asList.set('search', params.get('q') ?? '')
  asList.delete('businessType')
  return { kind, filters: readFilters(asList) }
}

/** The view as an address carries it: `q` and `kind` first, then the filters of a list. */
export function viewParams({ kind, filters }: SearchView): Record<string, string> {
  const { search, ...others } = filterParams({ ...filters, businessType: NO_FILTERS.businessType })
  return { ...(search && { q: search }), ...(kind !== 'all' && { kind }), ...others }
}

/** The address of a view with some filters changed; a change begins at the first page, unless it is the page itself. */
export function viewHref({ kind, filters }: SearchView, change: Partial<ListFilters> = {}): string {
  const query = queryString(viewParams({ kind, filters: { ...filters, page: 1, ...change } }))
  return query === '' ? '/search' : `/search?${query}`
}

/** The address of all results of a search, or of one kind of them. */
export function searchHref(search: string, kind: SearchKind = 'all'): string {
  return viewHref({ kind, filters: { ...NO_FILTERS, search } })
}
