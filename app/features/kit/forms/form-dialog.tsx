import { type ReactNode, useState } from 'react'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { useTyped, useUnsavedGuard } from './use-unsaved-guard.tsx'

interface FormDialogProps {
  title: string
  isWide?: boolean
  /** True with unsaved changes: closing asks first. Without it, while a form says something else than when somebody came into it. */
  isDirty?: boolean
  onClose: () => void
  /** The form; `close` is for its own way out. */
  children: (close: () => void) => ReactNode
}

/** A form over the page. Nothing that was typed is lost by Escape, Cancel or another page without a question. */
export function FormDialog({ title, isWide = false, isDirty: isKnownDirty, onClose, children }: FormDialogProps) {
  const typed = useTyped()
  const isDirty = isKnownDirty ?? typed.isDirty
  const [isAsking, setAsking] = useState(false)
  const leaving = useUnsavedGuard(isDirty)
  const mayClose = () => {
    setAsking(isDirty)
    return !isDirty
  }
  return (
    <>
      <Dialog title={title} isWide={isWide} mayClose={mayClose} onClose={onClose}>
        <div className="contents" {...typed.props}>
          {children(() => mayClose() && onClose())}
        </div>
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
