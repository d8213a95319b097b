import { create } from 'zustand'
import type { Query, QueryKey } from './query.ts'
import { whenOnline } from './when-online.ts'

/*
 * What pages of visitors read (session, cart, public data), kept by TanStack Query, which comes with the first read, not the first visit.
 */

type Cache = typeof import('./query-client.ts')

/** The cache once it is there, and why it could not be loaded. */
export const useCache = create<{ cache: Cache | null; error: unknown }>(() => ({ cache: null, error: null }))

const clientNow = () => useCache.getState().cache?.queryClient

let loading: Promise<Cache> | null = null
/** Answers that came before the cache. */
const early: { queryKey: QueryKey; value: unknown }[] = []

async function load(): Promise<Cache> {
  if (useCache.getState().error !== null) useCache.setState({ error: null })
  try {
    await whenOnline()
    const cache = await import('./query-client.ts')
    for (const { queryKey, value } of early.splice(0)) cache.queryClient.setQueryData(queryKey, value)
    useCache.setState({ cache })
    return cache
  } catch (error) {
    loading = null
    useCache.setState({ error })
    throw error
  }
}

/** Loads the cache, once. @throws Error when the browser does not get it; the next read tries again */
export function loadCache(): Promise<Cache> {
  loading ??= load()
  return loading
}

/** Loads the cache for reads that are about to be made; those say if that fails. */
export const prepareReads = (): void => void loadCache().catch(() => undefined)

if (typeof window !== 'undefined') {
  for (const sign of ['pointerover', 'keydown']) window.addEventListener(sign, prepareReads, { once: true, passive: true })
}

/** Returns a fresh answer, from memory where there is one. @throws whatever the last try throws */
export async function readNow<Value>(query: Query<Value>): Promise<Value> {
  const cache = useCache.getState().cache ?? (await loadCache().catch(() => null))
  return cache ? cache.read(query) : query.queryFn({ signal: new AbortController().signal })
}

/** Returns the last answer of a key; undefined for none. */
export const peek = <Value>({ queryKey }: Query<Value>): Value | undefined => clientNow()?.getQueryData<Value>(queryKey)

/** Stores an answer that came by another way. On the server nothing is kept. */
export function put<Value>(queryKey: QueryKey, value: Value): void {
  if (typeof window === 'undefined') return
  const client = clientNow()
  if (client) client.setQueryData(queryKey, value)
  else early.push({ queryKey, value })
}

/** Returns whether a read under a key is under way. */
export function isReading(prefix: QueryKey): boolean {
  const queries = clientNow()?.getQueryCache().findAll({ queryKey: prefix }) ?? []
  return queries.some(({ state }) => state.fetchStatus !== 'idle')
}

/** Stops the reads under a key; what was known stays. @returns whether there were any */
export function stopReading(prefix: QueryKey): boolean {
  const wasReading = isReading(prefix)
  void clientNow()?.cancelQueries({ queryKey: prefix })
  return wasReading
}

/** Marks what is under a key as old. What is shown is read again, also where a read is under way; resolves when that has ended. */
export async function outdate(prefix: QueryKey): Promise<void> {
  await clientNow()?.invalidateQueries({ queryKey: prefix })
}

/** Forgets everything that was read, at the end of a session. */
export function forgetReads(): void {
  early.length = 0
  clientNow()?.clear()
}
