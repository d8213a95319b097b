import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '#app/features/kit/session/use-session.ts'
import { count } from '#app/lib/format.ts'
import { CloseIcon, SearchIcon } from '#app/ui/icons.tsx'
import type { SearchResults } from '#contract/content/search.ts'
import { QUICK_LINKS, workPlaces } from './places.ts'
import { clearRecentSearches, recentSearches, storeSearch } from './recent-searches.ts'
import { groupOfAll, groupOfPlaces, groupOfRecent, groupsOfResults } from './result-groups.tsx'
import { searchHref, totalOf } from './search-address.ts'
import { SearchMessages } from './search-messages.tsx'
import { SearchOptions } from './search-options.tsx'
import { type InstantSearch, useInstantSearch } from './use-instant-search.ts'
import { useListbox } from './use-listbox.ts'

const MAX_TYPED = 200

/** Returns the screen reader's announcement of the results: their number, and a correction of the search. */
function announcementOf({ results, isSlow }: InstantSearch): string {
  if (isSlow) return 'Searching...'
  if (!results) return ''
  const total = totalOf('all', results.totals)
  if (total === 0) return `No results for ${results.query}`
  return `${count(total, 'result')} for ${results.meant ?? results.query}`
}

function groupsOf(results: SearchResults | null, typed: string, recent: readonly string[], role: Parameters<typeof workPlaces>[0]) {
  const work = groupOfPlaces(workPlaces(role, typed), 'Back office')
  if (typed.trim() === '') return [...groupOfRecent(recent), ...work, ...groupOfPlaces(QUICK_LINKS, 'Quick links')]
  return results ? [...groupsOfResults(results), ...work, ...groupOfAll(results)] : work
}

/** The search dialog, with results while typing. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const navigate = useNavigate()
  const { user } = useSession()
  const { pathname } = useLocation()
  const openedAt = useRef(pathname)
  const [typed, setTyped] = useState('')
  const [recent, setRecent] = useState(recentSearches)
  const search = useInstantSearch(typed)
  const groups = groupsOf(search.results, typed, recent, user)
  const options = groups.flatMap((group) => group.options)
  const idOf = (place: number) => `${id}-${place}`
  const listbox = useListbox(options.length, typed, idOf)
  const close = () => dialog.current?.close()

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
    input.current?.focus()
  }, [])
  useEffect(() => {
    if (pathname !== openedAt.current) dialog.current?.close()
  }, [pathname])

  const type = (text: string) => {
    setTyped(text)
    input.current?.focus()
  }
  const go = (to: string) => {
    if (typed.trim() !== '') storeSearch(typed)
    close()
    void navigate(to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    listbox.onKeyDown(event)
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      const chosen = options[listbox.active]
      if (chosen) go(chosen.to)
      else if (typed.trim() !== '') go(searchHref(typed.trim()))
    }
    if (event.key === 'Escape' && typed !== '') {
      event.preventDefault() // the first Escape clears the field, the next one closes the dialog
      setTyped('')
    }
  }
  return (
    <dialog ref={dialog} className="search-dialog" aria-label="Search" closedby="any" onClose={onClose}>
      <div className="flex flex-col max-h-[calc(100dvh_-_120px)] max-sm:h-dvh max-sm:max-h-none">
        <div className="search-line">
          <SearchIcon />
          <input
            ref={input}
            type="text"
            role="combobox"
            aria-label="Search the shop"
            aria-expanded={options.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={listbox.active >= 0 ? idOf(listbox.active) : undefined}
            placeholder="Machines, mats, parts, producers, articles"
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={MAX_TYPED}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={onKeyDown}
          />
          {typed !== '' && (
            <button type="button" className="link-button" onClick={() => type('')}>
              Clear
            </button>
          )}
          <button type="button" className="icon-button" aria-label="Close the search" onClick={close}>
            <CloseIcon />
          </button>
        </div>
        <p className="visually-hidden" aria-live="polite">
          {announcementOf(search)}
        </p>
        <div className="flex-1 min-h-0 pt-1.5 pb-3 overflow-auto overscroll-contain">
          <SearchMessages search={search} isTyping={typed.trim() !== ''} onMeant={type} />
          <SearchOptions id={id} idOf={idOf} groups={groups} active={listbox.active} onChoose={go} />
          {typed.trim() === '' && recent.length > 0 && (
            <button
              type="button"
              className="link-button ml-3.5"
              onClick={() => {
                clearRecentSearches()
                setRecent([])
                input.current?.focus()
              }}
            >
              Clear recent searches
            </button>
          )}
        </div>
        <p className="search-keys" aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> to choose <kbd>Enter</kbd> to open <kbd>Esc</kbd> to close
        </p>
      </div>
    </dialog>
  )
}
