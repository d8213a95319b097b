import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { offerRestore } from '#app/features/kit/frame/offer-undo.ts'
import { messageOf, toastFailure } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'

interface DeleteDialogProps {
  noun: 'user' | 'business'
  /** Name of a record that can be restored, and the call that restores it. */
  restorable?: { name: string; restore: () => Promise<unknown> }
  /** Deletes it; `fields` are those of the dialog. */
  remove: (fields: FormData) => Promise<unknown>
  onClose: () => void
  onDeleted: () => void
  /** The question, and what becomes of what belongs to it. */
  children: ReactNode
}

/** Asks before something is deleted, deletes it, and says how that went. */
export function DeleteDialog({ noun, restorable, remove, onClose, onDeleted, children }: DeleteDialogProps) {
  const failed = `Failed to delete ${noun}`
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      const text = `${noun === 'user' ? 'User' : 'Business'} deleted successfully`
      if (restorable) offerRestore(text, restorable.name, restorable.restore)
      else toast.success(text)
      onDeleted()
    },
    onError: (failure) => toastFailure(failure, failed),
  })
  return (
    <AskDialog
      title={`Delete ${noun}`}
      confirm="Delete"
      busy="Deleting..."
      isDanger
      isBusy={removal.isPending}
      error={removal.isError ? messageOf(removal.error, failed) : undefined}
      onConfirm={(fields) => removal.mutate(fields)}
      onClose={onClose}
    >
      {children}
    </AskDialog>
  )
}
