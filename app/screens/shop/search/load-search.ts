import { redirect } from 'react-router'
import { facetQuery, listQuery, PAGE_SIZE } from '#app/features/catalog/products/filters.ts'
import { productFacetsQuery, productListQuery } from '#app/features/catalog/products/load-list.ts'
import { SEARCH_PAGE_SIZE, searchGroupQuery, searchQuery } from '#app/features/content/search/queries.ts'
import { readView, type SearchKind, type SearchView, totalOf, viewHref } from '#app/features/content/search/search-address.ts'
import { orNull, type Reading } from '#app/lib/api.ts'
import type { SearchGroup } from '#contract/content/search.ts'
import type { ProductType } from '#domain/product.ts'

const TYPES: Partial<Record<SearchKind, ProductType>> = { equipment: 'machine', materials: 'material' }
const GROUPS: Partial<Record<SearchKind, SearchGroup>> = { producers: 'producers', articles: 'articles', help: 'pages', glossary: 'terms' }

/** Loads one kind of matching products with the counts of every filter; null on failure. */
async function loadProducts({ load }: Reading, { filters }: SearchView, type: ProductType) {
  const [list, facets] = await Promise.all([
    orNull(load(productListQuery(listQuery(type, filters)))),
    orNull(load(productFacetsQuery(facetQuery(type, filters)))),
  ])
  return list && { list, facets }
}

function stayWithin(view: SearchView, total: number, pageSize: number): number {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  if (view.filters.page > pages) throw redirect(viewHref(view, { page: pages }))
  return pages
}

/** Loads the page of results; `results` is null for an empty search and, with `isFailed`, on failure. */
export async function loadSearch(reading: Reading) {
  const view = readView(reading.url.searchParams)
  const { search, page, isExact } = view.filters
  const nothing = { view, results: null, products: null, pages: 1, isFailed: false }
  if (search === '') return nothing
  const type = TYPES[view.kind]
  const group = GROUPS[view.kind]
  const [results, products] = await Promise.all([
    orNull(reading.load(group ? searchGroupQuery(search, { group, page, isExact }) : searchQuery(search, isExact))),
    type ? loadProducts(reading, view, type) : null,
  ])
  if (!results || (type && !products)) return { ...nothing, results, isFailed: true }
  const pages = products
    ? stayWithin(view, products.list.total, PAGE_SIZE)
    : group
      ? stayWithin(view, totalOf(view.kind, results.totals), SEARCH_PAGE_SIZE)
      : 1
  return { view, results, products, pages, isFailed: false }
}

export type LoadedSearch = Awaited<ReturnType<typeof loadSearch>>
