import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import type { OptionGroup } from './result-groups.tsx'

interface SearchOptionsProps {
  id: string
  idOf: (place: number) => string
  groups: readonly OptionGroup[]
  active: number
  onChoose: (to: string) => void
}

/** Returns the index of a group's first choice among all choices. */
const firstPlace = (groups: readonly OptionGroup[], group: number) =>
  groups.slice(0, group).reduce((places, { options }) => places + options.length, 0)

/** The choices below the field, by kind. They are links, so that the mouse can open them in another tab; focus stays in the field. */
export function SearchOptions({ id, idOf, groups, active, onChoose }: SearchOptionsProps) {
  const choose = (event: MouseEvent, to: string) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onChoose(to)
  }
  return (
    <div id={`${id}-list`} role="listbox" aria-label="Results" className="search-list">
      {groups.map(({ label, total, options }, group) => (
        <div key={label} role="group" aria-label={label}>
          <p className="search-group px-4.5 pt-3 pb-1 text-ink-2 text-sm font-strong" aria-hidden="true">
            {label} {total !== undefined && <span className="count">{total}</span>}
          </p>
          {options.map(({ to, content }, index) => {
            const at = firstPlace(groups, group) + index
            return (
              <Link
                key={to}
                id={idOf(at)}
                to={to}
                role="option"
                aria-selected={at === active}
                tabIndex={-1}
                className="search-option"
                onClick={(event) => choose(event, to)}
              >
                {content}
              </Link>
            )
          })}
        </div>
      ))}
    </div>
  )
}
