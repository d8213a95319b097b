import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FRESH_MS, type Query } from './query.ts'

const browser = new EventTarget()
vi.stubGlobal('window', browser)
vi.resetModules() // another file of this worker may have loaded them without a window
const { forgetReads, isReading, loadCache, outdate, peek, put, readNow, stopReading, useCache } = await import('./reads.ts')
const { observe } = await import('./use-read.ts')

beforeEach(async () => {
  vi.stubGlobal('window', browser)
  vi.stubGlobal('navigator', { onLine: true })
  await loadCache()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  forgetReads()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A read whose answers come when the test says so. */
function slowRead(key: readonly unknown[], more: Partial<Query<string>> = {}) {
  const asked: { answer: (value: string) => void; refuse: (error: Error) => void; signal: AbortSignal }[] = []
  const query: Query<string> = {
    queryKey: key,
    queryFn: ({ signal }) =>
      new Promise((answer, refuse) => {
        asked.push({ answer, refuse, signal })
        signal.addEventListener('abort', () => refuse(new DOMException('stopped', 'AbortError')))
      }),
    ...more,
  }
  return { query, asked }
}

/** Makes a read visible, as a screen does. */
const look = (query: Query<unknown>) => observe(useCache.getState().cache, query)

/** Shows a read as a screen does. */
function show(query: Query<unknown>) {
  const shown = look(query)
  return { ...shown, leave: shown.subscribe(() => undefined) }
}
const shows = (data: string, error: Error | null = null) => expect.objectContaining({ data, error, fetchStatus: 'idle' })
const settle = () => vi.advanceTimersByTimeAsync(0)

test('one read serves all who ask for it meanwhile', async () => {
  const { query, asked } = slowRead(['products'])
  const both = Promise.all([readNow(query), readNow(query)])
  await settle()
  expect(asked).toHaveLength(1)
  asked[0]?.answer('list')
  expect(await both).toEqual(['list', 'list'])
  expect(peek(query)).toBe('list')
})

test('what is shown is read again when it is outdated; the answer under way is of before, and does not count', async () => {
  const { query, asked } = slowRead(['cart', 'token', 'USD'])
  const { getState, leave } = show(query)
  await settle()
  const outdating = outdate(['cart'])
  await settle()
  expect(asked).toHaveLength(2)
  asked[0]?.answer('of before')
  asked[1]?.answer('now')
  await outdating
  expect(getState()).toEqual(shows('now'))
  leave()
})

test('a page that waits for a read gets what the read that replaces it answers', async () => {
  const { query, asked } = slowRead(['products', 'slug', 'belt'])
  const page = readNow(query)
  const { leave } = show(query)
  await settle()
  void outdate(['products'])
  await settle()
  asked[1]?.answer('after the change')
  expect(await page).toBe('after the change')
  leave()
})

test('an answer that was asked for before a change is not used again', async () => {
  const { query, asked } = slowRead(['products', 'list'])
  const page = readNow(query)
  await settle()
  void outdate(['products'])
  await settle()
  asked[0]?.answer('of before')
  asked[1]?.answer('now')
  expect(await page).toBe('now')
  expect(await readNow(query)).toBe('now')
  expect(asked).toHaveLength(2)
})

test('what nobody shows any more is stopped, but not what a page waits for', async () => {
  const typed = slowRead(['search', 'be'])
  show(typed.query).leave()
  await settle()
  expect(typed.asked.map(({ signal }) => signal.aborted)).not.toContain(false)

  const product = slowRead(['products', 'slug', 'belt'])
  const page = readNow(product.query)
  show(product.query).leave()
  await settle()
  product.asked[0]?.answer('belt')
  expect(await page).toBe('belt')
})

test('a stopped read leaves what was known', async () => {
  const { query } = slowRead(['cart'])
  put(query.queryKey, 'one line')
  const { getState, refetch, leave } = show(query)
  void refetch()
  await settle()
  expect(isReading(['cart'])).toBe(true)
  expect(stopReading(['cart'])).toBe(true)
  expect(getState()).toEqual(shows('one line'))
  leave()
})

test('a failure says so and keeps what was known; the next answer puts it right', async () => {
  const { query, asked } = slowRead(['cart'], { staleTime: 0, retry: false })
  put(query.queryKey, 'one line')
  const { getState, refetch, leave } = show(query)
  await settle()
  const failure = new TypeError('no network')
  asked[0]?.refuse(failure)
  await settle()
  expect(getState()).toEqual(shows('one line', failure))
  void refetch()
  await settle()
  asked[1]?.answer('two lines')
  await settle()
  expect(getState()).toEqual(shows('two lines'))
  leave()
})

test('the same answer keeps its identity, so that nothing is drawn again', async () => {
  const query: Query<{ id: number }> = { queryKey: ['me', 't'], queryFn: async () => ({ id: 1 }), staleTime: 0 }
  const first = await readNow(query)
  await readNow(query)
  expect(peek(query)).toBe(first)
})

test('without a network a read waits, and is made when it is back', async () => {
  browser.dispatchEvent(new Event('offline'))
  const { query, asked } = slowRead(['cart'])
  const { getState, leave } = show(query)
  await settle()
  expect(asked).toHaveLength(0)
  browser.dispatchEvent(new Event('online'))
  await settle()
  asked[0]?.answer('cart')
  await settle()
  expect(getState().data).toBe('cart')
  leave()
})

test('a change of the back office outdates what public pages have read', async () => {
  const { query } = slowRead(['products', 'list'])
  put(query.queryKey, 'of before')
  const { queryClient } = await loadCache()
  await queryClient.invalidateQueries({ queryKey: ['products'] })
  readNow(query).catch(() => null)
  expect(isReading(['products'])).toBe(true)
})

test('at the end of a session everything that was read is forgotten, by accounts and back office too', async () => {
  const { query } = slowRead(['me', 'token'])
  const { queryClient } = await loadCache()
  put(query.queryKey, 'Ann')
  queryClient.setQueryData(['orders', 'token'], ['ORD-1'])
  forgetReads()
  expect(peek(query)).toBeUndefined()
  expect(queryClient.getQueryData(['orders', 'token'])).toBeUndefined()
})

test('what nobody shows is dropped from memory after five minutes', async () => {
  const { query } = slowRead(['products', 'slug', 'belt'])
  put(query.queryKey, 'belt')
  vi.advanceTimersByTime(FRESH_MS)
  expect(peek(query)).toBeUndefined()
})

test('what is about to be shown is not dropped while the rest of the page is drawn', async () => {
  const { query, asked } = slowRead(['cart'])
  const head = look(query)
  look(slowRead(['addresses']).query)
  show(query)
  const leave = head.subscribe(() => undefined)
  await settle()
  asked[0]?.answer('one line')
  await settle()
  put(query.queryKey, 'two lines')
  expect(head.getState().data).toBe('two lines')
  leave()
})

test('a screen that is about to read again says so before it does: an old empty cart is no reason to leave', async () => {
  const { query, asked } = slowRead(['cart'], { staleTime: 0 })
  put(query.queryKey, 'empty')
  const checkout = look(query)
  expect(checkout.isStarting()).toBe(true)
  const leave = checkout.subscribe(() => undefined)
  expect([checkout.isStarting(), checkout.getState().fetchStatus]).toEqual([false, 'fetching'])
  await settle()
  asked[0]?.answer('one line')
  await settle()
  expect(checkout.getState()).toEqual(shows('one line'))
  leave()
})

test('a server keeps nothing of what it renders', () => {
  vi.stubGlobal('window', undefined)
  const { query } = slowRead(['cart'])
  put(query.queryKey, 'of somebody')
  expect(peek(query)).toBeUndefined()
})

describe('before the cache is there', () => {
  /** The reads of a page that has just been opened. */
  async function openPage() {
    vi.resetModules()
    return import('./reads.ts')
  }
  const { query } = slowRead(['me', 'token'])

  test('nothing is known and nothing is under way', async () => {
    const reads = await openPage()
    expect([reads.peek(query), reads.isReading([]), reads.stopReading([])]).toEqual([undefined, false, false])
    await reads.outdate([])
    expect(reads.useCache.getState().cache).toBeNull()
  })

  test('a screen is about to read: nothing may be concluded from what is known', () => {
    const [wanted, unwanted] = [observe(null, query), observe(null, { ...query, enabled: false })]
    expect([wanted.isStarting(), unwanted.isStarting(), wanted.getState().data]).toEqual([true, false, undefined])
  })

  test('who has just signed in is known once it comes, and not read again', async () => {
    const reads = await openPage()
    reads.put(query.queryKey, 'Ann')
    expect(await reads.readNow(query)).toBe('Ann')
  })

  test('who has signed out meanwhile is not', async () => {
    const reads = await openPage()
    reads.put(query.queryKey, 'Ann')
    reads.forgetReads()
    await reads.loadCache()
    expect(reads.peek(query)).toBeUndefined()
  })

  test('it waits for the network', async () => {
    const reads = await openPage()
    vi.stubGlobal('navigator', { onLine: false })
    const loading = reads.loadCache()
    await settle()
    expect(reads.useCache.getState().cache).toBeNull()
    vi.stubGlobal('navigator', { onLine: true })
    browser.dispatchEvent(new Event('online'))
    await loading
    expect(reads.useCache.getState().cache).not.toBeNull()
  })

  test('a page reads without it where it does not arrive, a screen says so, and the next read tries again', async () => {
    const reads = await openPage()
    vi.doMock('./query-client.ts', () => {
      throw new TypeError('not there')
    })
    expect(await reads.readNow({ queryKey: ['shop'], queryFn: async () => 'Reflute' })).toBe('Reflute')
    expect(reads.useCache.getState().error).toBeInstanceOf(Error)
    vi.doUnmock('./query-client.ts')
    expect(await reads.readNow({ queryKey: ['shop'], queryFn: async () => 'Reflute' })).toBe('Reflute')
    expect(reads.useCache.getState()).toMatchObject({ error: null, cache: {} })
  })
})
