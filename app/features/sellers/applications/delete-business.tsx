import { useMutation } from '@tanstack/react-query'
import { api, messageOf, toastFailure } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import type { Business } from '#contract/sellers/applications.ts'

const FAILED = 'Failed to delete business'

/** Deletes a business, after the question. */
export function DeleteBusiness({ business, onClose, onDeleted }: { business: Business; onClose: () => void; onDeleted: () => void }) {
  const removal = useMutation({
    mutationFn: () => api.applications.remove({ params: { id: business.id } }),
    onSuccess: () => {
      toast.success('Business deleted successfully')
      onDeleted()
    },
    onError: (failure) => toastFailure(failure, FAILED),
  })
  return (
    <AskDialog
      title="Delete business"
      confirm="Delete"
      busy="Deleting..."
      isDanger
      isBusy={removal.isPending}
      error={removal.isError ? messageOf(removal.error, FAILED) : undefined}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      <p>Are you sure you want to delete "{business.name}"?</p>
      <p className="text-sm text-ink-2">
        Its products leave the shop and its people are signed out. Orders stay. It can be brought back for 90 days by another status.
      </p>
    </AskDialog>
  )
}
