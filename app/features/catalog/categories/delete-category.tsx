import { useState } from 'react'
import { ActDialog } from '#app/features/kit/forms/delete-dialog.tsx'
import { offerRestore } from '#app/features/kit/frame/offer-undo.ts'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { count } from '#app/lib/format.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import { SelectField } from '#app/ui/field.tsx'
import type { StaffCategory } from '#contract/catalog/categories.ts'
import { isApiError } from '#contract/errors.ts'
import type { AddressedBy } from './category-form.tsx'

const FAILED = 'Failed to delete category'

interface DeleteCategoryProps {
  category: StaffCategory
  /** Categories that its products can move to. */
  all: readonly StaffCategory[]
  by: AddressedBy
  onClose: () => void
}

/** Confirmation before a category is deleted; for a category with products, it asks where to move them. */
export function DeleteCategory({ category, all, by, onClose }: DeleteCategoryProps) {
  /** Deleted products keep a category in use, too; only the server knows about them. */
  const [isInUse, setInUse] = useState(category.productCount > 0)
  const targets = all.filter(({ id, kind }) => id !== category.id && kind === category.kind)

  const remove = async (fields: FormData) => {
    const moveTo = textOf(fields, 'moveTo')
    await api.categories.remove({ params: { idOrValue: category[by] }, query: { ...(moveTo && { moveTo }) } })
    offerRestore('Category deleted successfully', category.label, () => api.categories.restore({ params: { id: category.id } }))
    await refreshTabs(queryClient)
    onClose()
  }
  const onFailed = (failure: unknown) => {
    if (isApiError(failure) && failure.code === 'category_in_use') setInUse(true)
    toast.error(by === 'id' ? messageOf(failure, FAILED) : FAILED)
  }
  return (
    <ActDialog
      title={`Delete ${category.label}?`}
      confirm="Delete"
      busy="Deleting..."
      isDanger
      act={remove}
      failed={FAILED}
      onFailed={onFailed}
      onClose={onClose}
    >
      <p>
        Are you sure you want to delete the category “<bdi>{category.label}</bdi>”? You can restore it within 90 days.
      </p>
      {isInUse && (
        <>
          {category.productCount > 0 && <p>{count(category.productCount, 'product is', 'products are')} in this category.</p>}
          {targets.length > 0 ? (
            <SelectField
              label="Move to"
              name="moveTo"
              required
              defaultValue=""
              hint="All of its products move there, including deleted ones."
            >
              <option value="" disabled>
                Choose a category
              </option>
              {targets.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </SelectField>
          ) : (
            <p>There is no other {category.kind} category to move them to.</p>
          )}
        </>
      )}
    </ActDialog>
  )
}
