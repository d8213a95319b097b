import { totalOf } from './search-address.ts'
import type { InstantSearch } from './use-instant-search.ts'

interface SearchMessagesProps {
  search: InstantSearch
  isTyping: boolean
  onMeant: (query: string) => void
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
  if (totalOf('all', results.totals) > 0) {
    return results.meant === null ? null : (
      <p className="px-4.5 py-2.5 wrap-anywhere">
        No match for “{results.query}”. Showing results for <strong>{results.meant}</strong>.
      </p>
    )
  }
  return (
    <div className="px-4.5 py-2.5 wrap-anywhere">
      <p>Nothing found for “{results.query}”.</p>
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
    </div>
  )
}
