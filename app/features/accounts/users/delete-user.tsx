import { useMutation } from '@tanstack/react-query'
import { api, messageOf, toastFailure } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import type { UserSummary } from '#contract/accounts/users.ts'

const FAILED = 'Failed to delete user'

/** Deletes a user for good, after the question. */
export function DeleteUser({ user, onClose, onDeleted }: { user: UserSummary; onClose: () => void; onDeleted: () => void }) {
  const removal = useMutation({
    mutationFn: () => api.users.remove({ params: { id: user.id } }),
    onSuccess: () => {
      toast.success('User deleted successfully')
      onDeleted()
    },
    onError: (failure) => toastFailure(failure, FAILED),
  })
  return (
    <AskDialog
      title="Delete user"
      confirm="Delete"
      busy="Deleting..."
      isDanger
      isBusy={removal.isPending}
      error={removal.isError ? messageOf(removal.error, FAILED) : undefined}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      <p>Are you sure you want to delete user "{user.name}"? This action cannot be undone.</p>
      <p className="text-sm text-ink-2">Orders stay, without the person. The email address is free again.</p>
    </AskDialog>
  )
}
