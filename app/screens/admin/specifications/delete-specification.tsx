import { DeleteDialog } from '#app/features/kit/forms/delete-dialog.tsx'
import { api } from '#app/lib/api.ts'
import { count } from '#app/lib/format.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import type { StaffAttribute } from '#contract/catalog/attributes.ts'

interface DeleteSpecificationProps {
  attribute: StaffAttribute
  onClose: () => void
}

/** Confirmation before a specification is deleted; of one in use, how many products use it. */
export function DeleteSpecification({ attribute, onClose }: DeleteSpecificationProps) {
  const { label, productCount } = attribute
  if (productCount === 0) return <AskToDelete attribute={attribute} onClose={onClose} />
  return (
    <Dialog title={`${label} is in use`} onClose={onClose}>
      <p className="mt-3">
        {count(productCount, 'product uses', 'products use')} this specification. Remove it from them first, deleted products included.
      </p>
      <p className="mt-4 flex justify-end">
        <button type="button" className="button" onClick={onClose}>
          Back
        </button>
      </p>
    </Dialog>
  )
}

function AskToDelete({ attribute: { id, label, uses }, onClose }: DeleteSpecificationProps) {
  return (
    <DeleteDialog
      title={`Delete ${label}?`}
      remove={() => api.attributes.remove({ params: { id } })}
      done="Specification deleted."
      failed="The specification could not be deleted."
      onClose={onClose}
    >
      <p>
        No product uses it.{' '}
        {uses.length === 0
          ? 'No category does either.'
          : `It is also removed from the filters and comparisons of ${uses.map(({ categoryLabel }) => categoryLabel).join(', ')}.`}
      </p>
    </DeleteDialog>
  )
}
