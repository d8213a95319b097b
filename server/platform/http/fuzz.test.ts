import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { mayEnter } from '#domain/access.ts'
import { ROLES, type Role } from '#domain/user.ts'
import { http } from '#server/platform/metrics/metrics.ts'
import { someOf, TESTS_ALL } from '#server/testing/race-rounds.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { allCalls } from './openapi.ts'

/* Every call, with values that no form sends: an answer is always below 500, and a refusal is always a problem document with a sentence. */

let shop: TestShop
const tokens = new Map<Role, string>()
let productId = ''
beforeAll(async () => {
  for (const metric of Object.values(http)) metric.reset() // earlier files of this process have shops of their own, each with its bounds
  shop = await openTestShop({ METRICS_TOKEN: 'a-token-of-the-metrics' })
  for (const role of ROLES) tokens.set(role, (await shop.signIn(role)).token)
  productId = (await shop.make.product()).id
})
afterAll(() => shop.close())

const LONG = 'x'.repeat(100_000)
const VALUES: unknown[] = [
  null,
  true,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  "'; drop table orders; --",
  '%_\\',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{}',
  '00000000-0000-0000-0000-000000000000',
  'NaN',
  'Infinity',
  '١٢٣',
  '1e309',
  'ﬀ'.repeat(400),
  LONG,
  0,
  -0,
  -1,
  0.1,
  1e-300,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53 + 2,
  1e308,
  [],
  [[]],
  [null],
  Array.from({ length: 600 }, () => ({ id: '1' })),
  {},
  { $gt: '' },
  { toString: 'x', valueOf: 'y', hasOwnProperty: 1 },
]

/** Each call and field gets one value, each another one; all of them where everything is tested. */
const STEP = TESTS_ALL ? 1 : VALUES.length
let turn = 0
function someValues(): unknown[] {
  turn += 1
  return VALUES.filter((_, at) => (at + turn) % STEP === 0)
}

const names = (schema: z.ZodMiniType | undefined): string[] => {
  if (!schema) return []
  // its own format
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { properties?: object; anyOf?: { properties?: object }[] }
  return Object.keys(json.properties ?? json.anyOf?.find((one) => one.properties)?.properties ?? {})
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 3000)
const encode = (text: string) => encodeURIComponent(text.isWellFormed() ? text : '\ufffd')

function urls(endpoint: Endpoint): string[] {
  const plain = endpoint.path.replace(':width', '40').replace(':height', '40').replace(/:\w+/g, productId)
  const params = endpoint.path.includes(':')
    ? someValues().map((value) => endpoint.path.replace(/:\w+/g, encode(asText(value)) || '-'))
    : []
  const query = names(endpoint.query).flatMap((name) => [
    ...someValues().map((value) => `${plain}?${name}=${encode(asText(value))}`),
    `${plain}?${name}=1&${name}=2`,
    `${plain}?${name}[a]=1`,
  ])
  return [plain, ...params, ...query]
}

function bodies(endpoint: Endpoint): unknown[] {
  const fields = names(endpoint.body)
  const one = fields.flatMap((name) => someValues().map((value) => ({ [name]: value })))
  const all = someValues().map((value) => Object.fromEntries(fields.map((name) => [name, value])))
  return fields.length > 0 ? [...someValues(), ...one, ...all] : []
}

async function ask(endpoint: Endpoint, url: string, payload?: unknown, token?: string): Promise<void> {
  const before = process.cpuUsage()
  const answer = await shop.app.inject({
    method: endpoint.method,
    url,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...(payload !== undefined && { 'content-type': 'application/json' }) },
    ...(payload !== undefined && { payload: JSON.stringify(payload) }),
  })
  const label = `${endpoint.method} ${url.slice(0, 120)} ${JSON.stringify(payload)?.slice(0, 120)} -> ${answer.statusCode} ${answer.body.slice(0, 200)}`
  // this shop has no queue of jobs: what needs one says so
  const needsQueue = answer.statusCode === 503 && answer.json().code === 'not_ready'
  if (!needsQueue) expect(answer.statusCode, label).toBeLessThan(500)
  expect(answer.body.length, label).toBeLessThan(answer.statusCode < 400 ? 1_000_000 : 10_000)
  if (answer.statusCode >= 400)
    expect(answer.json(), label).toMatchObject({ status: answer.statusCode, detail: expect.stringMatching(/\w/) })
  expect(answer.statusCode < 400 || !/Invalid input|Invalid option|expected |Too big|Too small/.test(answer.body), label).toBe(true)
  const { user, system } = process.cpuUsage(before) // the clock would count what else the machine does
  expect((user + system) / 1000, label).toBeLessThan(2000)
}

