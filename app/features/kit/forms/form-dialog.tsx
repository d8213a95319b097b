import { type ReactNode, useState } from 'react'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { useUnsavedGuard } from './use-unsaved-guard.tsx'

interface FormDialogProps {
  title: string
  isWide?: boolean
  /** True with unsaved changes: closing asks first. */
  isDirty: boolean
  onClose: () => void
  /** The form; `close` is for its own way out. */
  children: (close: () => void) => ReactNode
}

/** A form over the page. Nothing that was typed is lost by Escape, Cancel or another page without a question. */
export function FormDialog({ title, isWide = false, isDirty, onClose, children }: FormDialogProps) {
  const [isAsking, setAsking] = useState(false)
  const leaving = useUnsavedGuard(isDirty)
  const mayClose = () => {
    setAsking(isDirty)
    return !isDirty
  }
  return (
    <>
      <Dialog title={title} isWide={isWide} mayClose={mayClose} onClose={onClose}>
        {children(() => mayClose() && onClose())}
        {isAsking && (
          <AskDialog
            title="Close without saving?"
            confirm="Close"
            busy="Closing…"
            isBusy={false}
            isDanger
            onConfirm={onClose}
            onClose={() => setAsking(false)}
          >
            <p>Your changes haven't been saved.</p>
          </AskDialog>
        )}
      </Dialog>
      {leaving}
    </>
  )
}
