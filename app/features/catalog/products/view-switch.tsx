import { Link } from '#app/ui/link.tsx'
import { LIST_VIEWS, type ListFilters, type ListView } from './filters.ts'

const LABELS: Readonly<Record<ListView, string>> = { grid: 'Grid', list: 'List' }

const SHAPES: Readonly<Record<ListView, string>> = {
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  list: 'M4 5h4v4H4zM11 7h9M4 15h4v4H4zM11 17h9',
}

interface ViewSwitchProps {
  view: ListView
  /** Keeps the page: only the layout changes. */
  hrefOf: (change: Partial<ListFilters>) => string
}

/** Grid of cards, or rows with more specifications. */
export function ViewSwitch({ view, hrefOf }: ViewSwitchProps) {
  return (
    <nav aria-label="View" className="view-switch hidden md:flex">
      {LIST_VIEWS.map((each) => (
        <Link
          key={each}
          className="aria-[current]:forced-highlight"
          to={hrefOf({ view: each })}
          aria-current={each === view ? 'true' : undefined}
          replace
          preventScrollReset
        >
          <svg aria-hidden="true" width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2">
            <path d={SHAPES[each]} />
          </svg>
          <span className="visually-hidden">{LABELS[each]} view</span>
        </Link>
      ))}
    </nav>
  )
}
