import type { Read } from '#app/lib/load.ts'
import type { Category } from '#contract/catalog/categories.ts'
import type { Product, ProductFacets, ProductSummary } from '#contract/catalog/products.ts'
import type { Page } from '#contract/client.ts'
import type { ProductType } from '#domain/product.ts'
import type { FacetQuery, ListQuery } from './filters.ts'

const SHELF = 4

export const productListQuery = (query: ListQuery): Read<Page<ProductSummary>> => ({
  queryKey: ['products', 'list', query],
  read: (api, signal) => api.products.list({ query, signal }),
})

export const productFacetsQuery = (query: FacetQuery): Read<ProductFacets> => ({
  queryKey: ['products', 'facets', query],
  read: (api, signal) => api.products.facets({ query, signal }),
})

/** The featured goods of the home page today (D33). */
export const homeGoodsQuery: Read<ProductSummary[]> = {
  queryKey: ['products', 'featured'],
  read: async (api, signal) => (await api.products.featured({ signal })).items,
}

/** Every mat maker and chip maker on sale, by name; a shop has dozens, the call answers at most 500 of each. */
export const machinesQuery: Read<ProductSummary[]> = {
  queryKey: ['products', 'machines'],
  read: async (api, signal) => {
    const makers = (category: string) => api.products.list({ query: { type: 'machine', category, limit: '500', sort: 'name' }, signal })
    const lists = await Promise.all([makers('mat-maker'), makers('chip-maker')])
    return lists.flatMap(({ items }) => items)
  },
}

/** Goods of a category: one more than a shelf holds, since the product itself is among them. */
export const relatedQuery = (category: string): Read<Page<ProductSummary>> => ({
  queryKey: ['products', 'related', category],
  read: (api, signal) => api.products.list({ query: { category, limit: String(SHELF + 1) }, signal }),
})

/** What fits a machine: the parts and accessories whose specification names it. */
export const fittingQuery = (slug: string): Read<Page<ProductSummary>> => ({
  queryKey: ['products', 'fitting', slug],
  read: (api, signal) => api.products.list({ query: { fits: slug, limit: String(2 * SHELF) }, signal }),
})

/** The first goods of a seller: among equipment the machines before their parts, which cost less. */
export const goodsOfQuery = (businessId: string, type: ProductType): Read<Page<ProductSummary>> => ({
  queryKey: ['products', 'of', businessId, type],
  read: (api, signal) =>
    api.products.list({ query: { businessId, type, sort: type === 'machine' ? '-price' : 'featured', limit: String(2 * SHELF) }, signal }),
})

/** One product. What was fetched when its link was touched is good for the click that follows; a later visit asks anew: stock moves. */
export const productQuery = (slug: string): Read<Product> => ({
  queryKey: ['products', 'slug', slug],
  read: (api, signal) => api.products.bySlug({ params: { slug }, signal }),
  staleTime: 5000,
})

export const categoriesQuery: Read<Category[]> = {
  queryKey: ['categories'],
  read: async (api, signal) => (await api.categories.listPublic({ signal })).items,
}
