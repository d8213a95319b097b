import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { Read, ShopApi } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { ProductForm } from '#contract/catalog/product-edits.ts'
import type { ProductSummary } from '#contract/catalog/products.ts'
import type { ProductChange, ProductCounts } from '#contract/catalog/staff-products.ts'
import type { Page } from '#contract/client.ts'
import { isUuid } from '#domain/text.ts'

type Token = string | null
type ListQuery = NonNullable<NonNullable<Parameters<ShopApi['staffProducts']['list']>[0]>['query']>

/** One page of the products of every business. */
export const staffProductsQuery = (token: Token, query: GridQuery): Read<Page<ProductSummary>> => ({
  queryKey: [...officeKey(token), 'staff-products', query],
  // the grid sends only what its columns and filters name
  read: (api, signal) => api.staffProducts.list({ query: { ...(query as ListQuery), fields: 'card' }, signal }),
  staleTime: 0,
})

/** Numbers of products by status. */
export const productCountsQuery = (token: Token): Read<ProductCounts> => ({
  queryKey: [...officeKey(token), 'staff-products', 'counts'],
  read: (api, signal) => api.staffProducts.counts({ signal }),
  staleTime: 0,
})

/** Changes of a product, newest first. */
export const productHistoryQuery = (token: Token, productId: string, limit: number): Read<Page<ProductChange>> => ({
  queryKey: [...officeKey(token), 'product-history', productId, limit],
  read: (api, signal) => api.staffProducts.history({ params: { productId }, query: { limit: String(limit) }, signal }),
  staleTime: 0,
})

/** A product by id or slug (a former slug, too), for its form. */
export const namedProductQuery = (token: Token, idOrSlug: string): Read<ProductForm> => ({
  queryKey: [...officeKey(token), 'product-form', idOrSlug],
  read: async (api, signal) => {
    const id = isUuid(idOrSlug) ? idOrSlug : (await api.products.bySlug({ params: { slug: idOrSlug }, signal })).id
    return api.productEdits.form({ params: { id }, signal })
  },
  staleTime: 0,
})
