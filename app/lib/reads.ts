import { isApiError } from '#contract/errors.ts'
import { whenOnline } from './when-online.ts'

/* What every page reads (session, cart, public data), kept in memory. Screens with lists and forms have TanStack Query instead (query-client.ts). */

/** Time during which an answer is not asked for again, in ms. */
export const FRESH_MS = 300_000
const TRIES = 3

/** Path to an answer in the cache; whatever begins with a key is outdated with it. */
type QueryKey = readonly unknown[]

/** One read, as TanStack Query takes it too. */
export interface Query<Value> {
  queryKey: QueryKey
  queryFn: (context: { signal: AbortSignal }) => Promise<Value>
  /** Time during which it is not made again, in ms; `FRESH_MS` where it says none. */
  staleTime?: number
  /** Not made again when it fails. */
  retry?: false
  /** False: only shows what is known. */
  enabled?: boolean
  /** Made again when somebody returns to the tab. */
  refetchOnWindowFocus?: boolean
}

/** State of a read; a new object after every change. */
interface State {
  data: unknown
  error: unknown
  isFetching: boolean
}

interface Loading {
  promise: Promise<unknown>
  abort: AbortController
  /** Number of callers that wait for the answer themselves: it is not aborted when nobody shows it. */
  waiting: number
  /** Its answer is of before a change. */
  isOld: boolean
}

interface Entry {
  key: QueryKey
  state: State
  /** When it was read last, or first asked for. */
  readAt: number
  isOutdated: boolean
  loading: Loading | null
  /** Its readers, with the read that each would make; null for those that only show what is known. */
  readers: Map<() => void, Query<unknown> | null>
}

const NOTHING: State = { data: undefined, error: null, isFetching: false }
const entries = new Map<string, Entry>()
const forgetting = new Set<() => void>()

const hashOf = (key: QueryKey): string => JSON.stringify(key)
const beginsWith = (key: QueryKey, prefix: QueryKey) => prefix.every((part, at) => JSON.stringify(part) === JSON.stringify(key[at]))
const under = (prefix: QueryKey): Entry[] => [...entries.values()].filter(({ key }) => beginsWith(key, prefix))
const activeQuery = ({ readers }: Entry) => [...readers.values()].find((query) => query !== null)

/** Returns whether a failed read may succeed when it is made again: not after a refusal (4xx) but 408 and 429 (B286). */
export function isWorthAnotherTry(failures: number, error: unknown): boolean {
  if (isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429) return false
  return failures < TRIES - 1
}

/** Pause before a read is made again, in ms. */
export const pauseMs = (failures: number): number => 400 * 2 ** failures

function isFresh({ state, readAt, isOutdated }: Entry, { staleTime = FRESH_MS }: Query<unknown>): boolean {
  return state.data !== undefined && !isOutdated && Date.now() < readAt + staleTime
}

/** Returns the entry of a key, a new one where none is; old ones that nobody shows are dropped. On the server nothing is kept. */
function entryOf(key: QueryKey): Entry {
  const hash = hashOf(key)
  const known = entries.get(hash)
  if (known) return known
  const entry: Entry = { key, state: NOTHING, readAt: Date.now(), isOutdated: false, loading: null, readers: new Map() }
  if (typeof window === 'undefined') return entry
  for (const [old, { readers, loading, readAt }] of entries) {
    if (readers.size === 0 && !loading && Date.now() > readAt + FRESH_MS) entries.delete(old)
  }
  entries.set(hash, entry)
  return entry
}

function change(entry: Entry, next: Partial<State>): void {
  entry.state = { ...entry.state, ...next }
  for (const notify of entry.readers.keys()) notify()
}

/** Takes an answer; one that says the same as before keeps its identity. */
function take(entry: Entry, data: unknown, isOld: boolean): void {
  entry.readAt = Date.now()
  entry.isOutdated = isOld
  const isSame = JSON.stringify(entry.state.data) === JSON.stringify(data)
  change(entry, { data: isSame ? entry.state.data : data, error: null, isFetching: entry.loading !== null })
}

async function attempt({ queryFn, retry }: Query<unknown>, signal: AbortSignal): Promise<unknown> {
  for (let failures = 0; ; failures += 1) {
    await whenOnline(signal)
    try {
      return await queryFn({ signal })
    } catch (error) {
      if (signal.aborted || retry === false || !isWorthAnotherTry(failures, error)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs(failures)))
    signal.throwIfAborted()
  }
}