/** One or two who may make the call: else only its refusal would be tried. */
function tokensFor({ access }: Endpoint): string[] {
  const allowed = ROLES.filter((role) => access === 'anyone' || mayEnter(access, role))
  const chosen = new Set([allowed.at(-1) ?? 'customer', allowed.includes('application_admin') ? 'application_admin' : allowed[0]])
  return [...chosen].flatMap((role) => (role && tokens.get(role)) ?? [])
}

const calls = allCalls().filter(({ name }) => name !== 'logout' && name !== 'importExcel')
test.each(someOf(calls, 60).map(({ noun, name, endpoint }) => [`${noun}.${name}`, endpoint] as const))(
  '%s answers every bad input clearly, never with a 500',
  async (_name, endpoint) => {
    for (const url of urls(endpoint))
      for (const token of tokensFor(endpoint)) await ask(endpoint, url, endpoint.body ? {} : undefined, token)
    const plain = urls(endpoint)[0] ?? endpoint.path
    for (const body of bodies(endpoint)) for (const token of tokensFor(endpoint)) await ask(endpoint, plain, body, token)
    for (const url of urls(endpoint).slice(0, 40)) await ask(endpoint, url)
  },
)

test.each([
  '/media/:x',
  '/media/:x.webp',
  '/api/impact/results/:x/report.pdf',
  '/api/shop/case-studies/:x.pdf',
  '/case-studies/:x.pdf',
  '/drawings/:x/:x.svg',
  '/rss.xml?page=:x',
  '/sitemap.xml?part=:x',
])('%s, which is no call of the contract, answers every name clearly', async (address) => {
  for (const value of [...VALUES, '..%2f..%2fpackage', '%00', '%c0%af', '..\\..\\package']) {
    const url = address.replaceAll(':x', encode(asText(value)).slice(0, 1500) || '-')
    const answer = await shop.app.inject({ url })
    expect(answer.statusCode, url.slice(0, 120)).toBeLessThan(500)
    if (answer.statusCode >= 400) expect(answer.json(), url.slice(0, 120)).toMatchObject({ status: answer.statusCode })
  }
})

test('a form with hostile fields and files is answered clearly', async () => {
  const headers = { authorization: `Bearer ${tokens.get('business_admin')}` }
  for (const name of ['name', 'logo', 'version', 'status', '__proto__', 'constructor', '']) {
    for (const value of VALUES) {
      const form = new FormData()
      form.set(name, asText(value))
      form.append('logo', new Blob([asText(value)]), '../../x.png')
      const sent = new Response(form)
      const payload = Buffer.from(await sent.arrayBuffer())
      const type = sent.headers.get('content-type') ?? ''
      const answer = await shop.app.inject({
        method: 'PUT',
        url: '/api/business/profile',
        headers: { ...headers, 'content-type': type },
        payload,
      })
      expect(answer.statusCode, `${name} ${asText(value).slice(0, 80)} ${answer.body.slice(0, 200)}`).toBeLessThan(500)
    }
  }
})

test('after all of that there are at most 2,000 series of metrics, none of which holds a word of a caller', async () => {
  const { body } = await shop.app.inject({ url: '/metrics', headers: { authorization: 'Bearer a-token-of-the-metrics' } })
  const series = body.split('\n').filter((line) => line && !line.startsWith('#'))
  expect(series.length).toBeGreaterThan(300)
  expect(series.length).toBeLessThanOrEqual(2000)
  expect(series.filter((line) => /drop table|passwd|script|xxx|000000-/i.test(line))).toEqual([])
})
