import { afterAll, beforeAll, expect, test } from 'vitest'
import { mayEnter } from '#domain/access.ts'
import { ROLES } from '#domain/user.ts'
import { someOf } from '#server/testing/race-rounds.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { allCalls } from './openapi.ts'

/* Nothing can be repeated without end: also what is refused counts, whatever it is refused for. */

/** The reads, and the writes, of a minute. */
const [READS, WRITES] = [300, 60]
const NOBODY = '00000000-0000-4000-8000-000000000000'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({
    RATE_LIMIT: 'on',
    TRUST_PROXY: '1',
    METRICS_TOKEN: 'a-token-of-the-metrics',
    PUBLIC_URL: 'https://shop.example',
  })
})
afterAll(() => shop.close())

interface Sent {
  method: string
  url: string
  headers?: Record<string, string>
  payload?: string
}

let networks = 0
const newNetwork = () => {
  networks += 1
  return `2001:db8:${networks.toString(16)}::1`
}
const send = (address: string, { headers, ...request }: Sent) =>
  shop.app.inject({ ...request, headers: { 'x-forwarded-for': address, ...headers } } as { method: 'GET' })

/** Repeats a request from a network of its own until it is 429. @returns the statuses, each once, in the order in which they came */
async function repeat(sent: Sent): Promise<number[]> {
  const address = newNetwork()
  const statuses = new Set<number>()
  for (let at = 0; at <= READS && !statuses.has(429); at += 1) statuses.add((await send(address, sent)).statusCode)
  return [...statuses]
}

/** Makes a network, or the user of a token, that has used up the reads and writes of its minute. */
async function exhaust(headers: Record<string, string> = {}): Promise<string> {
  const address = newNetwork()
  await Promise.all(Array.from({ length: READS }, () => send(address, { method: 'GET', url: '/api/nothing', headers })))
  await Promise.all(Array.from({ length: WRITES }, () => send(address, { method: 'POST', url: '/api/nothing', headers })))
  return address
}

const pathOf = (path: string) => path.replace(':width', '40').replace(':height', '40').replace(/:\w+/g, NOBODY)
const calls = allCalls().map(({ noun, name, endpoint }) => ({ call: `${noun}.${name}`, endpoint, url: pathOf(endpoint.path) }))
const JSON_TYPE = { 'content-type': 'application/json' }
/** The calls that are left in the minute of a caller that has made one. */
const leftAfterOne = (method: string) => String((method === 'GET' ? READS : WRITES) - 1)

test.each([
  ['a made-up token', { authorization: `Bearer rf_${'x'.repeat(43)}` }],
  ['a token of another form', { authorization: 'Bearer x' }],
  ['no token', {}],
])('every call that needs a user, with %s: 401, which counts, and 429 once the minute is used up', async (_name, headers) => {
  const exhausted = await exhaust(headers)
  for (const { call, endpoint, url } of someOf(calls, 80)) {
    if (endpoint.access === 'anyone') continue
    const sent = { method: endpoint.method, url, headers }
    const first = await send(newNetwork(), sent)
    expect([first.statusCode, first.headers['x-ratelimit-remaining']], call).toEqual([401, leftAfterOne(endpoint.method)])
    expect((await send(exhausted, sent)).statusCode, call).toBe(429)
  }
})

test('every call that a role may not make: 403, which counts, and 429 once the minute is used up', async () => {
  for (const role of ROLES) {
    const tired = { authorization: `Bearer ${(await shop.make.session(role)).token}` }
    const exhausted = await exhaust(tired)
    for (const { call, endpoint, url } of someOf(calls, 40)) {
      if (mayEnter(endpoint.access, role)) continue
      const { token } = await shop.make.session(role)
      const sent = { method: endpoint.method, url }
      const first = await send(newNetwork(), { ...sent, headers: { authorization: `Bearer ${token}` } })
      expect([first.statusCode, first.headers['x-ratelimit-remaining']], `${call} as ${role}`).toEqual([403, leftAfterOne(endpoint.method)])
      expect((await send(exhausted, { ...sent, headers: tired })).statusCode, `${call} as ${role}`).toBe(429)
    }
  }
})

