import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { count } from '#app/lib/format.ts'
import { CloseIcon, SearchIcon } from '#app/ui/icons.tsx'
import type { SessionUser } from '#contract/identity/auth.ts'
import { workPlaces } from './places.ts'
import { groupOfPlaces } from './result-groups.tsx'
import { SearchOptions } from './search-options.tsx'
import { useListbox } from './use-listbox.ts'
import { useOfficeSearch } from './use-office-search.tsx'

const MAX_TYPED = 200

/** The search of the back office: orders, users, businesses, products and screens, with results while somebody types. */
export default function OfficeSearchDialog({ user, onClose }: { user: Pick<SessionUser, 'role'>; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const { groups: hits, isWaiting, isFailed } = useOfficeSearch(user.role, typed)
  const screens = workPlaces(user, typed)
  const groups = [...groupOfPlaces(screens, 'Screens'), ...hits]
  const options = groups.flatMap((group) => group.options)
  const idOf = (place: number) => `${id}-${place}`
  const listbox = useListbox(options.length, typed, idOf)
  const close = () => dialog.current?.close()

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
    input.current?.focus()
  }, [])

  const go = (to: string) => {
    close()
    void navigate(to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    listbox.onKeyDown(event)
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      const chosen = options[Math.max(listbox.active, 0)]
      if (chosen && (listbox.active >= 0 || screens.length > 0 || !isWaiting)) go(chosen.to) // never the first of an earlier search
    }
    if (event.key === 'Escape' && typed !== '') {
      event.preventDefault() // the first Escape clears the field, the next one closes the dialog
      setTyped('')
    }
  }
  const isNothing = typed.trim() !== '' && options.length === 0 && !isWaiting && !isFailed
  const what = user.role === 'business_admin' ? 'Orders, products, screens' : 'Orders, users, businesses, products, screens'
  return (
    <dialog ref={dialog} className="search-dialog" aria-label="Search the back office" closedby="any" onClose={onClose}>
      <div className="flex flex-col max-h-[calc(100dvh_-_120px)] max-sm:h-dvh max-sm:max-h-none">
        <div className="search-line">
          <SearchIcon />
          <input
            ref={input}
            type="text"
            role="combobox"
            aria-label="Search the back office"
            aria-expanded={options.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={listbox.active >= 0 ? idOf(listbox.active) : undefined}
            placeholder={what}
            enterKeyHint="go"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={MAX_TYPED}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <button type="button" className="icon-button" aria-label="Close the search" onClick={close}>
            <CloseIcon />
          </button>
        </div>
        <p className="visually-hidden" aria-live="polite">
          {typed.trim() !== '' && !isWaiting && count(options.length, 'result')}
        </p>
        <div className="flex-1 min-h-0 pt-1.5 pb-3 overflow-auto overscroll-contain">
          {isFailed && (
            <p role="alert" className="px-4.5 py-3 text-bad">
              The search could not be reached. Please try again.
            </p>
          )}
          {isNothing && <p className="px-4.5 py-3 text-ink-2">Nothing found for {typed.trim()}.</p>}
          <SearchOptions id={id} idOf={idOf} groups={groups} active={listbox.active} onChoose={go} />
        </div>
        <p className="search-keys" aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> to choose <kbd>Enter</kbd> to open <kbd>Esc</kbd> to close
        </p>
      </div>
    </dialog>
  )
}
