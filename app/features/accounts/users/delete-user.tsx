import { DeleteDialog } from '#app/features/kit/forms/delete-dialog.tsx'
import { api } from '#app/lib/api.ts'
import type { UserSummary } from '#contract/accounts/users.ts'

/** Deletes a user for good, after the question. */
export function DeleteUser({ user, onClose, onDeleted }: { user: UserSummary; onClose: () => void; onDeleted: () => void }) {
  return (
    <DeleteDialog noun="user" remove={() => api.users.remove({ params: { id: user.id } })} onClose={onClose} onDeleted={onDeleted}>
      <p>
        Are you sure you want to delete user "<bdi>{user.name}</bdi>"? This action cannot be undone.
      </p>
      <p className="text-sm text-ink-2">
        Name, email address, addresses and password are erased right away and can't be restored. Orders stay, without the person. The email
        address can be used again. To keep the account, edit the user and set the status to Inactive instead.
      </p>
    </DeleteDialog>
  )
}
