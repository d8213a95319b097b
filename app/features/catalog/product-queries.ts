import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { Read, ShopApi } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { ProductSummary } from '#contract/catalog/products.ts'
import type { BusinessStats } from '#contract/catalog/seller-products.ts'
import type { Page } from '#contract/client.ts'

/** Length of a list of choices. */
const CHOICES = '8'

type Token = string | null
type OwnProductsInput = NonNullable<NonNullable<Parameters<ShopApi['business']['products']>[0]>['query']>

export const ownStatsQuery = (token: Token): Read<BusinessStats> => ({
  queryKey: [...officeKey(token), 'own-stats'],
  read: (api, signal) => api.business.stats({ signal }),
  staleTime: 0,
})

export const ownProductsQuery = (token: Token, query: GridQuery): Read<Page<ProductSummary>> => ({
  queryKey: [...officeKey(token), 'own-products', query],
  // the grid's words are the call's own
  read: (api, signal) => api.business.products({ query: { ...(query as OwnProductsInput), fields: 'card' }, signal }),
  staleTime: 0,
})

/** Products on sale by name, of one seller where it is given. */
export const productChoicesQuery = (token: Token, search: string, businessId?: string): Read<Page<ProductSummary>> => ({
  queryKey: [...officeKey(token), 'product-choices', search, businessId ?? ''],
  read: (api, signal) =>
    api.products.list({ query: { fields: 'card', search, limit: CHOICES, ...(businessId && { businessId }) }, signal }),
  staleTime: 0,
})
