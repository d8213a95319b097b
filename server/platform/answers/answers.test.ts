import { syncBuiltinESMExports } from 'node:module'
import zlib from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { products } from '#server/platform/db/schema.ts'
import { decode } from '#server/platform/http/choose-encoding.ts'
import { createLogger } from '#server/platform/http/log.ts'
import { http } from '#server/platform/metrics/metrics.ts'
import { openReadyServer, type ReadyServer } from '#server/testing/ready-servers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { openAnswerStore } from './store-answers.ts'

/* Server A keeps answers, "fresh" makes each anew: nobody may notice which one has answered, but by the time it takes. */

const SETTINGS = { METRICS_TOKEN: 'a-token-of-the-metrics' }
let shop: TestShop
let a: ReadyServer
let fresh: ReadyServer
let seller: SignedInUser
let slug: string
let hidden: { id: string; slug: string }
let lines: string[] = []

beforeAll(async () => {
  shop = await openTestShop()
  const logger = createLogger({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
  a = await openReadyServer(shop, { settings: SETTINGS, logger })
  fresh = await openReadyServer(shop, { isKeeping: false })
  seller = await shop.signIn('business_admin')
  const businessId = seller.user.businessId ?? ''
  const row = await shop.make.product({ name: 'Shown machine', businessId, stock: 20 })
  slug = row.slug
  for (let n = 0; n < 30; n += 1) await shop.make.product({ name: `Machine ${n}`, businessId })
  hidden = await shop.make.product({ name: 'Hidden machine', businessId, status: 'Inactive' })
  await settled()
})
afterAll(async () => {
  await fresh.close()
  await a.close()
  await shop.close()
})
beforeEach(() => {
  lines = []
})

/** Waits until A has heard of what a test has written straight into the database. */
async function settled(): Promise<void> {
  const stored = async () => {
    const { rows } = await shop.database.pool.query<{ value: number }>("select value from revisions where name = 'catalog'")
    return rows[0]?.value ?? 0
  }
  await vi.waitUntil(async () => (await stored()) === a.deps.database.revisions.valueOf('catalog'), { timeout: 60_000 })
}

const fromMemory = async () => (await http.answers.get()).values.find(({ labels }) => labels.source === 'memory')?.value ?? 0
/** The line of the log of an answer; those of earlier requests may come after its own request was sent. */
const lineOf = ({ headers }: Pick<Awaited<ReturnType<typeof a.get>>, 'headers'>) =>
  lines.find((line) => line.includes(String(headers['x-request-id'])))
/** Asks A. @returns the answer, and whether it came from memory */
async function asked(path: string, headers?: Record<string, string>, method?: string) {
  const before = await fromMemory()
  const answer = await a.get(path, headers, method)
  if (method !== 'OPTIONS') await expect.poll(() => lineOf(answer)).toBeDefined()
  return { ...answer, isReady: (await fromMemory()) > before }
}
const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })
const OF_ONE_REQUEST = ['x-request-id', 'date']
const shown = ({ status, headers, text }: { status: number; headers: object; text: string }) => ({
  status,
  text,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_ONE_REQUEST.includes(name))),
})

test("a seller sees a hidden product, before and after visitors have asked for it; nobody else's answer is one of theirs", async () => {
  const path = `/api/products/slug/${hidden.slug}`
  expect((await a.get(path)).status).toBe(404)
  const own = await asked(path, bearer(seller))
  expect([own.status, own.isReady, own.headers['cache-control']]).toEqual([200, false, 'private, no-store'])
  expect((await a.get(path)).status).toBe(404)
  expect((await a.get(path, bearer(await shop.signIn('customer')))).status).toBe(404)
  const shownPath = `/api/products/slug/${slug}`
  await a.get(shownPath)
  for (const headers of [bearer(seller), { authorization: 'Bearer rf_nobody' }, { authorization: '' }, { authorization: 'Basic x' }]) {
    const answer = await asked(shownPath, headers)
    expect([answer.status, answer.isReady]).toEqual([200, false])
    if (headers.authorization) expect(answer.headers['cache-control']).toBe('private, no-store')
  }
  expect((await asked(shownPath)).isReady).toBe(true)
})

