import { CellText } from '#app/features/kit/grid/cells.tsx'
import type { GridColumn, GridFilter } from '#app/features/kit/grid/columns.ts'
import { figure } from '#app/lib/format.ts'
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
export const columnsOf = (onOpen: (what: 'edit' | 'delete', attribute: StaffAttribute) => void): GridColumn<StaffAttribute>[] => [
  { id: 'label', title: 'Label', sort: 'label', isFixed: true, cell: ({ label }) => <b className="font-medium">{label}</b> },
  { id: 'values', title: 'Values', cell: kindText },
  {
    id: 'products',
    title: 'Products',
    sort: 'products',
    sortsDownFirst: true,
    isAmount: true,
    cell: ({ productCount }) => figure(productCount),
  },
  {
    id: 'categories',
    title: 'Categories',
    cell: ({ uses }) => <CellText>{uses.map(({ categoryLabel }) => categoryLabel).join(', ') || 'None'}</CellText>,
  },
  { id: 'key', title: 'Key', sort: 'key', isExtra: true, cell: ({ key }) => <code>{key}</code> },
  {
    id: 'actions',
    title: 'Actions',
    isActions: true,
    cell: (attribute) => (
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
    ),
  },
]
