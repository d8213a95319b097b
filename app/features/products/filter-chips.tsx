import { Link } from 'react-router'
import type { ActiveFilter } from './active-filters.ts'
import type { ListFilters } from './filters.ts'

interface FilterChipsProps {
  active: ActiveFilter[]
  hrefOf: (change: Partial<ListFilters>) => string
  clearHref: string
}

/** The active filters; each can be taken off, or all at once (S82, S83). */
export function FilterChips({ active, hrefOf, clearHref }: FilterChipsProps) {
  if (active.length === 0) return null
  return (
    <ul className="chips" aria-label="Active filters">
      {active.map(({ name, value, without }) => (
        <li key={name}>
          <Link to={hrefOf(without)} className="chip" preventScrollReset>
            <span className="visually-hidden">Remove the filter </span>
            {name}: {value}
            <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
      <li>
        <Link to={clearHref} className="link-button flex items-center" preventScrollReset>
          Clear All Filters
        </Link>
      </li>
    </ul>
  )
}
