import { type ReactNode, useState } from 'react'
import { Dialog } from '#app/ui/dialog.tsx'
import { DiscardDialog, LeaveQuestion, useTyped } from './use-unsaved-guard.tsx'

interface FormDialogProps {
  title: string
  isWide?: boolean
  /** True with unsaved changes: closing asks first. Without it, while a form says something else than when somebody came into it. */
  isDirty?: boolean
  /** Sentence of the question on what is lost. */
  loss?: string
  onClose: () => void
  /** The form. */
  children: ReactNode
}

/** A form over the page. Nothing that was typed is lost by Escape, Cancel or another page without a question. */
export function FormDialog({ title, isWide = false, isDirty: isKnownDirty, loss, onClose, children }: FormDialogProps) {
  const typed = useTyped()
  const isDirty = isKnownDirty ?? typed.isDirty
  const [isAsking, setAsking] = useState(false)
  const mayClose = () => {
    setAsking(isDirty)
    return !isDirty
  }
  return (
    <>
      <Dialog title={title} isWide={isWide} mayClose={mayClose} onClose={onClose}>
        <div className="contents" {...typed.props}>
          {children}
        </div>
        {isAsking && (
          <DiscardDialog title="Close without saving?" confirm="Close" onDiscard={onClose} onClose={() => setAsking(false)}>
            {loss}
          </DiscardDialog>
        )}
      </Dialog>
      <LeaveQuestion isDirty={isDirty} {...(loss && { loss })} />
    </>
  )
}
