import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CategoryForm } from '#app/features/catalog/categories/category-form.tsx'
import { DeleteCategory } from '#app/features/catalog/categories/delete-category.tsx'
import { deletedCategoriesQuery, staffCategoriesQuery } from '#app/features/catalog/categories/queries.ts'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { RestoreButton } from '#app/features/kit/frame/restore-button.tsx'
import { Writers } from '#app/features/kit/frame/writers.tsx'
import { api, queryOf } from '#app/lib/api.ts'
import { count, day } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import type { StaffCategory } from '#contract/catalog/categories.ts'

type Open = { what: 'add' } | { what: 'edit' | 'delete'; category: StaffCategory } | null

/** The categories of the catalog, a card for each. */
export default function CategoriesScreen() {
  const token = useToken((state) => state.token)
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h1>Categories</h1>
        <Writers>
          <button type="button" className="button" onClick={() => setOpen({ what: 'add' })}>
            Add Category
          </button>
        </Writers>
      </div>
      <Load read={staffCategoriesQuery(token)} failure="The categories could not be loaded.">
        {(categories) => (
          <>
            <Cards categories={categories} onOpen={setOpen} />
            {open?.what === 'delete' && <DeleteCategory category={open.category} all={categories} by="id" onClose={close} />}
          </>
        )}
      </Load>
      <DeletedList />
      {open?.what === 'add' && <CategoryDialog title="Add Category" category={null} onClose={close} />}
      {open?.what === 'edit' && <CategoryDialog title="Edit Category" category={open.category} onClose={close} />}
    </>
  )
}

/** Categories that can be restored; nothing while there are none. */
function DeletedList() {
  const token = useToken((state) => state.token)
  const { data = [] } = useQuery(queryOf(deletedCategoriesQuery(token)))
  if (data.length === 0) return null
  return (
    <section aria-labelledby="deleted-categories" className="mt-8">
      <h2 id="deleted-categories" className="text-xl">
        Recently deleted
      </h2>
      <ul className="panel mt-3 px-4.5">
        {data.map(({ id, value, label, movedCount, deletedAt, deletedBy, canRestore }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 not-first:border-t-[1.5px] not-first:border-line"
          >
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">
                <bdi>{label}</bdi> <code className="font-normal">{value}</code>
              </p>
              <p className="text-sm text-ink-2">
                Deleted on <time dateTime={deletedAt}>{day(deletedAt)}</time>
                {deletedBy && ` by ${deletedBy}`}
                {movedCount > 0 && `; ${count(movedCount, 'product')} moved to another category`}
              </p>
            </div>
            {canRestore ? (
              <RestoreButton name={label} restore={() => api.categories.restore({ params: { id } })} />
            ) : (
              <p className="text-sm text-ink-2">A super admin can restore it</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function CategoryDialog({ title, category, onClose }: { title: string; category: StaffCategory | null; onClose: () => void }) {
  return (
    <FormDialog title={title} onClose={onClose}>
      <CategoryForm category={category} by="id" onSaved={onClose} />
    </FormDialog>
  )
}

function Cards({ categories, onOpen }: { categories: readonly StaffCategory[]; onOpen: (open: Open) => void }) {
  if (categories.length === 0) return <p className="panel mt-6 p-6">No categories</p>
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-4.5 mt-4.5" aria-label="Categories">
      {categories.map((category) => (
        <li key={category.id} className="frame flex flex-col">
          <Card category={category} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
}

function Card({ category, onOpen }: { category: StaffCategory; onOpen: (open: Open) => void }) {
  const { value, label, description, kind, productCount, createdAt, formerValues } = category
  return (
    <>
      <div className="category-card-text flex-1 px-4.5 py-4">
        <h2 className="text-xl wrap-anywhere">
          <bdi>{label}</bdi>
        </h2>
        <p>
          <code>{value}</code>
        </p>
        <p dir="auto" className={description ? '' : 'text-ink-2'}>
          {description || 'No description provided'}
        </p>
      </div>
      <dl className="fold-t grid gap-1 px-4.5 py-3">
        <div className="grid grid-cols-[5rem_minmax(0,1fr)]">
          <dt className="text-ink-2">Products</dt>
          <dd>
            {kind === 'machine' ? 'Machines' : 'Materials'}, {count(productCount, 'product')}
          </dd>
        </div>
        <div className="grid grid-cols-[5rem_minmax(0,1fr)]">
          <dt className="text-ink-2">Created</dt>
          <dd>
            <time dateTime={createdAt}>{day(createdAt)}</time>
          </dd>
        </div>
        {formerValues.length > 0 && (
          <div className="grid grid-cols-[5rem_minmax(0,1fr)]">
            <dt className="text-ink-2">Formerly</dt>
            <dd className="break-all">{formerValues.join(', ')}</dd>
          </div>
        )}
      </dl>
      <p className="flex gap-2 px-4.5 pb-4">
        <Writers>
          <button
            type="button"
            className="button hollow small"
            aria-label={`Edit ${label}`}
            onClick={() => onOpen({ what: 'edit', category })}
          >
            Edit
          </button>
        </Writers>
        <Writers>
          <button
            type="button"
            className="button danger small"
            aria-label={`Delete ${label}`}
            onClick={() => onOpen({ what: 'delete', category })}
          >
            Delete
          </button>
        </Writers>
      </p>
    </>
  )
}
