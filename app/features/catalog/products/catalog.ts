import type { ProductType } from '#domain/product.ts'

/** One of the two product lists, with its texts. */
export interface Catalog {
  type: ProductType
  /** Label of the button for all categories. */
  all: string
  searchLabel: string
  searchPlaceholder: string
  loading: string
  failed: string
  empty: string
  /** The other list, where a search may find more. */
  other: { to: string; label: string }
}

/** The list at /products (S77-S87). */
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

/** The list at /materials and /packaging (S88-S94). */
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
