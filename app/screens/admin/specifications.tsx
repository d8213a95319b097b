import { useMemo, useState } from 'react'
import { staffCategoriesQuery } from '#app/features/catalog/categories/queries.ts'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { Writers } from '#app/features/kit/frame/writers.tsx'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import type { StaffAttribute } from '#contract/catalog/attributes.ts'
import type { StaffCategory } from '#contract/catalog/categories.ts'
import { CategoryUses, rowsOf } from './specifications/category-uses.tsx'
import { DeleteSpecification } from './specifications/delete-specification.tsx'
import { attributePageQuery, attributesQuery } from './specifications/queries.ts'
import { columnsFor, filtersOf } from './specifications/specification-columns.tsx'
import { SpecificationForm } from './specifications/specification-form.tsx'

type Open = { what: 'add' } | { what: 'edit' | 'delete'; attribute: StaffAttribute } | { what: 'category'; category: StaffCategory } | null

/** Specifications with a unit or choices, and which category uses which of them. */
export default function SpecificationsScreen() {
  const token = useToken((state) => state.token)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h1>Specifications</h1>
        <Writers>
          <button type="button" className="button" onClick={() => setOpen({ what: 'add' })}>
            Add specification
          </button>
        </Writers>
      </div>
      <p className="mt-2 max-w-text text-ink-2">
        Values that buyers filter and compare by. Each category has its own list; sellers fill it in with the product.
      </p>
      <Load read={attributesQuery(token)} failure="The specifications could not be loaded.">
        {(attributes) => (
          <Load read={staffCategoriesQuery(token)} failure="The categories could not be loaded.">
            {(categories) => (
              <>
                <Categories categories={categories} attributes={attributes} onOpen={setOpen} />
                <AttributeGrid categories={categories} onOpen={setOpen} />
                {open?.what === 'category' && <CategoryUses category={open.category} attributes={attributes} onClose={close} />}
              </>
            )}
          </Load>
        )}
      </Load>
      {open?.what === 'add' && <SpecificationDialog attribute={null} onClose={close} />}
      {open?.what === 'edit' && <SpecificationDialog attribute={open.attribute} onClose={close} />}
      {open?.what === 'delete' && <DeleteSpecification attribute={open.attribute} onClose={close} />}
    </>
  )
}

function SpecificationDialog({ attribute, onClose }: { attribute: StaffAttribute | null; onClose: () => void }) {
  return (
    <FormDialog title={attribute ? `Edit ${attribute.label}` : 'Add specification'} onClose={onClose}>
      <SpecificationForm attribute={attribute} onSaved={onClose} />
    </FormDialog>
  )
}

interface PartProps {
  categories: readonly StaffCategory[]
  attributes: readonly StaffAttribute[]
  onOpen: (open: Open) => void
}

/** The categories with their specifications in order. */
function Categories({ categories, attributes, onOpen }: PartProps) {
  return (
    <section aria-labelledby="by-category" className="mt-6">
      <h2 id="by-category" className="text-xl">
        By category
      </h2>
      <ul className="panel mt-3 px-4.5">
        {categories.map((category) => {
          const labels = rowsOf(attributes, category.id).map(({ label }) => label)
          return (
            <li
              key={category.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 not-first:border-t-[1.5px] not-first:border-line"
            >
              <div className="min-w-0 flex-1">
                <p className="font-medium">
                  <bdi>{category.label}</bdi>
                </p>
                <p className="text-sm text-ink-2">{labels.length > 0 ? labels.join(', ') : 'None yet'}</p>
              </div>
              <Writers>
                <button
                  type="button"
                  className="button hollow small"
                  aria-label={`Edit the specifications of ${category.label}`}
                  onClick={() => onOpen({ what: 'category', category })}
                >
                  Edit
                </button>
              </Writers>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** All specifications, with what their values are and who uses them. */
function AttributeGrid({ categories, onOpen }: Pick<PartProps, 'categories' | 'onOpen'>) {
  const token = useToken((state) => state.token)
  const columns = useMemo(() => columnsFor((what, attribute) => onOpen({ what, attribute })), [onOpen])
  const filters = useMemo(() => filtersOf(categories), [categories])
  return (
    <section aria-labelledby="all-specifications" className="mt-8">
      <h2 id="all-specifications" className="text-xl">
        All specifications
      </h2>
      <DataGrid
        name="specifications"
        label="Specifications"
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ label }) => label}
        read={(query) => attributePageQuery(token, query)}
        filters={filters}
        searchLabel="Search specifications"
        defaultSort="label"
        exportPath="/api/admin/attributes/export"
        empty={{
          filtered: 'No specifications match your current filters',
          none: 'No specifications yet. Add the first, such as feed width.',
        }}
        failure="The specifications could not be loaded."
      />
    </section>
  )
}
