import type { Read } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { ProductSummary } from '#contract/catalog/products.ts'
import type { Page } from '#contract/client.ts'

/** Length of a list of choices. */
const CHOICES = '8'

/** Products on sale by name. */
export const productChoicesQuery = (token: string | null, search: string): Read<Page<ProductSummary>> => ({
  queryKey: [...officeKey(token), 'product-choices', search],
  read: (api, signal) => api.products.list({ query: { fields: 'card', search, limit: CHOICES }, signal }),
  staleTime: 0,
})
