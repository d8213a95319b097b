import { Link } from 'react-router'
import type { SearchResults } from '#contract/content/search.ts'
import { askHref, searchHref, totalWithAnswers } from './search-address.ts'
import type { InstantSearch } from './use-instant-search.ts'

interface SearchMessagesProps {
  search: InstantSearch
  isTyping: boolean
  onMeant: (query: string) => void
}

/** Says how the search was read, where that is not as it was typed. */
function Understood({ results: { query, meant, understood } }: { results: SearchResults }) {
  const { instead, matching } = understood
  // the choices have only products with all words, where there are any
  const leftOut = matching === 0 ? understood.leftOut : []
  if (meant === null && leftOut.length === 0 && instead.length === 0) return null
  return (
    <div className="px-4.5 py-2.5 wrap-anywhere">
      {meant !== null && (
        <p>
          Showing results for “{meant}”. <Link to={searchHref(query, 'all', true)}>Search instead for “{query}”</Link>
        </p>
      )}
      {leftOut.length > 0 && (
        <p>No product has all of these words. Showing results without {leftOut.map((word) => `“${word}”`).join(' and ')}.</p>
      )}
      {instead.map(({ term }) => (
        <p key={term}>We don't sell {term}. These products do the same job.</p>
      ))}
    </div>
  )
}

/** The message above the results: slow, failed, corrected search, or no results. */
export function SearchMessages({ search: { results, isSlow, isFailed, retry }, isTyping, onMeant }: SearchMessagesProps) {
  if (!isTyping) return null
  if (isFailed) {
    return (
      <div className="px-4.5 py-2.5 wrap-anywhere" role="alert">
        <p>The search didn't respond. Please try again.</p>
        <button type="button" className="button small mt-2" onClick={retry}>
          Try again
        </button>
      </div>
    )
  }
  if (isSlow && !results) return <p className="px-4.5 py-2.5 wrap-anywhere">Searching...</p>
  if (!results) return null
  if (totalWithAnswers(results) > 0) {
    return <Understood results={results} />
  }
  return (
    <div className="px-4.5 py-2.5 wrap-anywhere">
      <p>No results for “{results.query}”.</p>
      {results.suggestions.length > 0 && (
        <p>
          Did you mean{' '}
          {results.suggestions.map((word, place) => (
            <span key={word}>
              {place > 0 && ', '}
              <button type="button" className="link-button px-0" onClick={() => onMeant(word)}>
                {word}
              </button>
            </span>
          ))}
          ?
        </p>
      )}
      <Link to={askHref(results.query)}>Ask us</Link>
    </div>
  )
}
