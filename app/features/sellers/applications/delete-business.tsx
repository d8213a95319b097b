import { DeleteDialog } from '#app/features/kit/forms/delete-dialog.tsx'
import { api } from '#app/lib/api.ts'
import type { Business } from '#contract/sellers/applications.ts'

/** Confirmation before a business is deleted. */
export function DeleteBusiness({ business, onClose, onDeleted }: { business: Business; onClose: () => void; onDeleted: () => void }) {
  const remove = () => api.applications.remove({ params: { id: business.id } })
  return (
    <DeleteDialog noun="business" remove={remove} onClose={onClose} onDeleted={onDeleted}>
      <p>Are you sure you want to delete "{business.name}"?</p>
      <p className="text-sm text-ink-2">
        Its products leave the shop and its users are signed out. Orders stay. You can restore it within 90 days by setting another status.
      </p>
    </DeleteDialog>
  )
}
