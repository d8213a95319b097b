import type { GridFilter } from '#app/features/kit/grid/columns.ts'
import { PRODUCT_FIELDS } from '#domain/product-fields.ts'
import { NEEDED_FACTS, READINESS_KEYS, type ReadinessKey } from '#domain/readiness.ts'

const MISSING: Partial<Record<ReadinessKey, string>> = {
  safety: PRODUCT_FIELDS.safety.label,
  specifications: 'Specifications',
  pictureText: 'Alt texts of pictures',
}

function labelOf(key: ReadinessKey): string {
  const field = NEEDED_FACTS.get(key)
  return (field ? PRODUCT_FIELDS[field].label : MISSING[key]) ?? key
}

/** Filter of products that lack a fact which decides where they can be sold. */
export const MISSING_FILTER: GridFilter = {
  name: 'missing',
  label: 'Missing',
  options: [{ value: 'any', label: 'Any fact' }, ...READINESS_KEYS.map((value) => ({ value, label: labelOf(value) }))],
  isMulti: true,
}

const STATUSES = ['Active', 'Inactive', 'Suspended'].map((value) => ({ value, label: value }))

/** Status filter of sellers' products and of the admin dashboard's Products tab (B63). */
export const STATUS_FILTER: GridFilter = { name: 'status', label: 'Status', options: STATUSES, isMulti: true }

/** Status filter of screens with the whole catalog (B94); without a choice, deleted products are left out. */
export const CATALOG_STATUS_FILTER: GridFilter = {
  name: 'status',
  label: 'Status',
  options: [...STATUSES, { value: 'Deleted', label: 'Deleted' }, { value: 'featured', label: 'Featured' }],
}
