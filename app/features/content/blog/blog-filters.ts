import { pageOf, plainText } from '#app/lib/address.ts'
import { queryString } from '#contract/client.ts'

export const POSTS_PAGE_SIZE = 9
const TEXT_MAX = 80
const SEARCH_MAX = 200

/** The filters in the blog's address. An empty text means no filter. */
export interface BlogFilters {
  category: string
  tag: string
  search: string
  page: number
}

export const NO_BLOG_FILTERS: BlogFilters = { category: '', tag: '', search: '', page: 1 }

/** Parses the filters of an address, ignoring invalid ones. */
export function readBlogFilters(params: URLSearchParams): BlogFilters {
  return {
    category: plainText(params.get('category'), TEXT_MAX),
    tag: plainText(params.get('tag'), TEXT_MAX),
    search: plainText(params.get('search'), SEARCH_MAX),
    page: pageOf(params.get('page')),
  }
}

/** Returns category, tag and search as URL parameters: only those set, always in the same order. */
export function blogParams({ category, tag, search }: BlogFilters): Partial<Pick<BlogFilters, 'category' | 'tag' | 'search'>> {
  return { ...(category && { category }), ...(tag && { tag }), ...(search && { search }) }
}

export const isNarrowed = (filters: BlogFilters) => Object.keys(blogParams(filters)).length > 0

/** Returns the blog's address with some filters changed. Any change but that of the page returns to the first page. */
export function blogHref(filters: BlogFilters, change: Partial<BlogFilters> = {}): string {
  const { page, ...rest } = { ...filters, page: 1, ...change }
  const query = queryString({ ...blogParams({ ...rest, page }), ...(page > 1 && { page: String(page) }) })
  return query === '' ? '/blog' : `/blog?${query}`
}

export const categoryHref = (category: string) => blogHref({ ...NO_BLOG_FILTERS, category })
export const tagHref = (tag: string) => blogHref({ ...NO_BLOG_FILTERS, tag })
