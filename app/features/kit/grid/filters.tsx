import { useState } from 'react'
import { figure } from '#app/lib/format.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { CloseIcon } from '#app/ui/icons.tsx'
import { pluralize } from '#domain/text.ts'
import type { GridFilter } from './columns.ts'
import { splitChoice } from './grid-state.ts'
import { Menu } from './menu.tsx'

type ChoiceFilter = Exclude<GridFilter, { kind: 'date' }>

interface FiltersProps {
  filters: readonly GridFilter[]
  chosen: Readonly<Record<string, string>>
  choose: (name: string, value: string) => void
}

const isChoice = (filter: GridFilter): filter is ChoiceFilter => !('kind' in filter)
const isDate = (filter: GridFilter) => !isChoice(filter)

/** Returns the words on the button of a filter: its name, with what is chosen. */
function labelOf({ label, options }: ChoiceFilter, value: string): string {
  const values = splitChoice(value)
  if (values.length === 0) return label
  if (values.length > 1) return `${label} (${figure(values.length)})`
  return `${label}: ${options.find((option) => option.value === values[0])?.label ?? values[0]}`
}

/** Each filter behind a button of its own. */
export function FilterMenus({ filters, chosen, choose }: FiltersProps) {
  const dates = filters.filter(isDate)
  const hasDate = dates.some(({ name }) => chosen[name] !== undefined)
  return (
    <>
      {filters.filter(isChoice).map((filter) => {
        const value = chosen[filter.name] ?? ''
        return (
          <Menu key={filter.name} label={labelOf(filter, value)} isActive={value !== ''}>
            <Choices filter={filter} value={value} choose={choose} />
          </Menu>
        )
      })}
      {dates.length > 0 && (
        <Menu label={hasDate ? `Dates: ${dates.map(({ name }) => chosen[name] ?? '').join(' – ')}` : 'Dates'} isActive={hasDate}>
          <Dates filters={dates} chosen={chosen} choose={choose} />
        </Menu>
      )}
    </>
  )
}

/** Most filters with a button of their own; of more, so many have one. */
const MOST_MENUS = 6
const FIRST_MENUS = 5

/** Returns the filters that have a button of their own in a wide window, and those behind one button. */
export function splitFilters(filters: readonly GridFilter[]): [menus: GridFilter[], others: GridFilter[]] {
  const choices = filters.filter(isChoice)
  const others = choices.length > MOST_MENUS ? choices.slice(FIRST_MENUS) : []
  return [filters.filter((filter) => !others.some(({ name }) => name === filter.name)), others]
}

interface FilterSheetProps extends FiltersProps {
  label: string
  /** Rows that the filters leave; undefined until they are counted. */
  found: number | undefined
  clear: () => void
}

/** Every filter behind one button, where there is no room for more: a sheet that shows at once how many rows are left. */
export function FilterSheet({ label, filters, chosen, choose, found, clear }: FilterSheetProps) {
  const [isOpen, setOpen] = useState(false)
  const used = filters.filter(({ name }) => chosen[name] !== undefined).length
  const close = () => setOpen(false)
  return (
    <>
      <button
        type="button"
        className={`button hollow small ${used > 0 ? 'is-active' : ''}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {used > 0 ? `${label} (${figure(used)})` : label}
      </button>
      {isOpen && (
        <Dialog title={label} className="grid-sheet" onClose={close}>
          <button type="button" className="icon-button absolute top-3 right-3" aria-label="Close filters" onClick={close}>
            <CloseIcon />
          </button>
          <div className="mt-3 grid max-h-[min(32rem,60dvh)] gap-3 overflow-y-auto overscroll-contain">
            {filters.filter(isChoice).map((filter) => (
              <Choices key={filter.name} filter={filter} value={chosen[filter.name] ?? ''} choose={choose} />
            ))}
            {filters.some(isDate) && <Dates filters={filters.filter(isDate)} chosen={chosen} choose={choose} />}
          </div>
          <p className="mt-4 grid grid-cols-[1fr_2fr] gap-3">
            <button type="button" className="button hollow" aria-disabled={used === 0 || undefined} onClick={() => used > 0 && clear()}>
              Clear
            </button>
            <button type="button" className="button" onClick={close}>
              {found === undefined ? 'Show results' : `Show ${pluralize(found, 'result')}`}
            </button>
          </p>
        </Dialog>
      )}
    </>
  )
}

/** Values from which on they have a search. */
const MANY_CHOICES = 12

/** The values of a filter: any number of them, or one. */
function Choices({ filter, value, choose }: { filter: ChoiceFilter; value: string; choose: FiltersProps['choose'] }) {
  const { name, label, options, isMulti = false } = filter
  const values = splitChoice(value)
  const [typed, setTyped] = useState('')
  const words = typed.trim().toLowerCase()
  const shown =
    words === '' ? options : options.filter((option) => option.label.toLowerCase().includes(words) || values.includes(option.value))
  const toggle = (one: string, isOn: boolean) => choose(name, (isOn ? [...values, one] : values.filter((other) => other !== one)).join(','))
  return (
    <fieldset>
      <legend>{label}</legend>
      {options.length > MANY_CHOICES && (
        <input
          type="search"
          className="input mb-1"
          dir="auto"
          aria-label={`Search ${label}`}
          placeholder="Search"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <div className="filter-choices">
        {!isMulti && words === '' && (
          <label>
            <input type="radio" name={`filter-${name}`} checked={value === ''} onChange={() => choose(name, '')} />
            Any
          </label>
        )}
        {shown.map((option) => (
          <label key={option.value}>
            <input
              type={isMulti ? 'checkbox' : 'radio'}
              name={`filter-${name}`}
              checked={values.includes(option.value)}
              onChange={({ target }) => (isMulti ? toggle(option.value, target.checked) : choose(name, option.value))}
            />
            {option.label}
          </label>
        ))}
        {shown.length === 0 && <p className="px-2 py-1.5 text-ink-2">No match</p>}
      </div>
    </fieldset>
  )
}

function Dates({ filters, chosen, choose }: FiltersProps) {
  return (
    <fieldset>
      <legend>Dates</legend>
      {filters.map(({ name, label }) => (
        <label key={name} className="filter-date">
          {label}
          <input type="date" className="input" value={chosen[name] ?? ''} onChange={(event) => choose(name, event.target.value)} />
        </label>
      ))}
    </fieldset>
  )
}
