import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Query } from './query.ts'
import { loadCache, prepareReads, useCache } from './reads.ts'

/** A read as a screen sees it. */
export interface Reading<Value> {
  data: Value | undefined
  error: unknown
  isError: boolean
  /** There is neither an answer nor a failure yet. */
  isPending: boolean
  /** It is being made, about to be, or waits for the network. */
  isFetching: boolean
  refetch: () => Promise<void>
}

type Cache = ReturnType<typeof useCache.getState>['cache']

/** State of a read of which nothing is known: on the server, while a page wakes up, and until the cache is there. */
const NOTHING = { data: undefined, error: null, isStale: true, fetchStatus: 'idle' } as const
const getNothing = () => NOTHING
const leaveNothing = () => undefined

/** Shows a read: what is known of it, and `subscribe`, which makes it where it is not fresh. */
export function observe(cache: Cache, query: Query<unknown>) {
  const hash = JSON.stringify(query.queryKey)
  const observer = cache?.follow(query)
  return {
    isOf: (now: Cache, { queryKey, enabled }: Query<unknown>) =>
      now === cache && JSON.stringify(queryKey) === hash && enabled === query.enabled,
    getState: () => observer?.getCurrentResult() ?? NOTHING,
    subscribe: (notify: () => void) => observer?.subscribe(notify) ?? leaveNothing,
    /** True until `subscribe` begins the read: nothing may be concluded from what is known. */
    isStarting: () => query.enabled !== false && (observer ? !observer.hasListeners() && observer.getCurrentResult().isStale : true),
    refetch: async () => {
      await (observer ? observer.refetch({ cancelRefetch: false }) : loadCache().catch(() => undefined))
    },
  }
}

/** Shows a read and follows it: made when it is not fresh, and again when it is outdated. */
export function useRead<Value>(query: Query<Value>): Reading<Value> {
  const { cache, error: missing } = useCache()
  const isWanted = query.enabled !== false
  useEffect(() => {
    if (isWanted) prepareReads()
  }, [isWanted])
  const [shown, setShown] = useState(() => observe(cache, query))
  if (!shown.isOf(cache, query)) setShown(observe(cache, query))
  const { getState, subscribe, refetch, isStarting } = shown
  const { data, fetchStatus, ...state } = useSyncExternalStore(subscribe, getState, getNothing)
  const error = state.error ?? (isWanted && !cache ? missing : null)
  const isError = error !== null
  const isFetching = fetchStatus !== 'idle' || (isStarting() && missing === null)
  // stored by a read of this key
  return { data: data as Value | undefined, error, isError, isPending: data === undefined && !isError, isFetching, refetch }
}
