import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { DEMO_CATALOG } from '#server/platform/config.ts'
import { fillShop } from '#server/seed/fill-shop.ts'
import { cpuTimeOf } from '#server/testing/cpu-time.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { allCalls } from './openapi.ts'
import { knownNames } from './query-names.ts'

/*
 * Every public call, with long inputs in its path, in each parameter, in each header and in each field of its body: the server's own
 * processor time. That of each reader of texts is in `typed-texts.test.ts`.
 */

/** Time in ms that is too short to be compared: what else a machine does is in it. */
const SHORT_MS = 10
/** Time in ms that no long input may take. */
const MOST_MS = 50
const LONG = 8000
/** Length of a body near the limit of 256 kB, once what is not ASCII is encoded. */
const LONGEST_BODY = 120_000

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({}, { isDemo: true, catalogFile: DEMO_CATALOG })
  await fillShop(shop.deps, shop.database, { hasOrders: false })
  shop.database.revisions?.follow() // as a server does, so that what it remembers counts
  await vi.waitUntil(() => shop.database.revisions?.state !== null, { timeout: 60_000 })
})
afterAll(() => shop.close())

const repeated = (unit: string) => (length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
const TEXTS: Record<string, (length: number) => string> = {
  letters: repeated('x'),
  digits: repeated('1'),
  words: (length) => Array.from({ length: length / 7 }, (_, at) => (1e6 + at * 7919).toString(36).padEnd(6, 'x').slice(0, 6)).join(' '),
  list: repeated('a,'),
  slashes: (length) => `${'/'.repeat(length - 1)}x`,
  spaces: (length) => `x${' '.repeat(length - 2)}x`,
  addresses: repeated('a@b.'),
  quotes: repeated('"\'<&'),
  marks: repeated('\u0315\u0327'),
  unseen: repeated('\u200b\u2060'),
  lines: repeated(' \n'),
}

type Method = (typeof calls)[number]['endpoint']['method']
interface Sent {
  method: Method
  url: string
  headers?: Record<string, string>
  payload?: string
}

/** Rounds before a cost counts, and the fewest: what else a machine does only adds to it. */
const ROUNDS = 30
const FEWEST = 4

/**
 * Compares what an input costs with what half of it does, where it costs anything to speak of: in the best of some rounds, the first of
 * which settles most.
 */
async function compare(name: string, makeSent: (length: number) => Sent, length = LONG): Promise<void> {
  const [half, whole] = [makeSent(length / 2), makeSent(length)]
  const least = { half: Number.POSITIVE_INFINITY, whole: Number.POSITIVE_INFINITY }
  for (let round = 0; round < ROUNDS; round += 1) {
    least.whole = Math.min(least.whole, await cpuTimeOf(() => shop.app.inject(whole)))
    if (least.whole <= SHORT_MS) return
    if (round < 3) continue
    least.half = Math.min(least.half, await cpuTimeOf(() => shop.app.inject(half)))
    if (round < FEWEST) continue
    if (least.whole < 2 * least.half && least.whole < MOST_MS) return
  }
  expect(least.whole, `${name}: ${least.half.toFixed(1)} ms for half of it`).toBeLessThan(2 * least.half)
  expect(least.whole, name).toBeLessThan(MOST_MS)
}

let turn = 0
/** Returns the kinds of text that a part of a call gets: with every commit one, each part another one, and all of them each night. */
function someTexts(): [what: string, make: (length: number) => string][] {
  const all = Object.entries(TEXTS)
  turn += 1
  return TESTS_ALL ? all : all.filter((_, at) => at === turn % all.length)
}

/** Returns the names of the members of a body. */
const fieldsOf = (body: z.ZodMiniType): string[] =>
  Object.keys((z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as { properties?: object }).properties ?? {}) // its own format

const calls = allCalls()
  .filter(({ endpoint }) => endpoint.access === 'anyone')
  .map(({ noun, name, endpoint }) => ({ call: `${noun}.${name}`, endpoint, url: endpoint.path.replace(/:\w+/g, '1') }))
const reads = calls.filter(({ endpoint }) => endpoint.method === 'GET')
const writes = calls.filter(({ endpoint }) => endpoint.method !== 'GET')
/** A parameter of at most so many characters: a head has at most 16 kB. */
const encoded = (text: string) => encodeURIComponent(text).replaceAll('%20', '+').slice(0, 14_000).replace(/%.?$/, '')
/** Most characters of a search. */
const LONGEST_SEARCH = 200

test.each(reads)('$call, whatever its path and its parameters', async ({ call, endpoint, url }) => {
  const at = (address: string): Sent => ({ method: 'GET', url: address })
  if (url !== endpoint.path)
    for (const [what, make] of someTexts())
      await compare(`${call}, path, ${what}`, (length) => at(endpoint.path.replace(/:\w+/g, encoded(make(length)))))
  for (const name of knownNames(endpoint))
    for (const most of [LONG, LONGEST_SEARCH])
      for (const [what, make] of someTexts())
        await compare(`${call}, ${name}, ${what}`, (length) => at(`${url}?${name}=${encoded(make(length))}`), most)
  const many = (name: (at: number) => string) => (length: number) =>
    ({ method: 'GET', url: `${url}?${Array.from({ length: length / 12 }, (_, at) => `${name(at)}=1`).join('&')}` }) as const
  await compare(
    `${call}, unknown parameters`,
    many((at) => `a${at}`),
  )
  await compare(
    `${call}, members of objects`,
    many((at) => `spec.k${at}`),
  )
  for (const name of knownNames(endpoint))
    await compare(
      `${call}, ${name} again and again`,
      many(() => name),
    )
})

const HEADERS =
  `accept accept-encoding accept-language if-none-match if-modified-since range if-range cookie authorization x-forwarded-for x-forwarded-proto
  user-agent referer origin content-type forwarded idempotency-key traceparent baggage prefer`.split(/\s+/)

test.each(['/api/products', '/api/auth/me', '/drawings/a/mat-maker.svg', '/nothing'])('%s, whatever its headers', async (url) => {
  const units = ['x', 'a,', 'W/"a", ', 'a;q=0.1,', '0-1,', ' ', '1.1.1.1, ', '::1, ', 'a=b; ', '/', '("', '%41']
  for (const header of HEADERS) {
    turn += 1
    for (const [at, unit] of units.entries()) {
      if (!TESTS_ALL && at !== turn % units.length) continue
      const prefix = { authorization: 'Bearer ', range: 'bytes=' }[header] ?? ''
      await compare(`${header}, ${unit}`, (length) => ({
        method: 'GET',
        url,
        headers: { [header]: `${prefix}x${repeated(unit)(length)}x` },
      }))
    }
  }
})

test.each(writes)('$call, whatever its body', async ({ call, endpoint, url }) => {
  const send = (body: unknown): Sent => ({
    method: endpoint.method,
    url,
    headers: { 'content-type': 'application/json' },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const fields = endpoint.body ? fieldsOf(endpoint.body) : []
  for (const field of fields)
    for (const [what, make] of someTexts())
      await compare(`${call}, ${field}, ${what}`, (length) => send({ [field]: make(length) }), LONGEST_BODY)
  for (const [what, make] of someTexts())
    await compare(
      `${call}, all, ${what}`,
      (length) => send(Object.fromEntries(fields.map((field) => [field, make(length / fields.length)]))),
      LONGEST_BODY,
    )
  for (const field of fields)
    for (const member of [{ a: 1 }, 'a', 1, [[[1]]]])
      await compare(
        `${call}, ${field}, a list of ${JSON.stringify(member)}`,
        (length) => send({ [field]: Array.from({ length: length / 30 }, () => member) }),
        LONGEST_BODY,
      )
  await compare(`${call}, depth`, (length) => send('['.repeat(length / 2) + ']'.repeat(length / 2)), LONGEST_BODY)
  await compare(
    `${call}, members`,
    (length) => send(Object.fromEntries(Array.from({ length: length / 30 }, (_, at) => [`a${at}`, 1]))),
    LONGEST_BODY,
  )
  for (const text of ['[', '{"a":', '"\\u005f', ','])
    await compare(`${call}, ${text}`, (length) => send(repeated(text)(length)), LONGEST_BODY)
})
