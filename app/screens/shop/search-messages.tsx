import { useId } from 'react'
import { Link } from 'react-router'
import { SearchReading } from '#app/features/catalog/products/search-reading.tsx'
import { useUnits } from '#app/features/catalog/products/use-units.ts'
import { askHref, QUICK_LINKS, type SearchView, searchHref, totalOf } from '#app/features/content/search/search-address.ts'
import { Chips } from '#app/ui/chips.tsx'
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

/**
 * Says how the search was read: corrected, with words left out, with filters that can be taken off; products have those beside their own.
 */
export function Understood({
  results: { query, meant, understood },
  view: {
    kind,
    filters: { isExact },
  },
  hasChips,
}: {
  results: SearchResults
  view: SearchView
  hasChips: boolean
}) {
  const { shown } = useUnits()
  return (
    <>
      <SearchReading query={query} meant={meant} understood={understood} exactHref={searchHref(query, kind, true)} />
      {hasChips && (
        <Chips
          filters={understood.filters.map(({ label, display, without }) => ({
            name: label,
            value: shown(display),
            withoutHref: searchHref(without, kind, isExact),
          }))}
        />
      )}
    </>
  )
}

/** Nothing fits: words of the shop that look alike, and where else to go. */
export function NoResults({ results: { query, suggestions, categories, totals } }: { results: SearchResults }) {
  const headingId = useId()
  if (totalOf('all', totals) > 0) return null
  return (
    <div className="list-empty mt-6">
      <img className="w-full max-w-80 border-2 border-ink" src="/drawings/scenes/empty-box.svg" width={800} height={600} alt="" />
      <div>
        <p className="text-lg font-medium wrap-anywhere">No results for “{query}”.</p>
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
        {categories.length > 0 && (
          <>
            <h2 id={headingId} className="mt-5 text-base">
              Related categories
            </h2>
            <ul className="flex flex-wrap gap-x-6" aria-labelledby={headingId}>
              {categories.map(({ text, href }) => (
                <li key={href}>
                  <Link className="flex items-center min-h-11" to={href}>
                    {text}
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
        <p className="mt-2 text-ink-2">Try fewer or more general words, or ask us what you need.</p>
        <p className="mt-4">
          <Link to={askHref(query)} className="button hollow">
            Ask us
          </Link>
        </p>
      </div>
    </div>
  )
}
