import type { SearchResults } from '#contract/content/search.ts'
import { clickOf } from '#domain/search/click.ts'
import { type SearchOutcome, TOP_RESULTS } from '#domain/search/outcome.ts'
import { totalOf } from './search-address.ts'

const normalized = (query: string) => query.trim().toLowerCase()

/** Sends to the shop what it counts. The answer is not waited for, and a lost one does not matter. */
const send = (path: string, body: object) => navigator.sendBeacon(path, new Blob([JSON.stringify(body)], { type: 'application/json' }))

let counted = ''
let chosenFor = ''

function outcomeOf({ totals, meant, understood: { answers, corrections } }: SearchResults): SearchOutcome {
  if (totalOf('all', totals) === 0) return answers.length > 0 ? 'found' : 'nothing'
  return meant !== null || corrections.length > 0 ? 'corrected' : 'found'
}

/**
 * Has the shop count a search and what it came to, without its words. The same one again, on another page of its results, is not counted.
 */
export function sendOutcome(results: SearchResults): void {
  const query = normalized(results.query)
  if (query === '' || query === counted) return
  counted = query
  chosenFor = ''
  send('/api/search/outcomes', { outcome: outcomeOf(results) })
}

/**
 * Has the shop count that a search led to a page of its own, without who searched.
 * @param place of the result among those of its kind, from 1; the first choice among the first three is counted as such
 */
export function sendClick(query: string, path: string, place?: number): void {
  const click = clickOf(path)
  if (!click || query.trim() === '') return
  const isTop = place !== undefined && place <= TOP_RESULTS && normalized(query) !== chosenFor
  if (isTop) chosenFor = normalized(query)
  send('/api/search/clicks', { q: query.trim().slice(0, 200), ...click, ...(isTop && { isTop }) })
}