/** Makes a read, or joins the one under way. @throws whatever its last try throws; one that another replaces answers what that answers */
function load(entry: Entry, query: Query<unknown>): Loading {
  if (entry.loading) return entry.loading
  const abort = new AbortController()
  const follow = async () => {
    try {
      const data = await attempt(query, abort.signal)
      if (entry.loading === loading) {
        entry.loading = null
        take(entry, data, loading.isOld)
      }
      return entry.loading ? entry.loading.promise : (entry.state.data ?? data)
    } catch (error) {
      if (entry.loading && entry.loading !== loading) return entry.loading.promise
      if (entry.loading === loading) {
        entry.loading = null
        change(entry, { error, isFetching: false })
      }
      throw error
    }
  }
  const loading: Loading = { promise: Promise.resolve(), abort, waiting: 0, isOld: false }
  entry.loading = loading
  change(entry, { isFetching: true, ...(entry.state.data === undefined && { error: null }) })
  loading.promise = follow()
  loading.promise.catch(() => undefined) // the state says so
  return loading
}

/** Stops the read under way; what was known stays. @returns whether there was one */
function stop(entry: Entry): boolean {
  const { loading } = entry
  if (!loading) return false
  entry.loading = null
  loading.abort.abort()
  change(entry, { isFetching: false })
  return true
}

/** Returns a fresh answer, from memory where there is one. @throws whatever the last try throws */
export async function readNow<Value>(query: Query<Value>): Promise<Value> {
  const entry = entryOf(query.queryKey)
  if (isFresh(entry, query)) return entry.state.data as Value // stored by a read of this key
  const loading = load(entry, query)
  loading.waiting += 1
  return loading.promise.finally(() => {
    loading.waiting -= 1
  }) as Promise<Value>
}

/** Returns the last answer of a key; undefined for none. */
export const peek = <Value>({ queryKey }: Query<Value>): Value | undefined => entries.get(hashOf(queryKey))?.state.data as Value | undefined

/** Stores an answer that came by another way. */
export function put<Value>(queryKey: QueryKey, value: Value): void {
  take(entryOf(queryKey), value, false)
}

/** Returns whether a read under a key is under way. */
export const isReading = (prefix: QueryKey): boolean => under(prefix).some(({ loading }) => loading !== null)

/** Stops the reads under a key; what was known stays. @returns whether there were any */
export const stopReading = (prefix: QueryKey): boolean => under(prefix).filter(stop).length > 0

/** Marks an entry as old. What is shown is read again, in place of a read under way. */
async function outdateEntry(entry: Entry): Promise<void> {
  const query = activeQuery(entry)
  const before = entry.loading
  entry.isOutdated = true
  if (!query) {
    if (before) before.isOld = true
    return
  }
  entry.loading = null
  const { promise } = load(entry, query)
  before?.abort.abort()
  await promise
}

/** Marks what is under a key as old. What is shown is read again, also where a read is under way; resolves when that has ended. */
export async function outdate(prefix: QueryKey): Promise<void> {
  await Promise.allSettled(under(prefix).map(outdateEntry))
}

/** Calls `listen` when everything that was read is forgotten. */
export function onForget(listen: () => void): void {
  forgetting.add(listen)
}

/** Forgets everything that was read, at the end of a session. */
export function forgetReads(): void {
  for (const entry of entries.values()) stop(entry)
  entries.clear()
  for (const listen of forgetting) listen()
}

/** Shows a read: what is known of it, and `subscribe`, which makes it where it is not fresh. */
export function observe(query: Query<unknown>) {
  const entry = entryOf(query.queryKey)
  const hash = hashOf(query.queryKey)
  let isStarting = query.enabled !== false && !isFresh(entry, query)
  return {
    /** True until `subscribe` begins the read: nothing may be concluded from what is known. */
    isStarting: (): boolean => isStarting,
    isOf: ({ queryKey, enabled }: Query<unknown>): boolean => hashOf(queryKey) === hash && enabled === query.enabled,
    getState: (): State => entry.state,
    subscribe: (notify: () => void): (() => void) => {
      if (!entries.has(hash)) entries.set(hash, entry)
      isStarting = false
      entry.readers.set(notify, query.enabled === false ? null : query)
      if (query.enabled !== false && !isFresh(entry, query)) load(entry, query)
      return () => {
        entry.readers.delete(notify)
        if (!activeQuery(entry) && entry.loading?.waiting === 0) stop(entry)
      }
    },
    refetch: async (): Promise<void> => {
      await load(entry, query).promise.catch(() => undefined)
    },
  }
}

/** The state on the server and while a page wakes up. */
export const getNothing = (): State => NOTHING

/** Reads again what is shown and not fresh. */
function readShown(isMeant: (query: Query<unknown>) => boolean): void {
  for (const entry of entries.values()) {
    const query = activeQuery(entry)
    if (query && isMeant(query) && !isFresh(entry, query)) load(entry, query)
  }
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => readShown(() => true))
  window.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') readShown(({ refetchOnWindowFocus }) => refetchOnWindowFocus === true)
  })
}
