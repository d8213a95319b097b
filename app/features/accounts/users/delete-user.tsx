import { ActDialog } from '#app/features/kit/forms/delete-dialog.tsx'
import { api, toastFailure } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import type { UserSummary } from '#contract/accounts/users.ts'

const FAILED = 'Failed to delete user'

/** Deletes a user for good, after the question. */
export function DeleteUser({ user, onClose, onDeleted }: { user: UserSummary; onClose: () => void; onDeleted: () => void }) {
  return (
    <ActDialog
      title="Delete user"
      confirm="Delete"
      busy="Deleting..."
      isDanger
      act={async () => {
        await api.users.remove({ params: { id: user.id } })
        toast.success('User deleted successfully')
        onDeleted()
      }}
      failed={FAILED}
      onFailed={(failure) => toastFailure(failure, FAILED)}
      onClose={onClose}
    >
      <p>
        Are you sure you want to delete user "<bdi>{user.name}</bdi>"? This action cannot be undone.
      </p>
      <p className="text-sm text-ink-2">
        Name, email address, addresses and password are erased right away and can't be restored. Orders stay, without the person. The email
        address can be used again. To keep the account, edit the user and set the status to Inactive instead.
      </p>
    </ActDialog>
  )
}
