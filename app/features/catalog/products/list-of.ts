import type { Place } from '#app/lib/structured-data.ts'
import type { Product } from '#contract/catalog/products.ts'

/** Returns the list a product belongs to: Materials, or Products for everything else. */
export function listOf({ type }: Pick<Product, 'type'>): Place {
  return type === 'material' ? { to: '/materials', label: 'Materials' } : { to: '/products', label: 'Products' }
}