test('after signing out a token gets what visitors get, and still nothing that is kept', async () => {
  const staff = await shop.signIn('application_admin')
  const path = `/api/products/${hidden.id}`
  expect((await a.get(path, bearer(staff))).status).toBe(200)
  await a.call(staff.token, 'POST', '/api/auth/logout', {})
  expect((await a.get(path, bearer(staff))).status).toBe(404)
  expect((await a.get('/api/auth/me')).text).toBe((await a.get('/api/auth/me', bearer(staff))).text)
  expect((await a.get('/api/auth/me', bearer(seller))).text).toContain(seller.user.email)
})

test('a cookie, a language or another host changes nothing; a currency has an answer of its own', async () => {
  const path = '/api/products?minPrice=1&maxPrice=95&currency=EUR'
  const [eur, usd] = [await a.get(path), await a.get(path.replace('EUR', 'USD'))]
  expect([eur.headers['x-total-count'], usd.headers['x-total-count']]).toEqual(['31', '0'])
  const other = await asked(path, { cookie: 'currency=USD; session=1', 'accept-language': 'de', host: 'elsewhere.test' })
  expect([other.isReady, shown(other)]).toEqual([true, shown(eur)])
})

const PATHS = `/api/products?limit=10&page=2 /api/products?page=2&limit=10&fields=card /api/products/facets /api/products/featured
  /api/categories /api/businesses /api/blog /api/claims /api/shop /api/impact/machines /api/case-studies
  /api/search?q=machine /api/products/slug/shown-machine /api/products?limit=10&page=2&utm_source=mail&fbclid=1`.split(/\s+/)
test.each(PATHS)('%s from memory is byte for byte what is made anew', async (path) => {
  for (const encoding of ['', 'gzip', 'br', 'br;q=0.2, gzip;q=0.8', 'gzip, deflate, br, zstd']) {
    const headers = { 'accept-encoding': encoding }
    await a.get(path, headers)
    const [ready, made] = [await asked(path, headers), await fresh.get(path, headers)]
    expect(ready.isReady, encoding).toBe(true)
    const { vary, ...rest } = shown(ready).headers as Record<string, string>
    const { vary: madeVary, 'transfer-encoding': _chunked, ...madeRest } = shown(made).headers as Record<string, string>
    expect({ ...shown(ready), headers: { ...rest, 'content-length': String(ready.bytes) } }).toEqual({
      ...shown(made),
      headers: { ...madeRest, 'content-length': String(ready.bytes) },
    })
    if (encoding && made.headers['content-encoding']) expect(vary).toBe(madeVary)
  }
  const { etag } = (await fresh.get(path)).headers
  for (const given of [String(etag), String(etag).slice(2), '"x", *']) {
    const [ready, made] = [await asked(path, { 'if-none-match': given }), await fresh.get(path, { 'if-none-match': given })]
    expect([ready.status, ready.text, ready.headers.etag, ready.headers['content-length']]).toEqual([304, '', etag, undefined])
    const names = ({ headers }: typeof made) => Object.keys(headers).filter((name) => name !== 'vary')
    expect(names(ready).toSorted()).toEqual(names(made).toSorted())
  }
})

test('zstd is sent to those who take nothing better', async () => {
  await a.get('/api/products?limit=9')
  for (let turn = 0; turn < 2; turn += 1) {
    const answer = await asked('/api/products?limit=9', { 'accept-encoding': 'zstd, gzip;q=0.5' })
    expect([answer.isReady, answer.headers['content-encoding'], JSON.parse(answer.text).length]).toEqual([true, 'zstd', 9])
  }
})

