import type { GridFilter } from '#app/features/kit/grid/columns.ts'

const STATUSES = ['Active', 'Inactive', 'Suspended'].map((value) => ({ value, label: value }))

/** Status filter of sellers' products and of the admin dashboard's Products tab (B63). */
export const STATUS_FILTER: GridFilter = { name: 'status', label: 'Status', options: STATUSES, isMulti: true }

/** Status filter of screens with the whole catalog (B94); without a choice, deleted products are left out. */
export const CATALOG_STATUS_FILTER: GridFilter = {
  name: 'status',
  label: 'Status',
  options: [...STATUSES, { value: 'Deleted', label: 'Deleted' }, { value: 'featured', label: 'Featured' }],
}
