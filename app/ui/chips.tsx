import { Link } from '#app/ui/link.tsx'

interface ChipsProps {
  /** Each active filter with the address of the list without it. */
  filters: readonly { name: string; value: string; withoutHref: string }[]
  /** The address of the list without any of them. */
  clearHref?: string
}

/** The active filters of a list; each can be taken off, or all at once (S82, S83). */
export function Chips({ filters, clearHref }: ChipsProps) {
  if (filters.length === 0) return null
  return (
    <ul className="flex flex-wrap items-center gap-2 mt-3" aria-label="Active filters">
      {filters.map(({ name, value, withoutHref }) => (
        <li key={`${name} ${value}`}>
          <Link to={withoutHref} className="chip" preventScrollReset>
            <span className="visually-hidden">Remove filter </span>
            <span>
              {name}: <bdi>{value}</bdi>
            </span>
            <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
      {clearHref && (
        <li>
          <Link to={clearHref} className="link-button flex items-center" preventScrollReset>
            Clear All Filters
          </Link>
        </li>
      )}
    </ul>
  )
}
