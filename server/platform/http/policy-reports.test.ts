import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { createLogger } from './log.ts'
import { countReports } from './note-reports.ts'

let shop: TestShop
let lines: string[] = []
const logger = createLogger({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
beforeAll(async () => {
  shop = await openTestShop({}, {}, logger)
})
beforeEach(() => {
  lines = []
})
afterAll(() => shop.close())

const classic = (directive: string, blocked: string, page = 'https://shop.test/cart') => ({
  'csp-report': { 'document-uri': page, 'violated-directive': directive, 'blocked-uri': blocked, 'script-sample': 'typed' },
})
const CLASSIC = 'application/csp-report'
const NEW = 'application/reports+json'

function send(report: unknown, type = CLASSIC, { app } = shop, remoteAddress = '203.0.113.9') {
  const payload = typeof report === 'string' ? report : JSON.stringify(report)
  return app.inject({ method: 'POST', url: '/api/csp-report', headers: { 'content-type': type }, payload, remoteAddress })
}
/** The lines about reports; each request has one of its own. */
const written = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg !== 'request')

test('a report is taken, and its kind is logged once, with origin and path, without anything that was typed', async () => {
  const answer = await send(classic("img-src 'self'", 'http://ads.test/pixel/typed?u=typed', 'https://shop.test/search?q=typed#typed'))
  expect([answer.statusCode, answer.json()]).toEqual([200, { ok: true }])
  await send(classic('img-src', 'http://ads.test/other', 'https://shop.test/cart'))
  expect(written()).toHaveLength(1)
  expect(written()[0]).toMatchObject({ level: 'warn', directive: 'img-src', blocked: 'http://ads.test', page: '/search' })
  await send(classic('script-src-elem', 'inline'))
  expect(written()[1]).toMatchObject({ directive: 'script-src-elem', blocked: 'inline' })
  expect(lines.join('')).not.toContain('typed')
})

test('reports of newer browsers come several at a time, among others that are not of the policy', async () => {
  const body = (effectiveDirective: string, blockedURL: string) => ({ effectiveDirective, blockedURL, documentURL: 'https://shop.test/' })
  const answer = await send(
    [
      { type: 'csp-violation', age: 1, url: 'https://shop.test/', body: body('font-src', 'https://fonts.test/a.woff2?u=typed') },
      { type: 'deprecation', body: { id: 'typed' } },
      { type: 'csp-violation', body: body('typed words', 'chrome-extension://abc/typed') },
      { type: 'csp-violation', body: 'typed' },
    ],
    NEW,
  )
  expect(answer.statusCode).toBe(200)
  expect(written().map(({ directive, blocked }) => [directive, blocked])).toEqual([
    ['font-src', 'https://fonts.test'],
    ['other', 'chrome-extension:'],
    ['other', 'other'],
  ])
  expect(lines.join('')).not.toContain('typed')
})

test.each([
  ['no JSON', 'typed', CLASSIC, 400],
  ['another object', { typed: true }, CLASSIC, 400],
  ['a list of no reports', ['typed'], NEW, 400],
  ['another type', classic('img-src', 'inline'), 'application/json', 415],
  ['16 kB', classic('img-src', 'x'.repeat(16_000 - 100)), CLASSIC, 200],
  ['more than 16 kB', classic('img-src', 'x'.repeat(17_000)), CLASSIC, 413],
])('of %s the answer is as it should be', async (_name, report, type, status) => {
  expect((await send(report, type)).statusCode).toBe(status)
  expect(lines.join('')).not.toContain('typed')
})

test('it answers POST alone', async () => {
  expect((await shop.app.inject('/api/csp-report')).statusCode).toBe(405)
})

test('however many kinds come, memory and log stay small, and all are counted', () => {
  const reports = countReports()
  const first = Array.from({ length: 5000 }, (_, at) => reports.note([{ directive: 'img-src', blocked: `https://${at}.test`, page: '/' }]))
  expect(first.flat()).toHaveLength(201)
  expect(first.flat().at(-1)).toMatchObject({ directive: 'other', blocked: 'other' })
  expect(reports.counts().reduce((sum, { times }) => sum + times, 0)).toBe(5000)
  expect(reports.counts().at(-1)).toMatchObject({ directive: 'other', times: 4800 })
})

test('a network may send 60 a minute, which take nothing from what its people may do; all counts are logged when the server stops', async () => {
  const limited = await openTestShop({ RATE_LIMIT: 'on' }, {}, logger)
  const statuses: number[] = []
  for (let call = 0; call < 62; call += 1) {
    const address = `2001:db8:1:2::${call.toString(16)}` // of one network
    statuses.push((await send(classic('img-src', 'inline'), CLASSIC, limited, address)).statusCode)
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  expect(statuses.slice(60)).toEqual([429, 429])
  expect((await send(classic('img-src', 'inline'), CLASSIC, limited, '2001:db8:1:3::1')).statusCode).toBe(200)
  for (let call = 0; call < 60; call += 1) await send(classic('img-src', 'inline'), CLASSIC, limited, '198.51.100.7')
  const login = { method: 'POST', url: '/api/auth/logout', remoteAddress: '198.51.100.7' } as const
  expect((await limited.app.inject(login)).statusCode).toBe(200)
  await limited.close()
  expect(written().at(-1)).toMatchObject({ level: 'info', kinds: [{ directive: 'img-src', blocked: 'inline', times: 121 }] })
})

test('with limits off nobody is counted', async () => {
  for (let call = 0; call < 70; call += 1) expect((await send(classic('img-src', 'inline'))).statusCode).toBe(200)
})
