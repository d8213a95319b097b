import { Link } from 'react-router'
import { KIND_LABELS, SEARCH_KINDS, type SearchView, searchHref, totalOf } from '#app/features/content/search/search-address.ts'
import type { SearchResults } from '#contract/content/search.ts'

/** Links to all results and to each kind, with their numbers. The current kind keeps its filters. */
export function KindsNav({ view, totals }: { view: SearchView; totals: SearchResults['totals'] }) {
  const { search, isExact } = view.filters
  return (
    <nav aria-label="Result types" className="mt-5 border-b-2 border-ink">
      {/* columns, so that the letters of another font wrap nothing differently on a phone */}
      <ul className="flex flex-wrap max-sm:grid max-sm:grid-cols-[repeat(auto-fit,minmax(7.25rem,1fr))]">
        {SEARCH_KINDS.map((kind) => (
          <li key={kind}>
            <Link
              className="flex items-center gap-1.75 min-h-11 px-2 sm:px-3 text-ink font-medium no-underline hover:underline hover:decoration-auto aria-[current]:bg-ink aria-[current]:text-surface"
              to={searchHref(search, kind, isExact)}
              aria-current={kind === view.kind ? 'true' : undefined}
              preventScrollReset
            >
              {KIND_LABELS[kind]} <span className="count">{totalOf(kind, totals)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
