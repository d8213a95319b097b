import { Link } from 'react-router'
import { QUICK_LINKS } from '#app/features/content/search/places.ts'
import { type SearchKind, searchHref, totalOf } from '#app/features/content/search/search-address.ts'
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

/** Cards above the results: what the shop says to a word that no product answers. */
function Answers({ answers }: Pick<SearchResults['understood'], 'answers'>) {
  return answers.map(({ title, text, href }) => (
    <section key={href} className="notice mt-4">
      <h2 className="text-lg">{title}</h2>
      <p>{text}</p>
      <Link to={href} className="inline-flex items-center min-h-11">
        {ANSWER_LINKS[href] ?? 'Read more'}
      </Link>
    </section>
  ))
}

const ANSWER_LINKS: Readonly<Record<string, string>> = {
  '/contact': 'Contact us',
  '/resources/technical-documentation': 'Open the technical documentation',
}

/** Says how the search was read: corrected, with words left out, with filters that can be taken off. */
export function Understood({ results: { query, meant, understood }, kind }: { results: SearchResults; kind: SearchKind }) {
  const { leftOut, matching, instead, filters, answers } = understood
  return (
    <>
      <Answers answers={answers} />
      <Chips
        filters={filters.map(({ label, display, without }) => ({ name: label, value: display, withoutHref: searchHref(without, kind) }))}
      />
      <div role="status">
        {meant !== null && (
          <p className="notice mt-4 wrap-anywhere">
            Showing results for “{meant}”. <Link to={searchHref(query, kind, true)}>Search instead for “{query}”</Link>
          </p>
        )}
        {leftOut.length > 0 && matching === 0 && (
          <p className="notice mt-4 wrap-anywhere">
            No product has all of these words. Showing results without {leftOut.map((word) => `“${word}”`).join(' and ')}.
          </p>
        )}
        {instead.map(({ term }) => (
          <p key={term} className="notice mt-4 wrap-anywhere">
            We don't sell {term}. These products do the same job.
          </p>
        ))}
      </div>
    </>
  )
}

/** Nothing fits: words of the shop that look alike, and where else to go. */
export function NoResults({ results: { query, suggestions, totals } }: { results: SearchResults }) {
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
        <p className="mt-2 text-ink-2">Try fewer or more general words, or start here:</p>
        <QuickLinks />
        <p className="mt-2">
          <Link to={`/contact?${new URLSearchParams({ q: query })}`} className="button hollow">
            Ask us
          </Link>
        </p>
      </div>
    </div>
  )
}
