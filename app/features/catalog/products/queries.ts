import type { Read } from '#app/lib/api.ts'
import type { Category } from '#contract/catalog/categories.ts'
import type { Product, ProductSummary } from '#contract/catalog/products.ts'
import type { Page } from '#contract/client.ts'
import { MACHINE_CATEGORIES, type ProductType } from '#domain/product.ts'
import { type Card, cardOf, cardsOf } from './card.ts'

const SHELF = 4

/** The featured products of the home page today. */
export const homeProductsQuery: Read<Card[]> = {
  queryKey: ['products', 'featured'],
  read: async (api, signal) => (await api.products.featured({ query: { fields: 'card' }, signal })).items.map(cardOf),
}

/** Every mat maker and chip maker on sale, by name; at most 500 of each. */
export const machinesQuery: Read<ProductSummary[]> = {
  queryKey: ['products', 'machines'],
  read: async (api, signal) => {
    const makers = (category: string) =>
      api.products.list({ query: { fields: 'card', type: 'machine', category, limit: '500', sort: 'name' }, signal })
    const lists = await Promise.all(MACHINE_CATEGORIES.map(makers))
    return lists.flatMap(({ items }) => items)
  },
}

/** Products of a category: one more than is shown, since the product itself is among them. */
export const relatedQuery = (category: string): Read<Page<Card>> => ({
  queryKey: ['products', 'related', category],
  read: (api, signal) => api.products.list({ query: { fields: 'card', category, limit: String(SHELF + 1) }, signal }).then(cardsOf),
})

/** The first products that fit another: parts and accessories of a machine. */
export const fittingQuery = (slug: string): Read<Page<Card>> => ({
  queryKey: ['products', 'fitting', slug],
  read: (api, signal) => api.products.list({ query: { fields: 'card', fits: slug, limit: String(4 * SHELF) }, signal }).then(cardsOf),
})

/** A seller's first products of a type. */
export const sellerProductsQuery = (businessId: string, type: ProductType): Read<Page<Card>> => ({
  queryKey: ['products', 'of', businessId, type],
  read: (api, signal) =>
    api.products.list({ query: { fields: 'card', businessId, type, sort: 'featured', limit: String(2 * SHELF) }, signal }).then(cardsOf),
})

/** One product. A prefetched answer is used for the click that follows; a later visit loads it again, because stock changes. */
export const productQuery = (slug: string): Read<Product> => ({
  queryKey: ['products', 'slug', slug],
  read: (api, signal) => api.products.bySlug({ params: { slug }, signal }),
  staleTime: 5000,
})

export const categoriesQuery: Read<Category[]> = {
  queryKey: ['categories'],
  read: async (api, signal) => (await api.categories.listPublic({ signal })).items,
}
