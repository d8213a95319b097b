import { type ReactNode, useState } from 'react'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { messageOf } from '#app/lib/api.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'

interface TaxDialogProps {
  title: string
  onClose: () => void
  /** The form, with the button that closes the dialog to put beside its own. */
  children: (form: { cancel: ReactNode }) => ReactNode
}

/** A form of the taxes in a dialog that asks before what was typed is lost. */
export function TaxDialog({ title, onClose, children }: TaxDialogProps) {
  return (
    <FormDialog title={title} onClose={onClose}>
      {(close) => (
        <div className="mt-3">
          {children({
            cancel: (
              <button type="button" className="button hollow" onClick={close}>
                Cancel
              </button>
            ),
          })}
        </div>
      )}
    </FormDialog>
  )
}

interface DeleteTaxProps {
  title: string
  text: string
  done: string
  remove: () => Promise<unknown>
  onClose: () => void
}

/** Confirmation before something of the taxes is deleted. */
export function DeleteTax({ title, text, done, remove, onClose }: DeleteTaxProps) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const confirm = async () => {
    setBusy(true)
    try {
      await remove()
      toast.success(done)
      await refreshTabs(queryClient)
      onClose()
    } catch (failure) {
      setError(messageOf(failure, 'It could not be deleted. Please try again.'))
      setBusy(false)
    }
  }
  return (
    <AskDialog
      title={title}
      confirm="Delete"
      busy="Deleting..."
      isBusy={isBusy}
      isDanger
      error={error}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{text}</p>
    </AskDialog>
  )
}
