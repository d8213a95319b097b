import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react'
import { SubmitButton } from './busy-button.tsx'

/** Closes the dialog around, unless something has to be asked first; null outside of dialogs. */
export const CloseDialog = createContext<(() => void) | null>(null)

interface DialogProps {
  title: string
  isWide?: boolean
  className?: string
  /** Asked before Escape or the foot of its form closes it; false keeps it open. */
  mayClose?: () => boolean
  onClose: () => void
  children: ReactNode
}

/** A dialog over the page. Open as long as it is rendered; Escape closes it, and the focus goes back to where it came from. */
export function Dialog({ title, isWide = false, className = '', mayClose, onClose, children }: DialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => {
    if (mayClose?.() !== false) onClose()
  }
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`dialog ${isWide ? 'wide' : className}`}
      aria-labelledby={id}
      onCancel={(event) => {
        if (mayClose?.() === false) event.preventDefault()
      }}
      onKeyDown={(event) => {
        event.stopPropagation() // keys in it are not for the list that it was opened from
        // left to the browser, a second Escape closes a question together with the form it was asked for
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
        event.preventDefault()
        close()
      }}
      onClose={onClose}
    >
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <CloseDialog value={close}>{children}</CloseDialog>
    </dialog>
  )
}

interface FormFootProps {
  isBusy?: boolean
  /** Label of the button while busy; default: the children. */
  busy?: string | undefined
  isDanger?: boolean | undefined
  /** Shown before the buttons. */
  note?: ReactNode
  /** Label of the way out. */
  cancel?: string | undefined
  /** Leads out; without it, it closes the dialog around; null: there is none. */
  onCancel?: (() => void) | null | undefined
  /** Space and lines around it. */
  className?: string | undefined
  /** Label of the button that sends the form; without it only the way out is shown. */
  children?: ReactNode
}

/** The foot of a form: the way out, and the button that sends it. */
export function FormFoot({
  isBusy = false,
  busy,
  isDanger = false,
  note,
  cancel = 'Cancel',
  onCancel,
  className = 'mt-2',
  children,
}: FormFootProps) {
  const close = useContext(CloseDialog)
  const leave = onCancel === undefined ? close : onCancel
  return (
    <p className={`flex flex-wrap justify-end gap-3 ${className}`}>
      {note}
      {leave && (
        <button type="button" className="button hollow" onClick={leave}>
          {cancel}
        </button>
      )}
      {children && (
        <SubmitButton isBusy={isBusy} busy={busy} className={isDanger ? 'button danger' : 'button'}>
          {children}
        </SubmitButton>
      )}
    </p>
  )
}
