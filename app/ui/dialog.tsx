import { type ReactNode, useEffect, useId, useRef } from 'react'

/** A dialog over the page. Open as long as it is rendered; Escape closes it, and the focus goes back to where it came from. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
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
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onClose={onClose}>
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
