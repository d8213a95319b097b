import { QueryClient } from '@tanstack/react-query'
import { isApiError } from '#contract/errors.ts'

export const FRESH_MS = 300_000
const TRIES = 3

/** Reads are tried three times in all, never again after a refusal (4xx) but 408 and 429 (B286). */
function shouldRetry(failures: number, error: unknown): boolean {
  if (isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429) return false
  return failures < TRIES - 1
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: FRESH_MS, retry: shouldRetry, retryDelay: (tries) => 400 * 2 ** tries, refetchOnWindowFocus: false },
  },
})
