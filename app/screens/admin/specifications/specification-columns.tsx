import type { GridColumn, GridFilter } from '#app/features/kit/grid/columns.ts'
import { actionsColumn, columnsOf } from '#app/features/kit/grid/list-columns.tsx'
import { ATTRIBUTE_LIST } from '#contract/catalog/attribute-list.ts'
import type { StaffAttribute } from '#contract/catalog/attributes.ts'
import type { StaffCategory } from '#contract/catalog/categories.ts'
import { ATTRIBUTE_KINDS } from '#domain/attribute.ts'
import { KIND_LABELS, kindText } from './kind-text.ts'

/** Returns the filters of the specifications: what their values are, and who uses them. */
export const filtersOf = (categories: readonly StaffCategory[]): GridFilter[] => [
  { name: 'kind', label: 'Values', options: ATTRIBUTE_KINDS.map((value) => ({ value, label: KIND_LABELS[value] })) },
  { name: 'category', label: 'Category', options: categories.map(({ value, label }) => ({ value, label })) },
]

/** Returns the columns of the specifications. */
export const columnsFor = (onOpen: (what: 'edit' | 'delete', attribute: StaffAttribute) => void): GridColumn<StaffAttribute>[] => [
  ...columnsOf(ATTRIBUTE_LIST, { label: ({ label }) => <b className="font-medium">{label}</b>, values: kindText }),
  actionsColumn((attribute) => (
    <span className="row-actions">
      <button
        type="button"
        className="button hollow small"
        aria-label={`Edit ${attribute.label}`}
        onClick={() => onOpen('edit', attribute)}
      >
        Edit
      </button>
      <button
        type="button"
        className={`button small ${attribute.productCount === 0 ? 'danger' : 'hollow'}`}
        aria-label={`Delete ${attribute.label}`}
        onClick={() => onOpen('delete', attribute)}
      >
        Delete
      </button>
    </span>
  )),
]
