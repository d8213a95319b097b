import { Link } from 'react-router'
import { figure } from '#app/lib/format.ts'

/** The views of a dashboard, as links: each has an address of its own, `?tab=`. */
export function Views({
  label,
  views,
  current,
  hrefOf,
}: {
  label: string
  views: readonly { key: string; label: string; count?: number | undefined }[]
  current: string
  hrefOf: (key: string) => string
}) {
  return (
    <nav aria-label={label} className="views">
      <ul>
        {views.map(({ key, label: name, count }) => (
          <li key={key}>
            <Link to={hrefOf(key)} aria-current={key === current ? 'page' : undefined} preventScrollReset>
              {name}
              {count !== undefined && <span className="view-count">{figure(count)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
