import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { CloseIcon, SearchIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'

const PAUSE_MS = 250

interface SearchBoxProps {
  /** The search that the address has. */
  search: string
  label: string
  placeholder: string
  action: string
  /** Its name in the address. */
  name?: string
  hrefOf: (search: string) => string
  /** Hidden fields that the form sends along where there is no script. */
  children?: ReactNode
}

/** Searches a list while one types; the address follows after a pause, so that it can be shared. */
export function SearchBox({ search, label, placeholder, action, name = 'search', hrefOf, children }: SearchBoxProps) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(search)
  const sent = useRef(search)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (search === sent.current) return
    sent.current = search
    setTyped(search) // changed from elsewhere: a chip, the back button
  }, [search])
  useEffect(() => () => clearTimeout(timer.current), [])

  const go = (text: string) => {
    clearTimeout(timer.current)
    if (text.trim() === sent.current) return
    sent.current = text.trim()
    void navigate(hrefOf(text.trim()), { replace: true, preventScrollReset: true })
  }
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => go(text), PAUSE_MS)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    go(typed)
  }
  return (
    <search className="list-search flex-[1_1_260px] min-w-0 max-w-110 max-sm:basis-full max-sm:max-w-none" aria-label={label}>
      <form action={action} onSubmit={submit}>
        {children}
        <input
          ref={input}
          dir="auto"
          type="search"
          name={name}
          aria-label={label}
          placeholder={placeholder}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          value={typed}
          onChange={(event) => type(event.target.value)}
        />
        {typed !== '' && (
          <Link
            to={hrefOf('')}
            className="list-search-clear absolute right-13.5 grid place-items-center w-11 h-12 text-ink-2"
            aria-label="Clear search"
            preventScrollReset
            onClick={() => {
              type('')
              clearTimeout(timer.current)
              sent.current = ''
              input.current?.focus()
            }}
          >
            <CloseIcon />
          </Link>
        )}
        <button type="submit" aria-label="Search">
          <SearchIcon />
        </button>
      </form>
    </search>
  )
}
