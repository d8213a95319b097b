import { LRUCache } from 'lru-cache'
import type { Db } from './client.ts'
import { replicaReader } from './replica.ts'
import { type RevisionName, revisionsOf } from './revisions.ts'

/* Counts of all rows that pass a filter need a look at each, so they are cached; pages need not, and are read. */

/** Maximum number of counts that are cached for a database, of at most some ten kilobytes each. */
const MAX_COUNTS = 500

/** Age in ms from which a count is made anew, should a change of another server not have been heard of. */
const MAX_AGE_MS = 10_000

/** A count, the state of the public data before, and the time. */
interface Cached {
  counted: Promise<unknown>
  state: number
  at: number
}

const caches = new WeakMap<object, LRUCache<string, Cached>>()

/**
 * Returns what `count` returns, cached until data of these kinds change. Counts of a replica and of a transaction are not cached, nor any
 * while changes are not heard of.
 */
export function rememberCounts<Counts>(
  db: Db,
  { key, shows }: { key: unknown; shows: readonly RevisionName[] },
  count: () => PromiseLike<Counts>,
): Promise<Counts> {
  const state = revisionsOf(db)?.stateOf(shows) ?? null
  if (state === null || replicaReader(db)) return Promise.resolve(count())
  const cache = caches.get(db) ?? new LRUCache<string, Cached>({ max: MAX_COUNTS })
  caches.set(db, cache)
  const name = JSON.stringify(key)
  const cached = cache.get(name)
  const at = performance.now()
  if (cached?.state === state && at - cached.at < MAX_AGE_MS) return cached.counted as Promise<Counts> // the key names what was counted
  const counted = Promise.resolve(count()) // a query of the builder would run again whenever it is awaited
  cache.set(name, { counted, state, at })
  counted.catch(() => cache.delete(name))
  return counted
}
