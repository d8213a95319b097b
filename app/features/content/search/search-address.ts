import { changeFilters, filterParams, type ListFilters, NO_FILTERS, readFilters } from '#app/features/catalog/products/filters.ts'
import { queryString } from '#contract/client.ts'
import type { SearchResults } from '#contract/content/search.ts'

/** Views of the results page: all kinds, or one of them. */
export const SEARCH_KINDS = ['all', 'equipment', 'materials', 'producers', 'articles', 'help', 'glossary'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

export const KIND_LABELS: Readonly<Record<SearchKind, string>> = {
  all: 'All',
  equipment: 'Equipment',
  materials: 'Materials',
  producers: 'Producers',
  articles: 'Articles',
  help: 'Help',
  glossary: 'Glossary',
}

/** Suggestions for an empty search. */
export const QUICK_LINKS = [
  { to: '/products', label: 'All equipment' },
  { to: '/materials', label: 'All packaging materials' },
  { to: '/producers', label: 'Producers' },
  { to: '/impact-calculator', label: 'Impact calculator' },
  { to: '/support', label: 'Support' },
] as const

/** Returns the number of results of a kind. */
export function totalOf(kind: SearchKind, { equipment, materials, producers, articles, pages, terms }: SearchResults['totals']): number {
  const totals = { equipment, materials, producers, articles, help: pages, glossary: terms }
  return kind === 'all' ? equipment + materials + producers + articles + pages + terms : totals[kind]
}

/** Returns the number of all results with the answers of the shop itself. */
export const totalWithAnswers = ({ totals, understood }: SearchResults): number => totalOf('all', totals) + understood.answers.length

/** The state of the results page; the filters apply to equipment and materials, which have no filter by type of seller. */
export interface SearchView {
  kind: SearchKind
  filters: ListFilters
}

/** Parses the address of the results page, ignoring invalid values. */
export function readView(params: URLSearchParams): SearchView {
  const kind = SEARCH_KINDS.find((each) => each === params.get('kind')) ?? 'all'
  const asList = new URLSearchParams(params)
  asList.set('search', params.get('q') ?? '')
  asList.delete('businessType')
  return { kind, filters: readFilters(asList) }
}

/** Returns a view as URL parameters: `q` and `kind` first, then the filters of a list. */
export function viewParams({ kind, filters }: SearchView): Record<string, string> {
  const { search, ...others } = filterParams({ ...filters, businessType: NO_FILTERS.businessType })
  return { ...(search && { q: search }), ...(kind !== 'all' && { kind }), ...others }
}

/** Returns the address of a view with some filters changed. */
export function viewHref({ filters, ...view }: SearchView, change: Partial<ListFilters> = {}): string {
  const query = queryString(viewParams({ ...view, filters: changeFilters(filters, change) }))
  return query === '' ? '/search' : `/search?${query}`
}

/** Returns the address of all results of a search, or of one kind of them. `isExact`: nothing is corrected or left out. */
export function searchHref(search: string, kind: SearchKind = 'all', isExact = false): string {
  return viewHref({ kind, filters: { ...NO_FILTERS, search, isExact } })
}

/** Returns the address of the contact form with a search carried into it. */
export const askHref = (search: string): string => `/contact?${new URLSearchParams({ q: search })}`
