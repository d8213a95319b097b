import { figure } from '#app/lib/format.ts'
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

/** Every filter behind one button, where there is no room for more. */
export function AllFilters({ filters, chosen, choose }: FiltersProps) {
  const used = filters.filter(({ name }) => chosen[name] !== undefined).length
  return (
    <Menu label={used > 0 ? `Filters (${figure(used)})` : 'Filters'} isActive={used > 0}>
      {filters.filter(isChoice).map((filter) => (
        <Choices key={filter.name} filter={filter} value={chosen[filter.name] ?? ''} choose={choose} />
      ))}
      {filters.some(isDate) && <Dates filters={filters.filter(isDate)} chosen={chosen} choose={choose} />}
    </Menu>
  )
}

/** The values of a filter: any number of them, or one. */
function Choices({ filter, value, choose }: { filter: ChoiceFilter; value: string; choose: FiltersProps['choose'] }) {
  const { name, label, options, isMulti = false } = filter
  const values = splitChoice(value)
  const toggle = (one: string, isOn: boolean) => choose(name, (isOn ? [...values, one] : values.filter((other) => other !== one)).join(','))
  return (
    <fieldset>
      <legend>{label}</legend>
      <div className="filter-choices">
        {!isMulti && (
          <label>
            <input type="radio" name={`filter-${name}`} checked={value === ''} onChange={() => choose(name, '')} />
            Any
          </label>
        )}
        {options.map((option) => (
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
