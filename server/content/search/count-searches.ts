import { LRUCache } from 'lru-cache'
import { addCounts, NO_SEARCHES, type SearchCounts } from '#domain/search/outcome.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Deps } from '#server/platform/deps.ts'
import { networkOf } from '#server/platform/http/network.ts'
import { addSearches } from './search-record.ts'

/** Delay after a count until what has been counted is written, so that searches cost no statement each. */
const WRITE_MS = 10_000
/** Searches that are counted from one network in a minute. */
const MAX_FROM_NETWORK = 30
const MAX_NETWORKS = 10_000

/**
 * Counts searches by day (UTC), without their words and without who made them. A server adds up in memory and writes its sums every ten
 * seconds; of a server that is killed at most those are lost.
 * @param onError called where a sum could not be written; it is written with the next one
 */
export function createSearchCounter({ db, now }: Pick<Deps, 'db' | 'now'>, onError: (error: unknown) => void, writeMs = WRITE_MS) {
  const sums = new Map<string, SearchCounts>()
  const networks = new LRUCache<string, number>({ max: MAX_NETWORKS, ttl: MINUTE_MS, noUpdateTTL: true })
  let timer: NodeJS.Timeout | undefined
  const add = (day: string, counts: SearchCounts) => void sums.set(day, addCounts(sums.get(day) ?? NO_SEARCHES, counts))

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const rows = [...sums].map(([day, counts]) => ({ day, ...counts }))
    sums.clear()
    if (rows.length === 0) return
    try {
      await addSearches(db, rows)
    } catch (error) {
      for (const { day, ...counts } of rows) add(day, counts)
      onError(error)
    }
  }

  return {
    /** Returns whether another search of this address is counted. */
    mayCount: (address: string): boolean => {
      const key = networkOf(address)
      const uses = (networks.get(key) ?? 0) + 1
      networks.set(key, uses)
      return uses <= MAX_FROM_NETWORK
    },
    /** Counts something of today. */
    add: (counts: Partial<SearchCounts>): void => {
      add(now().toISOString().slice(0, 10), { ...NO_SEARCHES, ...counts })
      timer ??= setTimeout(() => void flush(), writeMs).unref() // a shutdown writes what is left
    },
    /** Writes what has been counted. */
    flush,
  }
}
