import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query'
import { FRESH_MS, isWorthAnotherTry, onForget, outdate, pauseMs } from './reads.ts'

/** The cache of accounts, checkout and back office. What a change there outdates is outdated for the public pages too. */
class SharedClient extends QueryClient {
  override async invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    await Promise.all([outdate(filters?.queryKey ?? []), super.invalidateQueries(filters, options)])
  }
}

export const queryClient = new SharedClient({
  defaultOptions: {
    queries: { staleTime: FRESH_MS, retry: isWorthAnotherTry, retryDelay: pauseMs, refetchOnWindowFocus: false },
  },
})
onForget(() => queryClient.clear())