test('an answer is kept as it was asked for and in memory of its own, and is plain again for those who take nothing else', async () => {
  const store = openAnswerStore(a.deps)
  const text = JSON.stringify(Array.from({ length: 500 }, (_, n) => ({ name: `Machine ${n}` })))
  const facts = { template: '/', endpoint: undefined, isUnlogged: false, isUncounted: false, headers: [], etag: null, total: null }
  const made = {
    ...facts,
    body: Buffer.from(text),
    effort: 'short' as const,
    shows: [],
    lifetimeMs: 10_000,
    links: { url: '/', header: [] },
  }
  const answer = store.begin('/')?.settle(made)
  if (!answer) throw new Error('It was not kept')
  const { body } = await store.variantOf(answer, { 'accept-encoding': 'br' })
  expect([answer.body === body, [...answer.variants.keys()], body?.buffer.byteLength]).toEqual([true, ['br'], body?.length])
  expect(body?.length).toBeLessThan(text.length / 4)
  for (const encoding of ['identity', 'gzip', 'zstd', 'br'] as const) {
    const sent = await store.variantOf(answer, { 'accept-encoding': encoding })
    expect(String(decode(sent.body ?? Buffer.of(), encoding)), encoding).toBe(text)
  }
  const page = store.begin('/page')?.settle({ ...made, effort: 'full' })
  if (!page) throw new Error('It was not kept')
  const encodings = ['br', 'identity', 'gzip', 'zstd'] as const
  const sent = await Promise.all(encodings.map(async (encoding) => store.variantOf(page, { 'accept-encoding': encoding })))
  expect(sent.map((variant, at) => String(decode(variant.body ?? Buffer.of(), encodings[at] ?? 'br')))).toEqual(encodings.map(() => text))
  expect(sent.map(({ body }) => body)).toContain(page.body)
})

test('a compression that fails, fails one request; the next one succeeds', async () => {
  const path = '/api/products?limit=13'
  const plain = await a.get(path)
  for (const [encoding, method] of [
    ['gzip', 'gzipSync'],
    ['br', 'brotliCompressSync'],
    ['zstd', 'zstdCompressSync'],
  ] as const) {
    const fail = vi.spyOn(zlib, method).mockImplementation(() => {
      throw new Error('Memory allocation failed')
    })
    syncBuiltinESMExports()
    const failed = await a.get(path, { 'accept-encoding': encoding }).finally(() => {
      fail.mockRestore()
      syncBuiltinESMExports()
    })
    expect(failed.status, encoding).toBe(500)
    expect((await a.get(path, { 'accept-encoding': encoding })).text, encoding).toBe(plain.text)
  }
})

