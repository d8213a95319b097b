import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { PAGE_PARAMETERS } from '#server/ssr/screens.ts'
import { expect, test } from '../story.ts'

/* What the server spends on a page grows with its address no faster than the address. A shop of its own answers with its processor time. */

const PORT = Number(process.env.STORIES_PORT ?? 4173) + 9
test.use({ baseURL: `http://localhost:${PORT}` })

/** Time in ms that a page may take beside what half the address takes: what else the machine does is in it. */
const SLACK_MS = 20
/** Time in ms that no refusal may take: a tenth of it on a machine that has nothing else to do. */
const REFUSAL_MS = 50
const LONG = 7000

let server: ChildProcess
test.beforeAll(async () => {
  const dataDir = join(process.env.STORIES_DATA_DIR ?? '', 'long-input')
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(PORT),
    DEMO: '1',
    RATE_LIMIT: 'off',
    DATABASE_URL: '',
    DATA_DIR: dataDir,
  }
  server = fork('e2e/movable-shop.ts', { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] })
  await once(server, 'message')
})
test.afterAll(async () => {
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
})

/** Asks for a URL. @returns the status, and the processor time in ms */
async function cost(url: string): Promise<{ status: number; ms: number }> {
  const answered = once(server, 'message')
  server.send({ url })
  const [answer] = (await answered) as [{ status: number; ms: number }] // what the shop sends
  return answer
}

/** Rounds before a cost counts, each with other addresses: what else the machine does only adds to it. */
const ROUNDS = 12

const repeated = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

test('a path of too many segments, or too many characters, is 404 and costs next to nothing', async ({ request }) => {
  for (const unit of ['/a', '/', '/products', '/%61', 'x', '%2F', '/admin', '/account/orders', '/.data', '//', '/a;b']) {
    for (const length of [1001, 2000, 4000, 8000]) {
      let least = Number.POSITIVE_INFINITY
      for (let round = 0; round < ROUNDS && least >= REFUSAL_MS; round += 1) {
        const { status, ms } = await cost(`/${unit.repeat(Math.ceil(length / unit.length))}`)
        expect(status, `${unit}, ${length}`).toBe(404)
        least = Math.min(least, ms)
      }
      expect(least, `${unit}, ${length}`).toBeLessThan(REFUSAL_MS)
    }
  }
  // in the framework's own list of routes as well, which a browser asks for by path
  for (const unit of ['/a', '/products', '%2Fa', '/'])
    expect((await cost(`/__manifest?version=x&paths=${repeated(unit, 6000)}`)).status, unit).toBe(400)
  const answer = await request.get(`/${'a/'.repeat(3000)}`)
  expect([answer.status(), answer.headers()['content-type']]).toEqual([404, expect.stringContaining('application/problem+json')])
})

const spread = (unit: string) => (length: number) =>
  [...PAGE_PARAMETERS].map((name) => `${name}=${repeated(unit, length / PAGE_PARAMETERS.size)}`).join('&')
const QUERIES: Record<string, (length: number) => string> = {
  'all parameters': spread('x'),
  'all parameters, lists': spread('a,'),
  'all parameters, encoded': spread('%3C%22'),
  'a search': (length) => `search=${repeated('ab+', length)}&q=${repeated('ab+', length / 2)}`,
  products: (length) => `p=${repeated('a-b,', length)}&category=${repeated('a,', length / 2)}`,
  specifications: (length) => Array.from({ length: length / 16 }, (_, at) => `spec.k${at}=1..2`).join('&'),
  'one again and again': (length) => repeated('category=a&', length),
  'unknown ones': (length) => Array.from({ length: length / 10 }, (_, at) => `u${at}=1`).join('&'),
}

/** Compares what a page costs with a long query and with half of it: in the best of some rounds, the first of which settles most. */
async function compare(path: string, what: string, queryOf: (length: number) => string): Promise<void> {
  const least = { half: Number.POSITIVE_INFINITY, whole: Number.POSITIVE_INFINITY }
  const isInProportion = () => least.whole < 2 * least.half + SLACK_MS
  for (let round = 0; round < ROUNDS && !isInProportion(); round += 1) {
    const ask = (length: number) => cost(`${path}?page=${round + 2}&${queryOf(length)}`)
    const [half, whole] = [await ask(LONG / 2), await ask(LONG)]
    expect(whole.status, `${path}, ${what}`).toBeLessThan(500)
    Object.assign(least, { half: Math.min(least.half, half.ms), whole: Math.min(least.whole, whole.ms) })
  }
  expect(least.whole, `${path}, ${what}: ${least.half} ms for half of it`).toBeLessThan(2 * least.half + SLACK_MS)
}

/** Public pages, one of each kind: all products have one template. */
async function publicPaths(request: APIRequestContext): Promise<string[]> {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>[^<]*?\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path = '']) => path || '/')
  const paths = [...new Map(listed.map((path) => [path.replace(/^(\/[a-z-]+\/).*/, '$1'), path])).values()]
  expect(paths.length).toBeGreaterThan(25)
  return [...paths, '/search', '/cart', '/checkout', '/login', '/compare', '/nothing']
}

test('a public page takes no more than in proportion to its query, each with another kind', async ({ request }) => {
  const kinds = Object.entries(QUERIES)
  for (const [at, path] of (await publicPaths(request)).entries()) {
    const [what, queryOf] = kinds[at % kinds.length] ?? ['', spread('x')]
    await compare(path, what, queryOf)
  }
})

test('no public page takes more than in proportion to any query', async ({ request }) => {
  test.setTimeout(1_200_000)
  for (const path of await publicPaths(request)) for (const [what, queryOf] of Object.entries(QUERIES)) await compare(path, what, queryOf)
})
