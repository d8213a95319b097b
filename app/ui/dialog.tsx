import { type ReactNode, useEffect, useId, useRef } from 'react'

interface DialogProps {
  title: string
  isWide?: boolean
  className?: string
  /** Asked before Escape closes it; false keeps it open. */
  mayClose?: () => boolean
  onClose: () => void
  children: ReactNode
}

/** A dialog over the page. Open as long as it is rendered; Escape closes it, and the focus goes back to where it came from. */
export function Dialog({ title, isWide = false, className = '', mayClose, onClose, children }: DialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
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
        if (mayClose?.() !== false) onClose()
      }}
      onClose={onClose}
    >
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
