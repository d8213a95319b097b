import type { ProductType } from '#domain/product.ts'

/** One of the two lists of goods, with its words. */
export interface Catalog {
  type: ProductType
  /** The button of all categories. */
  all: string
  searchLabel: string
  searchPlaceholder: string
  loading: string
  failed: string
  empty: string
  /** Where else a search may find something. */
  other: { to: string; label: string }
}

/** /products (S77-S87). */
export const EQUIPMENT: Catalog = {
  type: 'machine',
  all: 'All Equipment',
  searchLabel: 'Search this equipment',
  searchPlaceholder: 'Search equipment...',
  loading: 'Loading products...',
  failed: 'Error loading products. Please try again later.',
  empty: 'No products found matching your criteria.',
  other: { to: '/materials', label: 'Search packaging instead' },
}

/** /materials and /packaging (S88-S94). */
export const MATERIALS: Catalog = {
  type: 'material',
  all: 'All Materials',
  searchLabel: 'Search these materials',
  searchPlaceholder: 'Search materials...',
  loading: 'Loading materials...',
  failed: 'Error loading materials. Please try again later.',
  empty: 'No materials found matching your criteria.',
  other: { to: '/products', label: 'Search equipment instead' },
}
