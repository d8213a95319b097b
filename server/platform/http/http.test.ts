import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { caseStudies } from '#content/case-studies.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { mayEnter } from '#domain/access.ts'
import { ROLES } from '#domain/user.ts'
import { buildApp } from '#server/app.ts'
import { toDb } from '#server/platform/db/client.ts'
import { contactMessages } from '#server/platform/db/schema.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { sendInProcess } from './in-process.ts'
import { IN_PROCESS } from './limits.ts'
import { loggable } from './loggable.ts'
import { allCalls } from './openapi.ts'
import { servedAddresses } from './request.ts'

let shop: TestShop
const tokens = new Map<string, string>()
beforeAll(async () => {
  shop = await openTestShop()
  for (const role of ROLES) tokens.set(role, (await shop.signIn(role)).token)
})
afterAll(() => shop.close())

const NOBODY = '00000000-0000-4000-8000-000000000000'
const pathOf = (path: string) => path.replace(':width', '40').replace(':height', '40').replace(/:\w+/g, NOBODY)
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

test('an unknown address under /api is a 404 problem document', async () => {
  const answer = await shop.app.inject('/api/nothing')
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['content-type']).toContain('application/problem+json')
  expect(answer.json()).toMatchObject({ status: 404, title: 'Not Found', code: 'not_found' })
})

test('S307 B340 what is refused names a code, and the reference explains every code there is', async () => {
  const { type, code } = (await shop.app.inject({ method: 'POST', url: '/api/auth/login', payload: {} })).json()
  expect([type, code]).toEqual(['/api/docs#missing_credentials', 'missing_credentials'])
  const { body } = await shop.app.inject('/api/docs')
  expect(Object.keys(REFUSALS).filter((each) => !body.includes(`id="${each}"`))).toEqual([])
})

test('an unknown method on a known address is 405 and says which are allowed', async () => {
  const answer = await shop.app.inject({ method: 'PATCH', url: '/api/cart' })
  expect(answer.statusCode).toBe(405)
  expect(answer.headers.allow).toBe('GET, POST, DELETE')
})

test('an address whose last part is longer than any slug names nothing', async () => {
  for (const path of ['/api/products/slug', '/api/blog/slug']) {
    expect((await shop.app.inject(`${path}/${'x'.repeat(300)}`)).statusCode).toBe(404)
  }
})

