import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react'

interface OrderDialogProps {
  title: string
  /** What the button that does it says, and while it is being done. */
  confirmLabel: string
  isBusy: boolean
  isDanger?: boolean
  error?: string | undefined
  onConfirm: (fields: FormData) => void
  onClose: () => void
  children: ReactNode
}

/** A question before something is done to an order. Open as long as it is rendered; Escape closes it. */
export function OrderDialog({ title, confirmLabel, isBusy, isDanger = false, error, onConfirm, onClose, children }: OrderDialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isBusy) onConfirm(new FormData(event.currentTarget))
  }
  return (
    <dialog ref={dialog} className="order-dialog" aria-labelledby={id} onClose={onClose}>
      <form onSubmit={submit}>
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {error && (
          <p role="alert" className="notice bad mt-4">
            {error}
          </p>
        )}
        <div className="mt-3 grid gap-4">{children}</div>
        <p className="mt-6 flex flex-wrap justify-end gap-3">
          <button type="button" className="button hollow" onClick={() => dialog.current?.close()}>
            Back
          </button>
          <button type="submit" className={isDanger ? 'button danger' : 'button'} aria-disabled={isBusy || undefined}>
            {confirmLabel}
          </button>
        </p>
      </form>
    </dialog>
  )
}
