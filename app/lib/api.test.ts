import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MAX_PAGE_LIMIT, PAGE_LIMIT } from '#contract/common.ts'
import { isApiError } from '#contract/errors.ts'
import { api, learnCalls, messageOf, PATIENCE_MS, queryOf } from './api.ts'
import { officeCalls } from './office-calls.ts'
import { FRESH_MS } from './query.ts'
import { queryClient } from './query-client.ts'
import { forgetReads, readNow } from './reads.ts'
import { dismiss, useToasts } from './toast.ts'
import { currentToken, setToken } from './token.ts'

const fetching = vi.fn<typeof fetch>()

learnCalls(officeCalls)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', fetching)
  vi.stubGlobal('location', { pathname: '/products/ecomat-1000', search: '?page=2' })
  fetching.mockReset()
})
afterEach(() => {
  forgetReads()
  setToken(null)
  for (const { id } of useToasts.getState().toasts) dismiss(id)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** The shop answers this, to every call. */
function answer(status: number, body = '', statusText = '') {
  fetching.mockImplementation(async () => new Response(status === 204 ? null : body, { status, statusText }))
}
const problem = (status: number, detail: string) => JSON.stringify({ type: 'about:blank', title: 'Refused', status, detail })

const failureOf = async (call: Promise<unknown>): Promise<Error> => {
  const failure = await call.then(
    () => null,
    (error: unknown) => error,
  )
  if (failure instanceof Error) return failure
  throw new Error('the call did not fail')
}

/** A read as the screens make it, with its tries: those of public pages, and those of accounts and back office. */
const factsQuery = (key: string) => queryOf({ queryKey: [key], read: (client) => client.shop.facts() })
const READERS = {
  public: (key: string) => readNow(factsQuery(key)),
  office: (key: string) => queryClient.fetchQuery(factsQuery(key)),
}

test.each([
  [404, '', '404: Not Found'],
  [503, '', '503: Service Unavailable'],
  [500, 'Oops', '500: Oops'],
])(
  'S288 B286 D4 a failed read says its status and the status text, %i with %j of the transport: %j',
  async (status, statusText, message) => {
    answer(status, problem(status, 'A sentence for people.'), statusText)
    const failure = await failureOf(api.shop.facts())
    expect(failure.message).toBe(message)
    expect(isApiError(failure) && failure.detail).toBe('A sentence for people.')
    expect(messageOf(failure, 'Fallback')).toBe('A sentence for people.')
  },
)

const REFUSED_WRITES = [
  ['the sentence of a problem document', problem(409, 'Product is out of stock'), 'Product is out of stock'],
  ['the text of the body', 'Out of order', 'Out of order'],
  ['the status and its text where the body is empty', '', '409: Conflict'],
] as const
test.each(REFUSED_WRITES)('S289 B287 D5 a failed write says %s', async (_name, body, message) => {
  answer(409, body)
  const failure = await failureOf(api.cart.clear())
  expect(failure.message).toBe(message)
  expect(messageOf(failure, 'Fallback')).toBe(message)
})

test('a call that never arrived is reported in the words of its screen', () => {
  expect(messageOf(new TypeError('fetch failed'), 'The shop could not be reached.')).toBe('The shop could not be reached.')
})

describe.each(['public', 'office'] as const)('reads of %s pages', (audience) => {
  const read = (key: string) => {
    const reading = READERS[audience](key)
    reading.catch(() => null)
    return reading
  }

  test.each([
    [500, 3],
    [503, 3],
    [408, 3],
    [429, 3],
    [401, 1],
    [403, 1],
    [404, 1],
  ])('S290 S309 B286 B288 B351 D7 a read that is answered %i is made %i times in all', async (status, times) => {
    answer(status)
    const failing = failureOf(read('shop'))
    await vi.runAllTimersAsync()
    await failing
    expect(fetching).toHaveBeenCalledTimes(times)
  })

  test('S290 a read that does not arrive is made three times, and a later one that does is used', async () => {
    fetching.mockRejectedValue(new TypeError('offline'))
    const failing = failureOf(read('shop'))
    await vi.runAllTimersAsync()
    expect((await failing).message).toBe('offline')
    expect(fetching).toHaveBeenCalledTimes(3)
    fetching.mockReset()
    fetching.mockRejectedValueOnce(new TypeError('offline')).mockResolvedValueOnce(new Response('{"name":"Reflute"}'))
    const reading = read('shop')
    await vi.runAllTimersAsync()
    expect(await reading).toEqual({ name: 'Reflute' })
  })

  test('S308 B351 D9 what was read stays fresh for 5 minutes, and is read again after them', async () => {
    expect(FRESH_MS).toBe(300_000)
    answer(200, '{"name":"Reflute"}')
    await read('shop')
    vi.setSystemTime(Date.now() + 299_999)
    await read('shop')
    expect(fetching).toHaveBeenCalledTimes(1)
    vi.setSystemTime(Date.now() + 1)
    await read('shop')
    expect(fetching).toHaveBeenCalledTimes(2)
  })
})

test('S285 the page of a gateway is no sentence: its status is shown instead', async () => {
  answer(502, '<html><body><h1>502 Bad Gateway</h1></body></html>')
  expect(messageOf(await failureOf(api.cart.clear()), 'Fallback')).toBe('502: Bad Gateway')
})

test('S291 D8 a refused token is put away: the page stays, a message says so and leads to sign in and back', async () => {
  setToken('rf_ended')
  answer(401, problem(401, 'Your session has ended. Please sign in again.'))
  await failureOf(api.cart.list())
  expect(currentToken()).toBeNull()
  expect(location.pathname).toBe('/products/ecomat-1000')
  expect(useToasts.getState().toasts).toEqual([
    expect.objectContaining({
      type: 'error',
      text: 'Your session has ended. Please sign in again.',
      action: { label: 'Sign In', to: '/login?from=%2Fproducts%2Fecomat-1000%3Fpage%3D2' },
    }),
  ])
})

test('S291 a wrong password, or a 401 for a visitor, is no end of a session', async () => {
  answer(401, problem(401, 'Invalid email or password'))
  await failureOf(api.auth.login({ body: { email: 'ann@story.test', password: 'wrong' } }))
  await failureOf(api.cart.list())
  expect(useToasts.getState().toasts).toEqual([])
})

test('S7 S327 B10 B236 B237 B238 the stored token is sent as a bearer by reads, writes and forms; without one no header is', async () => {
  answer(200, '{"user":null}')
  await api.auth.me()
  setToken('rf_known')
  expect(await api.auth.me()).toEqual({ user: null })
  expect(await api.auth.login({ body: { email: 'ann@story.test', password: 'x' } })).toEqual({ user: null })
  await api.imports.importExcel({ form: new FormData() })
  const sent = fetching.mock.calls.map(([, init]) => {
    const headers = new Headers(init?.headers)
    return [init?.method, headers.get('authorization'), headers.get('content-type')]
  })
  expect(sent).toEqual([
    ['GET', null, null],
    ['GET', 'Bearer rf_known', null],
    ['POST', 'Bearer rf_known', 'application/json'],
    ['POST', 'Bearer rf_known', null],
  ])
})

test('S344 B353 D10 a read may take 15 s, a write 30 s, an upload 120 s; calls have 100 a page and at most 500', async () => {
  expect(PATIENCE_MS).toEqual({ read: 15_000, write: 30_000, upload: 120_000 })
  expect([PAGE_LIMIT, MAX_PAGE_LIMIT]).toEqual([100, 500])
  const waiting = vi.spyOn(AbortSignal, 'timeout')
  answer(200, '{}')
  await api.shop.facts()
  await api.cart.clear()
  await api.imports.importExcel({ form: new FormData() })
  expect(waiting.mock.calls.map(([milliseconds]) => milliseconds)).toEqual([15_000, 30_000, 120_000])
})
