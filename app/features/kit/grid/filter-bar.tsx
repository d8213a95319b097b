import { type FormEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useMediaQuery } from '#app/lib/use-media-query.ts'
import type { GridFilter } from './columns.ts'
import { FilterMenus, FilterSheet, splitFilters } from './filters.tsx'
import { type GridState, isNarrowed } from './grid-state.ts'

const TYPING_PAUSE_MS = 300

interface FilterBarProps {
  label: string
  searchLabel: string | undefined
  searchBox: RefObject<HTMLInputElement | null>
  filters: readonly GridFilter[]
  state: GridState
  /** Rows that are left; undefined while they are counted. */
  found: number | undefined
  go: (change: Partial<GridState>, isTyping?: boolean) => void
  tools: ReactNode
  /** Offer to save what is chosen. */
  saving: ReactNode
  children: ReactNode
}

/** The words in the search box. They follow the address, except while it is still on its way to what was typed. */
function useTyped(words: string) {
  const [typed, setTyped] = useState(words)
  const [seen, setSeen] = useState(words)
  const [sent, setSent] = useState(words)
  if (words !== seen) {
    setSeen(words)
    if (words !== sent) {
      setSent(words)
      setTyped(words)
    }
  }
  return { typed, setTyped, setSent }
}

type Chosen = GridState['chosen']

/** The chosen values: those that the address is about to have, so that a box shows at once what was done to it. */
function useChosen(stored: Chosen): [Chosen, (chosen: Chosen) => void] {
  const at = JSON.stringify(stored)
  const [wanted, setWanted] = useState<{ at: string; chosen: Chosen }>()
  if (wanted && wanted.at !== at) setWanted(undefined)
  return [wanted?.at === at ? wanted.chosen : stored, (chosen) => setWanted({ at, chosen })]
}

/** Search and filters of a grid in one line; what they are set to is its address. The search follows as somebody types. */
export function FilterBar({ label, searchLabel, searchBox, filters, state, found, go, tools, saving, children }: FilterBarProps) {
  const { typed, setTyped, setSent } = useTyped(state.search)
  const [chosen, setChosen] = useChosen(state.chosen)
  const isRoomy = useMediaQuery('(width >= 88rem)')
  const search = useEffectEvent((words: string) => {
    if (words === state.search) return
    setSent(words)
    go({ search: words }, state.search !== '')
  })
  useEffect(() => {
    const timer = setTimeout(() => search(typed.trim()), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    search(typed.trim())
  }
  const choose = (name: string, value: string) => {
    const { [name]: _before, ...others } = chosen
    const next = value === '' ? others : { ...others, [name]: value }
    setChosen(next)
    setSent(typed.trim())
    go({ search: typed.trim(), chosen: next })
  }
  const clear = () => {
    setTyped('')
    go({ search: '', chosen: {} })
  }
  const [menus, others] = isRoomy ? splitFilters(filters) : [[], filters]
  const clearOthers = () => {
    const left = Object.fromEntries(Object.entries(chosen).filter(([name]) => others.every((filter) => filter.name !== name)))
    setChosen(left)
    go({ search: typed.trim(), chosen: left })
  }
  return (
    <form role="search" aria-label={label} onSubmit={submit} className="filter-bar">
      {searchLabel !== undefined && (
        <input
          ref={searchBox}
          type="search"
          dir="auto"
          className="input"
          aria-label={searchLabel}
          placeholder={searchLabel}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <FilterMenus filters={menus} chosen={chosen} choose={choose} />
      {others.length > 0 && (
        <FilterSheet
          label={menus.length > 0 ? 'More filters' : 'Filters'}
          filters={others}
          chosen={chosen}
          choose={choose}
          found={found}
          clear={clearOthers}
        />
      )}
      {isNarrowed(state) && (
        <button type="button" className="link-button filter-clear" onClick={clear}>
          Clear
        </button>
      )}
      {saving}
      <span className="filter-bar-end">
        {tools}
        {children}
      </span>
    </form>
  )
}
