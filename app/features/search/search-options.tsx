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

/** The choices under the field, by kind. They are links, so that the mouse can open them in another tab; the keyboard stays in the field. */
export function SearchOptions({ id, idOf, groups, active, onChoose }: SearchOptionsProps) {
  const choose = (event: MouseEvent, to: string) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onChoose(to)
  }
  let place = 0
  return (
    <div id={`${id}-list`} role="listbox" aria-label="Results" className="search-list">
      {groups.map(({ label, total, options }) => (
        <div key={label} role="group" aria-label={label}>
          <p className="search-group" aria-hidden="true">
            {label} {total !== undefined && <span className="count">{total}</span>}
          </p>
          {options.map(({ to, content }) => {
            const at = place
            place += 1
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