const bodies: [string, string, string, number][] = [
  ['broken JSON', '{"email":', 'application/json', 400],
  ['a list where an object belongs', '[]', 'application/json', 400],
  ['a text where an object belongs', '"x"', 'application/json', 400],
  ['null where an object belongs', 'null', 'application/json', 400],
  ['nesting of 100,000 levels', '['.repeat(100_000), 'application/json', 400],
  ['60,000 members', `{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":1`).join(',')}}`, 'application/json', 413],
  ['a form', 'email=a', 'application/x-www-form-urlencoded', 415],
  ['300 kB', JSON.stringify({ email: 'x'.repeat(300_000) }), 'application/json', 413],
]
test.each(bodies)('a body of %s is refused clearly', async (_name, payload, type, status) => {
  const answer = await shop.app.inject({ method: 'POST', url: '/api/auth/login', headers: { 'content-type': type }, payload })
  expect(answer.statusCode).toBe(status)
  expect(answer.json().detail).toMatch(/^[A-Z][^{}]+\.$/)
  expect(answer.body.length).toBeLessThan(10_000)
})

test('F7.1.5 JSON that is not UTF-8 is 400, and nothing is stored of it', async () => {
  const payload = Buffer.from('{"name":"M\xfcller","email":"m@example.com","message":"Gr\xfc\xdfe"}', 'latin1')
  const send = (body: Buffer) =>
    shop.app.inject({ method: 'POST', url: '/api/contact', headers: { 'content-type': 'application/json' }, payload: body })
  const answer = await send(payload)
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed_json'])
  expect(await shop.deps.db.$count(contactMessages)).toBe(0)
  expect((await send(Buffer.from(payload.toString('latin1'), 'utf8'))).statusCode).toBeLessThan(300)
  expect(await shop.deps.db.$count(contactMessages)).toBe(1)
})

test('a write with a JSON content type and no body is accepted', async () => {
  const answer = await shop.app.inject({ method: 'POST', url: '/api/auth/logout', headers: { 'content-type': 'application/json' } })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ ok: true })
})

test('a body cannot reach the prototype of objects', async () => {
  await shop.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/json' },
    payload: '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
  })
  expect(Object.prototype).not.toHaveProperty('polluted')
})

test.each([
  '/api/products/%E0%A4%A',
  '/api/products?page=%',
  '/api/products/%00',
  '/api/products?search=%00',
  '/api/products?page=1&page=2',
  `/api/products/${'x'.repeat(5000)}`,
])('the address %s is no server error', async (url) => {
  const answer = await shop.app.inject(url)
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(answer.statusCode).toBeLessThan(500)
})

test('every call of the contract is served', () => {
  for (const { noun, name, endpoint } of allCalls()) {
    expect(shop.app.hasRoute({ method: endpoint.method, url: endpoint.path }), `${noun}.${name}`).toBe(true)
  }
})

/** Addresses beside the contract: they answer pictures, pages and metrics, not JSON. */
const BESIDE = new Set([
  '/media/:file',
  '/metrics',
  '/drawings/scenes/:file',
  '/drawings/:slug/:file',
  '/api/openapi.json',
  '/api/docs',
  '/api/docs/swagger-ui.css',
  '/api/docs/swagger-ui-bundle.js',
  '/api/docs/runbooks/:name',
  '/api/docs/security',
  '/.well-known/security.txt',
  '/rss.xml',
  '/feeds/google-:country.xml',
  '/feeds/products.jsonl',
  ...caseStudies.map(({ id }) => `/case-studies/${id}.pdf`),
])

test('runbooks are served as text, and nothing beside them', async () => {
  const runbook = await shop.app.inject('/api/docs/runbooks/disk-full.md')
  expect([runbook.statusCode, runbook.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(runbook.body).toContain('# Runbook: the disk is full')
  for (const name of ['none.md', '..%2Frunning.md', '%2Fetc%2Fpasswd'])
    expect((await shop.app.inject(`/api/docs/runbooks/${name}`)).statusCode, name).toBe(404)
})

test('every served address is in the contract or in the list of those beside it', () => {
  const known = new Set(allCalls().map(({ endpoint }) => endpoint.path))
  const served = servedAddresses(shop.app)
  expect(served.length).toBeGreaterThan(20)
  expect(served.filter((url) => !known.has(url) && !BESIDE.has(url))).toEqual([])
})

/** Access to every call, as the server answers: the cells of docs/access.md. */
test('S8 each call answers each role as its access rule says, before it reads a body', async () => {
  for (const { noun, name, endpoint } of allCalls()) {
    const call = { method: endpoint.method, url: pathOf(endpoint.path) } as const
    const anonymous = await shop.app.inject(call)
    if (endpoint.access === 'anyone') expect(anonymous.statusCode, `${noun}.${name}`).not.toBe(401)
    else
      expect([anonymous.statusCode, anonymous.headers['www-authenticate']], `${noun}.${name}`).toEqual([
        401,
        'Bearer error="invalid_token"',
      ])
    for (const role of ROLES) {
      if (name === 'logout') continue
      const answer = await shop.app.inject({ ...call, headers: bearer(tokens.get(role) ?? '') })
      const label = `${noun}.${name} as ${role}: ${answer.statusCode} ${answer.body.slice(0, 80)}`
      expect(answer.statusCode, label).not.toBe(401)
      const needsQueue = answer.statusCode === 503 && answer.json().code === 'not_ready' // this shop runs no jobs
      if (!needsQueue) expect(answer.statusCode, label).toBeLessThan(500)
      if (mayEnter(endpoint.access, role)) expect(answer.statusCode, label).not.toBe(403)
      else expect(answer.statusCode, label).toBe(403)
    }
  }
})

test('the reference opens without a key, and brings its viewer from this origin', async () => {
  const page = await shop.app.inject('/api/docs')
  const [, script = ''] = /<script>(.*)<\/script>/.exec(page.body) ?? []
  expect(page.headers['content-security-policy']).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  expect(page.body.match(/<script[^>]*>/g)).toEqual(['<script src="/api/docs/swagger-ui-bundle.js">', '<script>'])
  for (const address of ['/api/docs/swagger-ui-bundle.js', '/api/docs/swagger-ui.css', '/api/openapi.json']) {
    expect((await shop.app.inject(address)).statusCode, address).toBe(200)
  }
})

test('every answer carries the headers that protect a browser', async () => {
  const { headers } = await shop.app.inject('/api/products')
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  })
  for (const name of ['x-powered-by', 'server', 'access-control-allow-origin']) expect(headers).not.toHaveProperty(name)
})

test('no answer sets a cookie, the sign-in included, and TRACE and bodies of plain text are refused', async () => {
  const { user } = await shop.signIn('customer')
  const send = (method: 'POST' | 'TRACE', url: string, type = 'application/json') =>
    shop.app.inject({ method, url, headers: { 'content-type': type }, payload: JSON.stringify({ email: user.email, password: 'x' }) })
  for (const answer of [await send('POST', '/api/auth/login'), await shop.app.inject('/api/products')])
    expect(answer.headers).not.toHaveProperty('set-cookie')
  // forms of other pages can send these types without asking first
  for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
    expect((await send('POST', '/api/auth/login', type)).statusCode, type).toBe(415)
  expect((await send('TRACE', '/api/products')).statusCode).toBeGreaterThanOrEqual(400)
})

test('a parameter that is sent twice is refused where one is expected', async () => {
  for (const url of ['/api/products?page=1&page=2', '/api/products?sort=name&sort=price', '/api/auth/me?x=1&x=2'])
    expect([url, (await shop.app.inject(url)).statusCode]).toEqual([url, url.includes('/me') ? 200 : 422])
})

test('an unchanged read is answered 304, a private one is kept by nobody', async () => {
  const first = await shop.app.inject('/api/categories')
  const again = await shop.app.inject({ url: '/api/categories', headers: { 'if-none-match': String(first.headers.etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect(first.headers['cache-control']).toContain('public')
  const own = await shop.app.inject({ url: '/api/orders', headers: bearer(tokens.get('customer') ?? '') })
  expect(own.headers['cache-control']).toBe('private, no-store')
})

test.runIf(TESTS_ALL)('with limits on, too many reads are 429 with Retry-After', async () => {
  const limited = await openTestShop({ RATE_LIMIT: 'on' })
  const answers = []
  for (let call = 0; call < 310; call += 1) answers.push(await limited.app.inject('/api/categories'))
  const refused = answers.filter((answer) => answer.statusCode === 429)
  expect(refused).toHaveLength(10)
  expect(refused[0]?.headers).toHaveProperty('retry-after')
  expect(refused[0]?.json().detail).toMatch(/^Too many requests/)
  await limited.close()
})

test.runIf(TESTS_ALL)("with limits on, the pages' own calls are not counted: all visitors share them", async () => {
  const limited = await openTestShop({ RATE_LIMIT: 'on', TRUST_PROXY: '10.0.0.0/8' })
  const send = sendInProcess(limited.app, { token: null, address: IN_PROCESS })
  const statuses = new Set<number>()
  for (let call = 0; call < 310; call += 1) {
    statuses.add((await send({ method: 'GET', url: '/api/categories', headers: {}, body: undefined, signal: undefined })).status)
  }
  expect([...statuses]).toEqual([200])
  await limited.close()
})

test('a field that is missing or too long is named in words for people', async () => {
  const answer = await shop.app.inject({ method: 'POST', url: '/api/auth/register', payload: { email: 'a@b.test', name: 'x'.repeat(121) } })
  expect(answer.json()).toMatchObject({
    status: 422,
    errors: [
      { field: 'name', message: 'At most 120 characters are accepted' },
      { field: 'password', message: 'Please fill in this field' },
    ],
  })
})

test('R-C6 while the database cannot be reached, calls are 503 with Retry-After', async () => {
  const db = toDb(new pg.Pool({ host: '127.0.0.1', port: 1 }))
  const app = await buildApp({ ...shop.deps, db })
  const answer = await app.inject('/api/products')
  expect([answer.statusCode, answer.headers['retry-after'], answer.json().code]).toEqual([503, '2', 'not_ready'])
  await app.close()
})

test('a matching tag is recognised without its mark for weak', async () => {
  const first = await shop.app.inject('/api/categories')
  const bare = String(first.headers.etag).replace('W/', '')
  expect((await shop.app.inject({ url: '/api/categories', headers: { 'if-none-match': `"other", ${bare}` } })).statusCode).toBe(304)
})

test('missing fields are answered with the specified sentence, at each field', async () => {
  const refusal = await shop.visitor.auth
    .register({ body: { name: '', email: '', password: 'long enough here' } })
    .catch((error: unknown) => error)
  expect(refusal).toMatchObject({
    status: 422,
    message: 'Please fill in all required fields',
    errors: [{ field: 'name' }, { field: 'email' }],
  })
})

test('what is there and wrong is not called missing', async () => {
  const { token } = await shop.signIn('customer')
  const create = (days: unknown) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/account/tokens',
      headers: { authorization: `Bearer ${token}` },
      payload: { name: 'ERP', scopes: ['read'], days },
    })
  for (const [days, message] of [
    [1.5, 'Must be a whole number'],
    ['5', 'Must be a whole number, not text'],
  ] as const) {
    const errors = [{ field: 'days', message }]
    expect((await create(days)).json()).toMatchObject({ status: 422, detail: 'Please check the marked fields.', errors })
  }
  expect((await create(null)).json()).toMatchObject({ status: 422, detail: 'Please fill in all required fields' })
})

test('a log keeps no value of a query that failed', async () => {
  const { pool } = shop.database
  await pool.query('create table if not exists log_probe (secret text unique)')
  await pool.query(`insert into log_probe values ('hash-of-ann')`)
  const failure = await shop.deps.db.execute(sql`insert into log_probe values (${'hash-of-ann'})`).catch((error: unknown) => error)
  const kept = JSON.stringify(loggable(failure))
  expect(kept).toContain('23505')
  expect(kept).toContain('insert into log_probe')
  expect(kept).not.toContain('hash-of-ann')
  await pool.query('drop table log_probe')
})

test('health says live and ready, without detail', async () => {
  expect((await shop.app.inject('/api/health/live')).json()).toEqual({ status: 'live' })
  expect((await shop.app.inject('/api/health/ready')).json()).toEqual({ status: 'ready' })
})
