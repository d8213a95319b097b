import { Link } from 'react-router'
import { QUICK_LINKS } from '#app/features/content/search/places.ts'
import { searchHref, totalOf } from '#app/features/content/search/search-address.ts'
import type { SearchResults } from '#contract/content/search.ts'

function QuickLinks() {
  return (
    <ul className="flex flex-wrap gap-x-6 mt-1">
      {QUICK_LINKS.map(({ to, label }) => (
        <li key={to}>
          <Link className="flex items-center min-h-11" to={to}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Shown before the first search. */
export function StartHere() {
  return (
    <section className="mt-8">
      <h2 className="text-lg">Or start here</h2>
      <QuickLinks />
    </section>
  )
}

/** Says how the search was corrected, when nothing matches it as typed. */
export function Reading({ results: { query, meant } }: { results: SearchResults }) {
  if (meant === null) return null
  return (
    <p className="notice mt-4" role="status">
      No match for “{query}”. Did you mean <Link to={searchHref(meant)}>{meant}</Link>? Its results are shown.
    </p>
  )
}

/** Nothing fits: words of the shop that look alike, and where else to go. */
export function NoResults({ results: { query, suggestions, totals } }: { results: SearchResults }) {
  if (totalOf('all', totals) > 0) return null
  return (
    <div className="list-empty mt-6">
      <img className="w-full max-w-80 border-2 border-ink" src="/drawings/scenes/empty-box.svg" width={800} height={600} alt="" />
      <div>
        <p className="text-lg font-medium wrap-anywhere">Nothing found for “{query}”.</p>
        {suggestions.length > 0 && (
          <p className="mt-2">
            Did you mean{' '}
            {suggestions.map((word, place) => (
              <span key={word}>
                {place > 0 && (place === suggestions.length - 1 ? ' or ' : ', ')}
                <Link to={searchHref(word)}>{word}</Link>
              </span>
            ))}
            ?
          </p>
        )}
        <p className="mt-2 text-ink-2">Try fewer or more general words, or start here:</p>
        <QuickLinks />
      </div>
    </div>
  )
}
