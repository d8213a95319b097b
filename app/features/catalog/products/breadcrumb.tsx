import { Link } from 'react-router'
import type { Place } from '#app/lib/structured-data.ts'

/** Breadcrumb of this page: Home / … / its own name (S101). */
export function Breadcrumb({ places, here }: { places: readonly Place[]; here: string }) {
  return (
    <nav aria-label="Breadcrumb" className="breadcrumb no-print">
      <ol>
        {[{ to: '/', label: 'Home' }, ...places].map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  )
}
