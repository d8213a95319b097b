import type { Read } from '#app/lib/api.ts'
import { atShownPrices } from '#app/lib/in-market.ts'
import { getMarket } from '#app/lib/market.ts'
import type { Category } from '#contract/catalog/categories.ts'
import type { Product, ProductSummary } from '#contract/catalog/products.ts'
import type { RecalledProduct } from '#contract/catalog/recalls.ts'
import type { Page } from '#contract/client.ts'
import { MACHINE_CATEGORIES, type ProductType } from '#domain/product.ts'
import { type Card, cardOf, cardsOf } from './card.ts'

const SHELF = 4

/** The featured products of the home page today, at the prices of the visitor's market. */
export const homeProductsQuery = (market = getMarket()): Read<Card[]> => ({
  queryKey: ['products', 'featured', market],
  read: async (api, signal) => (await api.products.featured({ query: { fields: 'card', ...market }, signal })).items.map(cardOf),
})

/** Every mat maker and chip maker on sale, by name; at most 500 of each. */
export const machinesQuery = (market = getMarket()): Read<ProductSummary[]> => ({
  queryKey: ['products', 'machines', market],
  read: async (api, signal) => {
    const makers = (category: string) =>
      api.products.list({ query: { fields: 'card', type: 'machine', category, limit: '500', sort: 'name', ...market }, signal })
    const lists = await Promise.all(MACHINE_CATEGORIES.map(makers))
    return lists.flatMap(({ items }) => items.map(atShownPrices))
  },
})

/** Products of a category: one more than is shown, since the product itself is among them. */
export const relatedQuery = (category: string, market = getMarket()): Read<Page<Card>> => ({
  queryKey: ['products', 'related', category, market],
  read: (api, signal) =>
    api.products.list({ query: { fields: 'card', category, limit: String(SHELF + 1), ...market }, signal }).then(cardsOf),
})

/** The first products that fit another: parts and accessories of a machine. */
export const fittingQuery = (slug: string, market = getMarket()): Read<Page<Card>> => ({
  queryKey: ['products', 'fitting', slug, market],
  read: (api, signal) =>
    api.products.list({ query: { fields: 'card', fits: slug, limit: String(4 * SHELF), ...market }, signal }).then(cardsOf),
})

/** A seller's first products of a type. */
export const sellerProductsQuery = (businessId: string, type: ProductType, market = getMarket()): Read<Page<Card>> => ({
  queryKey: ['products', 'of', businessId, type, market],
  read: (api, signal) =>
    api.products
      .list({ query: { fields: 'card', businessId, type, sort: 'featured', limit: String(2 * SHELF), ...market }, signal })
      .then(cardsOf),
})

/** One product. A prefetched answer is used for the click that follows; a later visit loads it again, because stock changes. */
export const productQuery = (slug: string, market = getMarket()): Read<Product> => ({
  queryKey: ['products', 'slug', slug, market],
  read: (api, signal) => api.products.bySlug({ params: { slug }, query: market, signal }),
  staleTime: 5000,
})

export const categoriesQuery: Read<Category[]> = {
  queryKey: ['categories'],
  read: async (api, signal) => (await api.categories.listPublic({ signal })).items,
}

/** The recalled products, newest recall first. */
export const recallsQuery: Read<RecalledProduct[]> = {
  queryKey: ['recalls'],
  read: async (api, signal) => (await api.recalls.list({ query: { limit: '500' }, signal })).items,
}
