import { type FormEvent, type ReactNode, type RefObject, useState } from 'react'
import { toastFailure } from '#app/lib/api.ts'
import { download } from '#app/lib/download.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import type { GridColumn, GridFilter } from './columns.ts'
import { type GridState, isNarrowed } from './grid-state.ts'
import { Menu } from './menu.tsx'
import type { GridLook } from './use-look.ts'

interface FilterBarProps {
  label: string
  searchLabel: string | undefined
  searchBox: RefObject<HTMLInputElement | null>
  filters: readonly GridFilter[]
  state: GridState
  go: (change: Partial<GridState>) => void
  tools: ReactNode
  children: ReactNode
}

/** Search and filters of a grid; what they are set to is its address. */
export function FilterBar({ label, searchLabel, searchBox, filters, state, go, tools, children }: FilterBarProps) {
  const [typed, setTyped] = useState(state.search)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    go({ search: typed.trim() })
  }
  const choose = (name: string, value: string) => {
    const { [name]: _before, ...others } = state.chosen
    go({ search: typed.trim(), chosen: value === '' ? others : { ...others, [name]: value } })
  }
  const clear = () => {
    setTyped('')
    go({ search: '', chosen: {} })
  }
  const show = (filter: GridFilter) => (
    <Filter key={filter.name} filter={filter} value={state.chosen[filter.name] ?? ''} choose={(value) => choose(filter.name, value)} />
  )
  const days = filters.filter((filter) => 'kind' in filter)
  const choices = filters.filter((filter) => !('kind' in filter))
  return (
    <form role="search" aria-label={label} onSubmit={submit} className="filter-bar">
      {searchLabel !== undefined && (
        <>
          <input
            ref={searchBox}
            type="search"
            className="input"
            aria-label={searchLabel}
            placeholder={searchLabel}
            autoComplete="off"
            enterKeyHint="search"
            maxLength={200}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <button type="submit" className="button small">
            Search
          </button>
        </>
      )}
      {choices.map(show)}
      {days.length > 0 && (
        <span className="filter-dates flex flex-none flex-wrap gap-2 max-w-full max-sm:flex-[1_1_100%]">{days.map(show)}</span>
      )}
      {isNarrowed(state) && (
        <button type="button" className="link-button" onClick={clear}>
          Clear
        </button>
      )}
      <span className="filter-bar-end flex flex-wrap gap-2 ml-auto max-md:ml-0">
        {tools}
        {children}
      </span>
    </form>
  )
}

function Filter({ filter, value, choose }: { filter: GridFilter; value: string; choose: (value: string) => void }) {
  if ('kind' in filter) {
    return (
      <label className="filter-date">
        {filter.label}
        <input type="date" className="input w-auto" value={value} onChange={(event) => choose(event.target.value)} />
      </label>
    )
  }
  return (
    <select className="input" aria-label={filter.label} value={value} onChange={(event) => choose(event.target.value)}>
      <option value="">{filter.label}: any</option>
      {filter.options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

interface ColumnsMenuProps {
  columns: readonly GridColumn<never>[]
  look: GridLook
  change: (look: GridLook) => void
}

/** Which columns stand in the grid, and how close its rows stand. */
export function ColumnsMenu({ columns, look, change }: ColumnsMenuProps) {
  const toggle = (id: string) =>
    change({ ...look, toggled: look.toggled.includes(id) ? look.toggled.filter((other) => other !== id) : [...look.toggled, id] })
  return (
    <Menu label="Columns">
      <fieldset>
        <legend>Columns</legend>
        {columns.map(({ id, title, isFixed, isExtra = false }) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={isFixed || isExtra === look.toggled.includes(id)}
              disabled={isFixed}
              onChange={() => toggle(id)}
            />
            {title}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>Rows</legend>
        <label>
          <input type="checkbox" checked={look.isCompact} onChange={() => change({ ...look, isCompact: !look.isCompact })} />
          Compact
        </label>
      </fieldset>
    </Menu>
  )
}

/** The whole list as it is narrowed and sorted now, as a file. */
export function ExportMenu({ path, query, name }: { path: string; query: Record<string, string | undefined>; name: string }) {
  const [busy, setBusy] = useState<string>()
  const save = async (format: string) => {
    setBusy(format)
    const { page: _page, limit: _limit, ...narrowing } = query
    const wanted = Object.entries({ ...narrowing, format }).filter((entry): entry is [string, string] => entry[1] !== undefined)
    try {
      await download(`${path}?${new URLSearchParams(wanted)}`, `${name}.${format}`)
    } catch (error) {
      toastFailure(error, 'The export could not be made. Please try again.')
    }
    setBusy(undefined)
  }
  return (
    <Menu label="Export">
      {[
        ['csv', 'CSV'],
        ['xlsx', 'Excel'],
      ].map(([format = '', label]) => (
        <BusyButton key={format} className="grid-menu-action" isBusy={busy === format} busy="Writing…" onPress={() => void save(format)}>
          {label}
        </BusyButton>
      ))}
    </Menu>
  )
}
