import { useState } from 'react'
import { queryOf } from '#app/lib/api.ts'
import { useMarket } from '#app/lib/market.ts'
import { useDebouncedValue } from '#app/lib/use-debounced-value.ts'
import { useRead } from '#app/lib/use-read.ts'
import type { SearchResults } from '#contract/content/search.ts'
import { searchQuery } from './queries.ts'

/** Pause in typing before the search is sent, in ms. */
const PAUSE_MS = 200
/** Delay before waiting is shown, in ms: most answers arrive earlier. */
const SLOW_MS = 400

export interface InstantSearch {
  /** Null until the first answer, and for an empty search. The previous results stay while others load. */
  results: SearchResults | null
  /** True when the answer takes noticeably long. */
  isSlow: boolean
  isFailed: boolean
  retry: () => void
}

/** Searches while typing. Outdated requests are aborted. */
export function useInstantSearch(typed: string): InstantSearch {
  const wanted = useDebouncedValue(typed.trim(), PAUSE_MS)
  const market = useMarket()
  const found = useRead({ ...queryOf(searchQuery(wanted, false, market)), enabled: wanted !== '' })
  const [previous, setPrevious] = useState<SearchResults>()
  if (found.data && found.data !== previous) setPrevious(found.data)
  const isWaiting = found.isFetching && (found.isPending || found.isError)
  const wasWaiting = useDebouncedValue(isWaiting, SLOW_MS)
  return {
    results: typed.trim() === '' || found.isError ? null : (found.data ?? previous ?? null),
    isSlow: isWaiting && wasWaiting,
    isFailed: found.isError && !found.isFetching,
    retry: () => void found.refetch(),
  }
}