test('every call, with a body and parameters that are none: refused, and 429 once the minute is used up', async () => {
  const exhausted = await exhaust()
  for (const { call, endpoint, url } of someOf(calls, 60)) {
    if (call === 'health.live' || call === 'health.ready') continue // probes are answered for everyone who sends them
    const sent: Sent[] =
      endpoint.method === 'GET'
        ? [{ method: 'GET', url: `${url}?page=x&limit=0&q=${'x'.repeat(300)}` }]
        : ['{"email":', '[]', `{"a":"${'x'.repeat(300_000)}"}`].map((payload) => ({
            method: endpoint.method,
            url,
            headers: JSON_TYPE,
            payload,
          }))
    for (const one of sent) expect((await send(exhausted, one)).statusCode, `${call} with ${one.payload?.slice(0, 20)}`).toBe(429)
  }
})

test.each([
  ['an unknown path', { method: 'GET', url: '/api/nothing' }, [404, 429]],
  ['an unknown path without /api', { method: 'GET', url: '/wp-login.php' }, [404, 429]],
  ['a path of too many segments', { method: 'GET', url: '/a'.repeat(400) }, [404, 429]],
  ['a path that cannot be decoded', { method: 'GET', url: '/%zz' }, [400, 429]],
  ['a parameter that is too long', { method: 'GET', url: `/api/products/${'x'.repeat(300)}` }, [404, 429]],
  ['an unknown method of a known path', { method: 'DELETE', url: '/api/categories' }, [405, 429]],
  ['an unknown method of an unknown path', { method: 'POST', url: '/nothing' }, [404, 429]],
  ['an unknown path, HEAD', { method: 'HEAD', url: '/nothing' }, [404, 429]],
  ['metrics without their token', { method: 'GET', url: '/metrics' }, [401, 429]],
  ['metrics with a wrong token', { method: 'GET', url: '/metrics', headers: { authorization: 'Bearer x' } }, [401, 429]],
  ['health with a wrong token', { method: 'GET', url: '/api/health/details', headers: { authorization: 'Bearer x' } }, [401, 429]],
  ['an event without a signature', { method: 'POST', url: '/api/webhooks/stripe', payload: '{}' }, [400, 429]],
  ['a picture that is not there', { method: 'GET', url: `/media/${'0'.repeat(32)}.webp` }, [404, 429]],
  ['a drawing that is not there', { method: 'GET', url: '/drawings/a/nothing.svg' }, [404, 429]],
  ['a body of another type', { method: 'POST', url: '/api/contact', headers: { 'content-type': 'text/plain' }, payload: 'x' }, [415, 429]],
] as const)('%s: refused, then 429', async (_name, sent, statuses) => {
  expect(await repeat(sent)).toEqual(statuses)
})

test('a made-up token counts for its network, and nobody else is slowed: not another network, and not a user in the same one', async () => {
  const address = await exhaust({ authorization: `Bearer rf_${'y'.repeat(43)}` })
  expect((await send(address, { method: 'GET', url: '/api/categories' })).statusCode).toBe(429)
  const { token } = await shop.make.session('customer')
  const own = { 'x-forwarded-for': address, authorization: `Bearer ${token}` }
  expect((await shop.app.inject({ url: '/api/account', headers: own })).statusCode).toBe(200)
  expect((await shop.app.inject({ url: '/api/categories', headers: { 'x-forwarded-for': '2001:db8:ffff::1' } })).statusCode).toBe(200)
})

test('an answer says how many calls are left, a refusal too', async () => {
  const headers = { 'x-forwarded-for': '2001:db8:fffe::1' }
  const read = await shop.app.inject({ url: '/api/categories', headers })
  expect([read.headers['x-ratelimit-limit'], read.headers['x-ratelimit-remaining']]).toEqual(['300', '299'])
  const refused = await shop.app.inject({ url: '/api/account', headers })
  expect([refused.statusCode, refused.headers['x-ratelimit-remaining']]).toEqual([401, '298'])
  const write = await shop.app.inject({ method: 'POST', url: '/api/auth/login', headers, payload: {} })
  expect([write.statusCode, write.headers['x-ratelimit-limit'], write.headers['x-ratelimit-remaining']]).toEqual([422, '60', '59'])
})
