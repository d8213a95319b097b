import { useState } from 'react'
import { staffCategoriesQuery } from '#app/features/catalog/categories/queries.ts'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { figure } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import type { StaffAttribute } from '#contract/catalog/attributes.ts'
import type { StaffCategory } from '#contract/catalog/categories.ts'
import { CategoryUses, rowsOf } from './specifications/category-uses.tsx'
import { DeleteSpecification } from './specifications/delete-specification.tsx'
import { kindText } from './specifications/kind-text.ts'
import { attributesQuery } from './specifications/queries.ts'
import { SpecificationForm } from './specifications/specification-form.tsx'

export const meta = () => [{ title: `Specifications | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

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
        <button type="button" className="button" onClick={() => setOpen({ what: 'add' })}>
          Add specification
        </button>
      </div>
      <p className="mt-2 max-w-text text-ink-2">
        Values that buyers filter and compare by. Each category has its own list; sellers fill it in with the product.
      </p>
      <Load read={attributesQuery(token)} failure="The specifications could not be loaded.">
        {(attributes) => (
          <>
            <Tables attributes={attributes} onOpen={setOpen} />
            {open?.what === 'category' && <CategoryUses category={open.category} attributes={attributes} onClose={close} />}
          </>
        )}
      </Load>
      {open?.what === 'add' && <SpecificationDialog attribute={null} onClose={close} />}
      {open?.what === 'edit' && <SpecificationDialog attribute={open.attribute} onClose={close} />}
      {open?.what === 'delete' && <DeleteSpecification attribute={open.attribute} onClose={close} />}
    </>
  )
}

function SpecificationDialog({ attribute, onClose }: { attribute: StaffAttribute | null; onClose: () => void }) {
  const [isDirty, setDirty] = useState(false)
  return (
    <FormDialog title={attribute ? `Edit ${attribute.label}` : 'Add specification'} isDirty={isDirty} onClose={onClose}>
      {(close) => (
        <div className="mt-3">
          <SpecificationForm attribute={attribute} onSaved={onClose} onTyped={() => setDirty(true)}>
            <button type="button" className="button hollow" onClick={close}>
              Cancel
            </button>
          </SpecificationForm>
        </div>
      )}
    </FormDialog>
  )
}

interface PartProps {
  attributes: readonly StaffAttribute[]
  onOpen: (open: Open) => void
}

/** Both tables, shown together so that one does not push the other down. */
function Tables(part: PartProps) {
  const token = useToken((state) => state.token)
  return (
    <Load read={staffCategoriesQuery(token)} failure="The categories could not be loaded.">
      {(categories) => (
        <>
          <Categories {...part} categories={categories} />
          <AttributeTable {...part} />
        </>
      )}
    </Load>
  )
}

/** The categories with their specifications in order. */
function Categories({ attributes, categories, onOpen }: PartProps & { categories: readonly StaffCategory[] }) {
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
                <p className="font-medium">{category.label}</p>
                <p className="text-sm text-ink-2">{labels.length > 0 ? labels.join(', ') : 'None yet'}</p>
              </div>
              <button
                type="button"
                className="button hollow small"
                aria-label={`Edit the specifications of ${category.label}`}
                onClick={() => onOpen({ what: 'category', category })}
              >
                Edit
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const CELL = 'px-3 py-2.5 text-left align-top border-b-[1.5px] border-line'

/** All specifications, with what their values are and who uses them. */
function AttributeTable({ attributes, onOpen }: PartProps) {
  if (attributes.length === 0) return <p className="panel mt-6 p-6">No specifications yet. Add the first, such as feed width.</p>
  return (
    <section aria-labelledby="all-specifications" className="mt-8">
      <h2 id="all-specifications" className="text-xl">
        All specifications
      </h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keys must reach it */}
      <div className="panel relative mt-3 overflow-x-auto" role="region" aria-label="Table of specifications" tabIndex={0}>
        <table className="w-full border-collapse">
          <thead>
            <tr>
              {['Label', 'Key', 'Values', 'Categories', 'Products', 'Actions'].map((title) => (
                <th key={title} scope="col" className={`${CELL} text-sm text-ink-2 font-normal`}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {attributes.map((attribute) => {
              const { id, key, label, uses, productCount } = attribute
              return (
                <tr key={id}>
                  <th scope="row" className={`${CELL} font-medium`}>
                    {label}
                  </th>
                  <td className={CELL}>
                    <code>{key}</code>
                  </td>
                  <td className={`${CELL} whitespace-nowrap`}>{kindText(attribute)}</td>
                  <td className={CELL}>{uses.map(({ categoryLabel }) => categoryLabel).join(', ') || 'None'}</td>
                  <td className={CELL}>{figure(productCount)}</td>
                  <td className={CELL}>
                    <span className="flex gap-2">
                      <button
                        type="button"
                        className="button hollow small"
                        aria-label={`Edit ${label}`}
                        onClick={() => onOpen({ what: 'edit', attribute })}
                      >
                        Edit
                      </button>
                      <button
                        type="button"
                        className="button danger small"
                        aria-label={`Delete ${label}`}
                        onClick={() => onOpen({ what: 'delete', attribute })}
                      >
                        Delete
                      </button>
                    </span>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </section>
  )
}
