import type { Place } from '#app/lib/structured-data.ts'
import type { Product } from '#contract/catalog/products.ts'

/** The list that a product stands in: Materials, or Products for everything else (D53). */
export function listOf({ type }: Pick<Product, 'type'>): Place {
  return type === 'material' ? { to: '/materials', label: 'Materials' } : { to: '/products', label: 'Products' }
}
