import { plainText } from '#app/lib/address.ts'

/** The filters of a glossary or FAQ page, as in the address: a category and a search; '' for none. */
export interface EntryFilters {
  category: string
  search: string
}

/** Parses the filters of an address; an unknown category counts as none. */
export function readEntryFilters(params: URLSearchParams, categories: readonly string[]): EntryFilters {
  const category = params.get('category') ?? ''
  const search = plainText(params.get('search'), 200)
  return { category: categories.find((known) => slugOf(known) === slugOf(category)) ?? '', search }
}

/** Returns a category's slug: "Board structure" is `board-structure`. */
export function slugOf(category: string): string {
  return category
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** Returns the address of a page with these filters. */
export function entriesHref(path: string, { category, search }: EntryFilters): string {
  const params = new URLSearchParams()
  if (category) params.set('category', slugOf(category))
  if (search) params.set('search', search)
  return params.size > 0 ? `${path}?${params}` : path
}
