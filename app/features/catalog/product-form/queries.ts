import type { Read } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { AttributeAnswer } from '#contract/catalog/attributes.ts'
import type { Category } from '#contract/catalog/categories.ts'
import type { ProductForm } from '#contract/catalog/product-edits.ts'
import type { ProductSummary } from '#contract/catalog/products.ts'
import type { Page } from '#contract/client.ts'

/** Categories that a product can have. */
export const categoryChoicesQuery = (): Read<Page<Category>> => ({
  queryKey: ['categories', 'choices'],
  read: (api, signal) => api.categories.listPublic({ query: { limit: '500' }, signal }),
})

/** The typed specifications with the categories that use them. */
export const attributesQuery: Read<AttributeAnswer[]> = {
  queryKey: ['attributes'],
  read: (api, signal) => api.attributes.list({ signal }),
}

const CHOICES = 8

/** Products that another may fit, by their name. */
export const fitChoicesQuery = (search: string): Read<Page<ProductSummary>> => ({
  queryKey: ['products', 'fit-choices', search],
  read: (api, signal) => api.products.list({ query: { search, fields: 'card', limit: String(CHOICES) }, signal }),
})

/** A product for its form. */
export const productFormQuery = (token: string | null, id: string): Read<ProductForm> => ({
  queryKey: [...officeKey(token), 'product-form', id],
  read: (api, signal) => api.productEdits.form({ params: { id }, signal }),
  staleTime: 0,
})
