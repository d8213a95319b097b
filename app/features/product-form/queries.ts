import { officeKey } from '#app/features/applications/queries.ts'
import type { Read } from '#app/lib/load.ts'
import type { Category } from '#contract/categories.ts'
import type { Page } from '#contract/client.ts'
import type { ProductForm } from '#contract/product-edits.ts'

/** The categories that goods can be in. */
export const categoryChoicesQuery = (): Read<Page<Category>> => ({
  queryKey: ['categories', 'choices'],
  read: (api, signal) => api.categories.listPublic({ query: { limit: '500' }, signal }),
})

/** A product as its form opens it. */
export const productFormQuery = (token: string | null, id: string): Read<ProductForm> => ({
  queryKey: [...officeKey(token), 'product-form', id],
  read: (api, signal) => api.productEdits.form({ params: { id }, signal }),
  staleTime: 0,
})
