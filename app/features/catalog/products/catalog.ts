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
  /** Title of a list that is empty without any criteria. */
  none: string
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
  none: 'No equipment is listed right now.',
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
  none: 'No materials are listed right now.',
  other: { to: '/products', label: 'Search equipment instead' },
}

/**
 * Returns what an empty list says: that nothing fits its criteria, or, without any, that the shop is new or lists none of this kind now.
 */
export function emptyTexts(catalog: Catalog, hasCriteria: boolean, isNewShop: boolean): { title: string; text?: string } {
  if (hasCriteria) return { title: catalog.empty }
  return isNewShop ? { title: 'This shop is new.', text: 'Its first products will be listed here soon.' } : { title: catalog.none }
}
