import { LRUCache } from 'lru-cache'
import type { Db } from '#server/platform/db/client.ts'
import { replicaReader } from '#server/platform/db/replica.ts'
import { revisionsOf } from '#server/platform/db/revisions.ts'

/* Counts of all products that pass a filter need a look at each, so they are cached; pages need not, and are read. */

/** Maximum number of counts that are cached for a database, of at most some ten kilobytes each. */
const MAX_COUNTS = 500

/** A count, and the state of the public data before. */
interface Cached {
  counted: Promise<unknown>
  state: number
}

const caches = new WeakMap<object, LRUCache<string, Cached>>()

/** Returns what `count` returns, cached until the public data change. Counts of a replica and of a transaction are not cached, nor any while changes are not heard of. */
export function rememberCounts<Counts>(db: Db, key: unknown, count: () => Promise<Counts>): Promise<Counts> {
  const state = revisionsOf(db)?.state ?? null
  if (state === null || replicaReader(db)) return count()
  const cache = caches.get(db) ?? new LRUCache<string, Cached>({ max: MAX_COUNTS })
  caches.set(db, cache)
  const name = JSON.stringify(key)
  const cached = cache.get(name)
  if (cached?.state === state) return cached.counted as Promise<Counts> // the key names what was counted
  const counted = count()
  cache.set(name, { counted, state })
  counted.catch(() => cache.delete(name))
  return counted
}
