import type { FormEvent, ReactNode } from 'react'
import { Dialog, FormFoot } from './dialog.tsx'
import { FormProblem } from './form-problem.tsx'

interface AskDialogProps {
  title: string
  /** Label of the confirming button, and its label while busy. */
  confirm: string
  busy: string
  isBusy: boolean
  isDanger?: boolean
  error?: string | undefined
  onConfirm: (fields: FormData) => void
  onClose: () => void
  children: ReactNode
}

/** A question before something is done, with what has to be filled in for it. */
export function AskDialog({ title, confirm, busy, isBusy, isDanger = false, error, onConfirm, onClose, children }: AskDialogProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation() // its answer does not send a form around it
    if (!isBusy) onConfirm(new FormData(event.currentTarget))
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit} className="mt-3 grid gap-4">
        <FormProblem text={error} />
        {children}
        <FormFoot cancel="Back" isBusy={isBusy} busy={busy} isDanger={isDanger}>
          {confirm}
        </FormFoot>
      </form>
    </Dialog>
  )
}
