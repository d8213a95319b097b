import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf } from '#app/lib/load.ts'
import { useDebouncedValue } from '#app/lib/use-debounced-value.ts'
import type { SearchResults } from '#contract/content/search.ts'
import { searchQuery } from './queries.ts'

/** The search is sent when nothing was typed for so long, in ms. */
const PAUSE_MS = 200
/** Waiting is shown only when it takes longer than this, in ms: most answers are there before. */
const SLOW_MS = 400

export interface InstantSearch {
  /** Null until the first answer, and while nothing is typed. The results before stay while others are read. */
  results: SearchResults | null
  /** Whether the answer to what is typed takes noticeably long. */
  isSlow: boolean
  isFailed: boolean
  retry: () => void
}

/** What fits while one types. An answer that is no longer wanted is not waited for. */
export function useInstantSearch(typed: string): InstantSearch {
  const wanted = useDebouncedValue(typed.trim(), PAUSE_MS)
  const found = useQuery({ ...queryOf(searchQuery(wanted)), enabled: wanted !== '', placeholderData: keepPreviousData })
  const isWaiting = found.isFetching && (found.isPending || found.isPlaceholderData || found.isError)
  const wasWaiting = useDebouncedValue(isWaiting, SLOW_MS)
  return {
    results: typed.trim() === '' || found.isError ? null : (found.data ?? null),
    isSlow: isWaiting && wasWaiting,
    isFailed: found.isError && !found.isFetching,
    retry: () => void found.refetch(),
  }
}
