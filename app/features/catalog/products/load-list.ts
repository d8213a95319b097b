import { data, redirect } from 'react-router'
import { businessQuery } from '#app/features/sellers/queries.ts'
import { orNull, pause, type Read, type Reading } from '#app/lib/api.ts'
import { getMarket } from '#app/lib/market.ts'
import type { ProductFacets } from '#contract/catalog/products.ts'
import type { Page } from '#contract/client.ts'
import { isApiError } from '#contract/errors.ts'
import type { ProductType } from '#domain/product.ts'
import { type Card, cardsOf } from './card.ts'
import { type FacetQuery, facetQuery, type ListFilters, type ListQuery, listHref, listQuery, PAGE_SIZE, readFilters } from './filters.ts'
import { categoriesQuery, productQuery } from './queries.ts'

export const productListQuery = (query: ListQuery, market = getMarket()): Read<Page<Card>> => ({
  queryKey: ['products', 'list', query, market],
  read: (api, signal) => api.products.list({ query: { ...query, ...market, fields: 'card' }, signal }).then(cardsOf),
})

export const productFacetsQuery = (query: FacetQuery, market = getMarket()): Read<ProductFacets> => ({
  queryKey: ['products', 'facets', query, market],
  read: (api, signal) => api.products.facets({ query: { ...query, ...market }, signal }),
})

/** Time in ms that counts may take longer than the list. */
const COUNTS_MS = 1000

/** Redirects to the list without the filters by attribute that the shop refuses, as of a choice that it has no more. */
function refuseSpec(path: string, filters: ListFilters, error: unknown): never {
  if (isApiError(error) && error.status === 422 && Object.keys(filters.spec).length > 0) {
    const refused = new Set(error.errors.map(({ field }) => field))
    const left = Object.entries(filters.spec).filter(([key]) => !refused.has(`spec.${key}`))
    const isAny = left.length < Object.keys(filters.spec).length
    throw redirect(listHref(path, filters, { spec: isAny ? Object.fromEntries(left) : {} }))
  }
  throw error
}

/** Returns an address with the names in its query in small letters; null if they are. */
function withSmallNames({ pathname, searchParams }: URL): string | null {
  const small = new URLSearchParams(searchParams)
  for (const name of ['category', 'fits']) {
    const typed = searchParams.get(name)
    if (typed !== null) small.set(name, typed.toLowerCase())
  }
  return small.toString() === searchParams.toString() ? null : `${pathname}?${small}`
}

/** Loads a product list. A page past the last redirects to the last one, a category's former value, or capitals, to its current one. */
export async function loadList({ url, load }: Reading, type: ProductType) {
  const small = withSmallNames(url)
  if (small !== null) throw redirect(small, 301)
  const filters = readFilters(url.searchParams, type)
  const reading = orNull(
    load(productListQuery(listQuery(type, filters))).catch((error: unknown) => refuseSpec(url.pathname, filters, error)),
  )
  const counting = load(productFacetsQuery(facetQuery(type, filters))).catch(() => null)
  const [list, facets, categories, producer, fitted] = await Promise.all([
    reading,
    Promise.race([counting, reading.then(() => pause(COUNTS_MS))]),
    load(categoriesQuery).catch(() => null),
    filters.businessId === '' ? null : load(businessQuery(filters.businessId)).catch(() => null),
    filters.fits === '' ? null : load(productQuery(filters.fits)).catch(() => null),
  ])
  const renamed = (categories ?? []).find(({ formerValues }) => formerValues.includes(filters.category))
  if (renamed) throw redirect(listHref(url.pathname, filters, { category: renamed.value }), 301)
  const pages = Math.max(1, Math.ceil((list?.total ?? 0) / PAGE_SIZE))
  if (list && filters.page > pages) throw redirect(listHref(url.pathname, filters, { page: pages }))
  return {
    list,
    facets,
    isNewShop: categories?.every((category) => category.count === 0) ?? false,
    categories: (categories ?? [])
      .filter(({ kind }) => kind === type)
      .map(({ value, label, description, count }) => ({ value, label, description, count })),
    producer: producer?.name,
    fitted: fitted?.name,
    pages,
  }
}

export type LoadedList = Awaited<ReturnType<typeof loadList>>

/**
 * Returns the server's answer: everything at once, as a 503 where the list could not be read, so that nobody caches or indexes the page.
 */
export function whole<Loaded extends { list: object | null }>(loaded: Loaded) {
  return loaded.list ? { loaded } : data({ loaded }, { status: 503 })
}
