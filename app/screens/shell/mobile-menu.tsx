import { useRef } from 'react'
import { CloseIcon, MenuIcon } from '#app/ui/icons.tsx'
import { later } from '#app/ui/later.tsx'

const MenuPlaces = later(async () => (await import('./late-mobile-menu.tsx')).MenuPlaces)

/** The same places on a small screen; closes on every change of page, with Escape and by a click beside it (S50, S51). */
export function MobileMenu() {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  return (
    <>
      <button
        type="button"
        className="icon-button menu-button needs-script"
        aria-label="Menu"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        <MenuIcon />
      </button>
      <dialog ref={dialog} className="drawer" aria-label="Menu" closedby="any">
        <div className="flex flex-col min-h-full p-3">
          <button type="button" className="icon-button ml-auto" aria-label="Close menu" onClick={close}>
            <CloseIcon />
          </button>
          <MenuPlaces dialog={dialog} />
        </div>
      </dialog>
    </>
  )
}
