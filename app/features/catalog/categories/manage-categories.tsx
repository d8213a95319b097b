import { useState } from 'react'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { DiscardDialog, useTyped } from '#app/features/kit/forms/use-unsaved-guard.tsx'
import { count } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { FormFoot } from '#app/ui/dialog.tsx'
import { Load } from '#app/ui/load.tsx'
import type { StaffCategory } from '#contract/catalog/categories.ts'
import { CategoryForm } from './category-form.tsx'
import { DeleteCategory } from './delete-category.tsx'
import { staffCategoriesQuery } from './queries.ts'

/** The category editor beside the products: one form for a new or a selected category, and the list of all (B104). */
export function ManageCategories({ onClose }: { onClose: () => void }) {
  const token = useToken((state) => state.token)
  const [edited, setEdited] = useState<StaffCategory | null>(null)
  const [deleted, setDeleted] = useState<StaffCategory | null>(null)
  const typed = useTyped()
  /** The form to open once the user agrees to discard changes. */
  const [next, setNext] = useState<{ category: StaffCategory | null } | null>(null)
  /** Key of the form; a save starts a new one. */
  const [round, setRound] = useState(0)
  const begin = (category: StaffCategory | null) => {
    setEdited(category)
    setRound((before) => before + 1)
    typed.reset()
    setNext(null)
  }
  const turnTo = (category: StaffCategory | null) => (typed.isDirty ? setNext({ category }) : begin(category))
  return (
    <FormDialog title="Manage Categories" isDirty={typed.isDirty} onClose={onClose}>
      <div className="manage-categories mt-3" {...typed.props}>
        <section
          className="not-first:mt-5 not-first:pt-4 not-first:fold-t lg:not-first:mt-0 lg:not-first:pt-0 lg:not-first:pl-7 lg:not-first:border-t-0 lg:not-first:fold-l"
          aria-labelledby="category-form"
        >
          <h3 id="category-form" className="mb-3">
            {edited ? `Edit ${edited.label}` : 'New category'}
          </h3>
          <CategoryForm key={round} category={edited} by="value" onSaved={() => begin(null)} onCancel={edited && (() => turnTo(null))} />
        </section>
        <section
          className="not-first:mt-5 not-first:pt-4 not-first:fold-t lg:not-first:mt-0 lg:not-first:pt-0 lg:not-first:pl-7 lg:not-first:border-t-0 lg:not-first:fold-l"
          aria-labelledby="category-list"
        >
          <h3 id="category-list">Existing categories</h3>
          <Load read={staffCategoriesQuery(token)} failure="The categories could not be loaded.">
            {(categories) => (
              <>
                <CategoryList categories={categories} onEdit={turnTo} onDelete={setDeleted} />
                {deleted && <DeleteCategory category={deleted} all={categories} by="value" onClose={() => setDeleted(null)} />}
              </>
            )}
          </Load>
        </section>
      </div>
      <FormFoot cancel="Close" className="fold-t mt-4 pt-4" />
      {next && (
        <DiscardDialog title="Discard changes?" confirm="Discard" onDiscard={() => begin(next.category)} onClose={() => setNext(null)} />
      )}
    </FormDialog>
  )
}

interface CategoryListProps {
  categories: readonly StaffCategory[]
  onEdit: (category: StaffCategory) => void
  onDelete: (category: StaffCategory) => void
}

function CategoryList({ categories, onEdit, onDelete }: CategoryListProps) {
  if (categories.length === 0) return <p className="mt-3 text-ink-2">No categories</p>
  return (
    <ul className="lg:max-h-[26rem] max-h-[18rem] mt-2.5 overflow-y-auto border-[1.5px] border-line" aria-label="Existing categories">
      {categories.map((category) => (
        <li
          key={category.id}
          className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-3 py-2 not-first:border-t-[1.5px] not-first:border-line"
        >
          <span className="min-w-0">
            <span className="font-medium">
              <bdi>{category.label}</bdi>
            </span>
            <span className="block text-sm text-ink-2">
              {category.value}, {count(category.productCount, 'product')}
            </span>
          </span>
          <span className="flex gap-2">
            <button
              type="button"
              className="button hollow small"
              aria-label={`Edit the category ${category.label}`}
              onClick={() => onEdit(category)}
            >
              Edit
            </button>
            <button
              type="button"
              className="button danger small"
              aria-label={`Delete the category ${category.label}`}
              onClick={() => onDelete(category)}
            >
              Delete
            </button>
          </span>
        </li>
      ))}
    </ul>
  )
}
