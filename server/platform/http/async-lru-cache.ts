import { LRUCache } from 'lru-cache'

/** An LRU cache of values that take a while to make: callers at the same time share one making, and a failure is not cached. */
export function asyncLruCache<Value extends object>(max: number): (key: string, make: () => Promise<Value>) => Promise<Value> {
  const cache = new LRUCache<string, Value, () => Promise<Value>>({
    max,
    ignoreFetchAbort: true, // evicted while it is being made: its callers still get it
    fetchMethod: (_key, _stale, { context: make }) => make(),
  })
  return (key, make) => cache.forceFetch(key, { context: make })
}