test('HEAD, POST, a body and a wish for no compression are answered as ever; a range gets all of it', async () => {
  const path = '/api/products?limit=8'
  const made = await a.get(path)
  const head = await asked(path, {}, 'HEAD')
  expect([head.status, head.text, head.isReady]).toEqual([200, '', false])
  expect(head.headers.etag).toBe(made.headers.etag)
  expect((await asked(path, {}, 'POST')).status).toBe(401)
  expect((await asked(path, { 'content-length': '0' })).isReady).toBe(false)
  expect((await asked(path, { 'x-no-compression': '1', 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined()
  const range = await asked(path, { range: 'bytes=0-9' })
  expect([range.status, range.text]).toEqual([200, made.text])
})

test('parameters that the shop does not know make no copy, their order none either, and the links have those of the caller', async () => {
  await a.get('/api/products?limit=7&page=2')
  const other = await asked('/api/products?utm_source=mail&page=2&gclid=7&limit=7&token=secret')
  expect(other.isReady).toBe(true)
  expect(other.headers.link).toBe((await fresh.get('/api/products?utm_source=mail&page=2&gclid=7&limit=7&token=secret')).headers.link)
  expect(JSON.stringify((await asked('/api/products?limit=7&page=2')).headers)).not.toContain('secret')
  expect((await asked('/api/products?limit=7&page=2&%66ields=card')).text).toBe(
    (await fresh.get('/api/products?limit=7&page=2&fields=card')).text,
  )
})

test('what many ask for at once is made once', async () => {
  const query = vi.spyOn(a.deps.database.pool, 'query')
  const path = '/api/businesses?limit=5'
  await a.get('/api/businesses?limit=6')
  const each = query.mock.calls.length
  const answers = await Promise.all(Array.from({ length: 20 }, () => a.get(path, { 'accept-encoding': 'br' })))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(query.mock.calls.length - each).toBeLessThanOrEqual(each)
  query.mockRestore()
})

test('an own change shows with the next answer, also one of the stock', async () => {
  const path = `/api/products/slug/${slug}`
  const { id } = JSON.parse((await a.get(path)).text)
  expect((await asked(path)).isReady).toBe(true)
  const set = await a.call(seller.token, 'POST', '/api/products/bulk/stock', { updates: [{ id, stock: 3 }] })
  expect(set.status).toBe(200)
  expect(JSON.parse((await a.get(path)).text)).toMatchObject({ stock: 3 })
})

test('what depends on the time is made anew after 10 s', async () => {
  await a.get('/api/blog')
  expect((await asked('/api/blog')).isReady).toBe(true)
  shop.advance(10_000)
  expect((await asked('/api/blog')).isReady).toBe(false)
})

test('searches without a result are recorded each time; refusals, failures and health are never kept', async () => {
  const path = '/api/products?search=zeppelin'
  for (const one of [path, path, '/api/products/slug/nothing', '/api/products/slug/nothing', '/api/products?limit=0'])
    expect((await asked(one)).isReady, one).toBe(false)
  const before = await fromMemory()
  expect((await a.get('/api/health/live')).status).toBe(200) // leaves no line
  expect(await fromMemory()).toBe(before)
})

test('a line of the log and the counters are as for every request', async () => {
  await a.get('/api/products?limit=6')
  const answer = await asked('/api/products?limit=6&utm_source=planted', { 'x-forwarded-for': '203.0.113.7' })
  expect(answer.isReady).toBe(true)
  const line = JSON.parse(lineOf(answer) ?? '')
  expect(line).toEqual({
    level: 'info',
    time: expect.any(String),
    msg: 'request',
    requestId: answer.headers['x-request-id'],
    method: 'GET',
    route: '/api/products',
    parameters: ['limit'],
    status: 200,
    ms: expect.any(Number),
    dbMs: 0,
    bytes: expect.any(Number),
    network: '127.0.0.0/24',
  })
  expect(line.bytes).toBeGreaterThan(answer.bytes)
})

test('reads from memory count towards the limit of their network, together with others, behind a proxy too', async () => {
  const b = await openReadyServer(shop, { settings: { RATE_LIMIT: 'on', TRUST_PROXY: '1' } })
  try {
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const counts: string[] = []
    for (let n = 0; n < 4; n += 1)
      counts.push(String((await b.get('/api/categories', from('203.0.113.9'))).headers['x-ratelimit-remaining']))
    counts.push(String((await b.get('/api/products/slug/nothing', from('203.0.113.9'))).headers['x-ratelimit-remaining']))
    expect(counts).toEqual(['299', '298', '297', '296', '295'])
    expect((await b.get('/api/categories', from('203.0.113.10'))).headers['x-ratelimit-remaining']).toBe('299')
    for (let n = 0; n < 295; n += 1) expect((await b.get('/api/categories', from('203.0.113.9'))).status).toBe(200)
    const refused = await b.get('/api/categories', from('203.0.113.9'))
    expect([refused.status, refused.headers['x-ratelimit-remaining']]).toEqual([429, '0'])
  } finally {
    await b.close()
  }
})

test('a hidden product is in no answer once A has heard of it', async () => {
  const path = '/api/products?limit=100'
  expect((await a.get(path)).text).toContain('Machine 7')
  await shop.deps.db.update(products).set({ status: 'Inactive' }).where(eq(products.name, 'Machine 7'))
  await settled()
  expect((await a.get(path)).text).not.toContain('Machine 7"')
})
