import { plainText } from '#app/lib/address.ts'

/** What narrows the words of a page: a category and a search, both as the address has them; '' for none. */
interface WordFilters {
  category: string
  search: string
}

/** Reads them from an address; a category that the page does not have counts as none. */
export function readWordFilters(params: URLSearchParams, categories: readonly string[]): WordFilters {
  const category = params.get('category') ?? ''
  const search = plainText(params.get('search'), 200)
  return { category: categories.find((known) => slugOf(known) === slugOf(category)) ?? '', search }
}

/** A category in an address: "Board structure" is `board-structure`. */
export function slugOf(category: string): string {
  return category
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** The address of a page of words, narrowed. */
export function wordsHref(path: string, { category, search }: WordFilters): string {
  const params = new URLSearchParams()
  if (category) params.set('category', slugOf(category))
  if (search) params.set('search', search)
  return params.size > 0 ? `${path}?${params}` : path
}
