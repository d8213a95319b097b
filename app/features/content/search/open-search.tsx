import { type ComponentType, useEffect, useLayoutEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ComboboxField } from '#app/ui/combobox-dialog.tsx'
import { SearchIcon } from '#app/ui/icons.tsx'

declare global {
  interface Window {
    /** Text typed for the search before it was there; undefined until its key was pressed (`boot.js`). */
    searched?: string | undefined
  }
}

type Dialog = ComponentType<ComboboxField>
type Field = typeof import('#app/ui/combobox-dialog.tsx').ComboboxDialog

const loadDialog = async (): Promise<Dialog> => (await import('./search-dialog.tsx')).SearchDialog
const loadField = async (): Promise<Field> => (await import('#app/ui/combobox-dialog.tsx')).ComboboxDialog

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"]'))
}

/** Returns whether a key opens the search: `/` outside of fields, Ctrl+K and Cmd+K everywhere. */
function asksForSearch(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) return true
  return event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)
}

/**
 * The search button (S41). Its dialog is loaded on first use, and its field, which takes text meanwhile, once the page is there; until then
 * this takes what is typed. Without them, and without JavaScript, it leads to the search page.
 */
export function OpenSearch() {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [Dialog, setDialog] = useState<Dialog | null>(null)
  const [Field, setField] = useState<Field | null>(null)
  const navigate = useNavigate()

  useEffect(() => {
    if (Field) return
    let isWanted = true
    loadField().then(
      (loaded) => isWanted && setField(() => loaded),
      () => isWanted && isOpen && void navigate('/search'),
    )
    return () => {
      isWanted = false
    }
  }, [isOpen, Field, navigate])
  useEffect(() => {
    if (!isOpen || Dialog) return
    let isWanted = true
    loadDialog().then(
      (loaded) => isWanted && setDialog(() => loaded),
      () => undefined, // the field stays, and Enter opens the page of results
    )
    return () => {
      isWanted = false
    }
  }, [isOpen, Dialog, navigate])
  useEffect(() => {
    if (!isOpen || Field) return
    const take = (event: KeyboardEvent) => {
      const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
      if (event.defaultPrevented || (!isLetter && event.key !== 'Backspace')) return
      event.preventDefault()
      setTyped((text) => (isLetter ? text + event.key : text.slice(0, -1)))
    }
    document.addEventListener('keydown', take)
    return () => document.removeEventListener('keydown', take)
  }, [isOpen, Field])
  useLayoutEffect(() => {
    const { searched } = window
    window.onkeydown = null
    window.searched = undefined
    if (searched !== undefined)
      queueMicrotask(() => {
        setOpen(true)
        setTyped(searched)
      })
    const open = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !asksForSearch(event) || document.querySelector('dialog:modal')) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', open)
    return () => document.removeEventListener('keydown', open)
  }, [])

  const field: ComboboxField = {
    title: 'Search',
    label: 'Search the shop',
    placeholder: 'Machines, mats, parts, producers, articles',
    enterKeyHint: 'search',
    typed,
    onTyped: setTyped,
    isClearable: true,
    onClose: () => {
      setOpen(false)
      setTyped('')
    },
  }
  const resultsHref = () => (typed.trim() === '' ? null : `/search?${new URLSearchParams({ q: typed.trim() })}`)
  const preload = () => void loadDialog().catch(() => null)
  return (
    <>
      <form
        action="/search"
        className="search-opener"
        onSubmit={(event) => {
          event.preventDefault()
          setOpen(true)
        }}
      >
        <button
          type="submit"
          className="search-button"
          aria-label="Search"
          aria-haspopup="dialog"
          aria-keyshortcuts="/ Control+K Meta+K"
          onPointerEnter={preload}
          onFocus={preload}
        >
          <SearchIcon />
          <span>Search</span>
          <kbd aria-hidden="true">/</kbd>
        </button>
      </form>
      {isOpen && Dialog && <Dialog {...field} />}
      {isOpen && !Dialog && Field && (
        <Field {...field} groups={[]} announcement={false} onEnter={resultsHref} onChoose={(to) => void navigate(to)} />
      )}
    </>
  )
}
