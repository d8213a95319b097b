import type { GridFilter } from '#app/features/kit/grid/columns.ts'
import { PRODUCT_FIELDS } from '#domain/product-fields.ts'
import { FURTHER_NEEDS, type FurtherNeed, NEEDED_FACTS } from '#domain/readiness.ts'

const FURTHER_LABELS: Readonly<Record<FurtherNeed, string>> = {
  safety: PRODUCT_FIELDS.safety.label,
  specifications: 'Specifications',
  pictureText: 'Alt texts of pictures',
}

/** Filter of products that lack a fact which decides where they can be sold. */
export const MISSING_FILTER: GridFilter = {
  name: 'missing',
  label: 'Missing',
  options: [
    { value: 'any', label: 'Any fact' },
    ...Array.from(NEEDED_FACTS, ([value, field]) => ({ value, label: PRODUCT_FIELDS[field].label })),
    ...FURTHER_NEEDS.map((value) => ({ value, label: FURTHER_LABELS[value] })),
  ],
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
