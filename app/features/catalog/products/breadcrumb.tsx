import type { Place } from '#app/lib/structured-data.ts'
import { Link } from '#app/ui/link.tsx'

/** Breadcrumb of this page: Home / … / its own name (S101). */
export function Breadcrumb({ places, here }: { places: readonly Place[]; here: string }) {
  return (
    <nav aria-label="Breadcrumb" className="breadcrumb no-print">
      <ol className="flex flex-wrap text-sm">
        {[{ to: '/', label: 'Home' }, ...places].map(({ to, label }) => (
          <li key={to} className="flex items-center min-h-11">
            <Link className="py-3" to={to}>
              <bdi>{label}</bdi>
            </Link>
          </li>
        ))}
        <li className="flex items-center min-h-11" aria-current="page">
          <bdi>{here}</bdi>
        </li>
      </ol>
    </nav>
  )
}
