import { redirect } from 'react-router'
import { businessQuery } from '#app/features/businesses/queries.ts'
import { orNull, type Reading } from '#app/lib/load.ts'
import type { ProductType } from '#domain/product.ts'
import { facetQuery, listHref, listQuery, PAGE_SIZE, readFilters } from './filters.ts'
import { categoriesQuery, productFacetsQuery, productListQuery } from './queries.ts'

/** Reads everything that a list of goods shows. A page behind the last one leads to the last. */
export async function loadList({ url, load }: Reading, type: ProductType) {
  const filters = readFilters(url.searchParams)
  const [list, facets, categories, producer] = await Promise.all([
    orNull(load(productListQuery(listQuery(type, filters)))),
    orNull(load(productFacetsQuery(facetQuery(type, filters)))),
    orNull(load(categoriesQuery)),
    filters.businessId === '' ? null : load(businessQuery(filters.businessId)).catch(() => null),
  ])
  const pages = Math.max(1, Math.ceil((list?.total ?? 0) / PAGE_SIZE))
  if (list && filters.page > pages) throw redirect(listHref(url.pathname, filters, { page: pages }))
  return {
    filters,
    list,
    facets,
    categories: (categories ?? []).filter(({ kind }) => kind === type),
    producer: producer?.name,
    pages,
  }
}

export type LoadedList = Awaited<ReturnType<typeof loadList>>
