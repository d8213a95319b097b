/** Time during which an answer is not asked for again, in ms. */
export const FRESH_MS = 300_000

/** Path to an answer in the cache; whatever begins with a key is outdated with it. */
export type QueryKey = readonly unknown[]

/** One read, as TanStack Query takes it too. */
export interface Query<Value> {
  queryKey: QueryKey
  queryFn: (context: { signal: AbortSignal }) => Promise<Value>
  /** Time during which it is not made again, in ms; `FRESH_MS` where it says none. */
  staleTime?: number
  /** Not made again when it fails. */
  retry?: false
  /** Says whether a part of a page that comes later makes it again after it failed; without this it does. */
  retryOnMount?: (query: { state: { errorUpdatedAt: number } }) => boolean
  /** False: only shows what is known. */
  enabled?: boolean
  /** Made again when somebody returns to the tab. */
  refetchOnWindowFocus?: boolean
}
