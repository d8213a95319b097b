import { type InvalidateOptions, type InvalidateQueryFilters, onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { isApiError } from '#contract/errors.ts'
import { FRESH_MS, type Query } from './query.ts'

const TRIES = 3

/** Returns whether a failed read may succeed when it is made again: not after a refusal (4xx) but 408 and 429 (B286). */
function isWorthAnotherTry(failures: number, error: unknown): boolean {
  if (isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429) return false
  return failures < TRIES - 1
}

class ReadClient extends QueryClient {
  /** Marks as old, and replaces reads under way: what they answer is of before the change. The library alone would take a first answer. */
  override invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
      if (query.state.data !== undefined && query.isActive()) continue
      void query.cancel({ silent: true })
      query.fetch().catch(() => undefined) // the state says so
    }
    return super.invalidateQueries(filters, options)
  }
}

/** Everything that this browser has read. Pages of visitors load it with their first read (`reads.ts`). */
export const queryClient = new ReadClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      gcTime: FRESH_MS,
      retry: isWorthAnotherTry,
      retryDelay: (failures) => 400 * 2 ** failures,
      refetchOnWindowFocus: false,
    },
  },
})

if (typeof window !== 'undefined') {
  onlineManager.setOnline(navigator.onLine) // the library hears of changes only
  queryClient.mount()
}

/** Follows a read, which is made once somebody subscribes where it is not fresh. */
export const follow = (query: Query<unknown>): QueryObserver => new QueryObserver(queryClient, query)

/** Returns a fresh answer, from memory where there is one. @throws whatever the last try throws */
export async function read<Value>(query: Query<Value>): Promise<Value> {
  const reading = queryClient.fetchQuery(query)
  const stay = follow({ ...query, enabled: false }).subscribe(() => undefined) // else it stops with the last screen that shows it
  return reading.finally(stay)
}
