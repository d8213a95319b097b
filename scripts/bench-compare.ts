import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Cart } from '#contract/cart/cart.ts'
import { publicAddresses } from './bench/addresses.ts'
import { listAt } from './bench/catalogs.ts'
import { type Buyer, registerBuyer } from './bench/client.ts'
import { percentile } from './bench/figures.ts'
import { fillShop, type ProductSample, readProducts } from './bench/fill-shop.ts'
import { addProducts } from './bench/large-shop.ts'
import { openPostgresForBench } from './bench/postgres.ts'
import { memoryOf, type Watch, watchTimes } from './bench/processor-time.ts'
import { type BenchShop, openShop } from './bench/shop.ts'
import { fillCart, inParallel, liftBound, orderOf } from './bench/writes.ts'

/*
 * `npm run bench:compare -- now=. before=../before`: processor time of a request in two shops that take turns, so that other work on the
 * machine falls on both. A side is a name, a folder with an installed version, and settings: `quiet=.,LOG_LEVEL=warn`. The second side is
 * the older one: it fills a database, of which the first gets a copy. The ratio is that of the first side to the second. `--turns=30`,
 * `--products=1000`, `--identity` (uncompressed bodies), `--only=order` (rows whose name holds that), `--embedded` (the embedded database,
 * up to 1000 products), `--starts=5`: both start again so many times. `--same=2000`: no times, but whether both give the same answers at so
 * many public addresses (`--without=cache-control`: but for these headers).
 */

const say = (text: string) => process.stdout.write(`${text}\n`)
const valueOf = (option: string) => process.argv.find((each) => each.startsWith(`--${option}=`))?.slice(option.length + 3)
const TURNS = Number(valueOf('turns') ?? 30)
const PRODUCTS = Number(valueOf('products') ?? 1000)
const IS_EMBEDDED = process.argv.includes('--embedded')
const ENCODING = process.argv.includes('--identity') ? 'identity' : 'br'
const CONNECTIONS = 4
const READS = 40
const ORDERS = 8
const LINES = 3
const WARM_TURNS = 5

/** A shop that is measured: its server, and the database that it has for itself. */
interface Side extends ProductSample {
  name: string
  shop: BenchShop
  watch: Watch
  buyers: Buyer[]
}

/** Processor time of a request in ms. */
interface Cost {
  server: number
  database: number
}

/** A kind of request. `prepare` is not measured; it returns the requests of a turn. */
interface Plan {
  name: string
  prepare: (side: Side, turn: number) => Promise<(() => Promise<unknown>)[]>
}

async function get({ shop }: Side, path: string): Promise<void> {
  const answer = await fetch(shop.origin + path, { headers: { 'accept-encoding': ENCODING } })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
}

const read = (name: string, pathOf: (side: Side, at: number) => string): Plan => ({
  name,
  prepare: async (side, turn) => Array.from({ length: READS }, (_, at) => () => get(side, pathOf(side, turn * READS + at))),
})

async function prepareOrders({ buyers, plentiful }: Side, turn: number): Promise<(() => Promise<unknown>)[]> {
  const carts: [Buyer, Cart][] = []
  for (const [at, buyer] of buyers.entries()) carts.push([buyer, await fillCart(buyer, plentiful, turn * ORDERS + at)])
  return carts.map(
    ([{ api }, cart]) =>
      () =>
        api.checkout.placeOrder({ body: orderOf(cart), idempotencyKey: randomUUID() }),
  )
}

/** Adds to carts that have three products already, a unit of one of these. */
async function prepareAdding({ buyers, plentiful }: Side, turn: number): Promise<(() => Promise<unknown>)[]> {
  if (turn === 0) for (const [at, buyer] of buyers.entries()) await fillCart(buyer, plentiful, at)
  return Array.from({ length: READS }, (_, add) => () => {
    const at = add % buyers.length
    const productId = plentiful[(at * LINES + (add % LINES)) % plentiful.length] ?? ''
    return buyers[at]?.api.cart.addItem({ query: { currency: 'USD' }, body: { productId, quantity: 1 } }) ?? Promise.resolve()
  })
}

const PLANS: readonly Plan[] = [
  read('List of 24', () => '/api/products?type=machine&limit=24'),
  read('List of 24, `fields=card`', () => '/api/products?type=machine&limit=24&fields=card'),
  read('List of about 24, each another address', (_, at) => listAt('type=machine')(at)),
  read('Search a word, cards', () => '/api/products?search=roller&limit=24&fields=card'),
  read('Search with a typo, cards', () => '/api/products?search=conveyer&limit=24&fields=card'),
  read('Product', ({ slugs }, at) => `/api/products/slug/${slugs[at % slugs.length]}`),
  read('Page of a product, each another', ({ slugs }, at) => `/products/${slugs[at % slugs.length]}`),
  read('Page of a list, each another', (_, at) => `/products?type=machine&minPrice=${1 + at}`),
  read('Categories', () => '/api/categories'),
  read('Facets', () => '/api/products/facets?type=machine'),
  { name: 'Add to cart', prepare: prepareAdding },
  { name: `Order of ${LINES} lines`, prepare: prepareOrders },
]

async function measureTurn(side: Side, plan: Plan, turn: number): Promise<Cost> {
  const jobs = await plan.prepare(side, turn)
  const { server, database } = await side.watch.during(() => inParallel(jobs, CONNECTIONS))
  return { server: server / jobs.length, database: (database ?? 0) / jobs.length }
}

/** Imports no more products than so many; the rest is written into the database. */
const MAX_IMPORTED = 1000

/** Databases of the two sides. */
interface Databases {
  /** Address by side; null for the embedded database, which is in the data folder. */
  urls: readonly [string | null, string | null]
  /** Gives the first side a copy of what the second has. */
  copy: () => Promise<void>
  /** Does what the database does by itself within minutes: forgets replaced rows and counts the tables anew. */
  tidy: () => Promise<void>
  close: () => Promise<void>
}

const nameOf = (databaseUrl: string) => new URL(databaseUrl).pathname.slice(1)

const embeddedDatabases = ([first, second]: readonly [string, string]): Databases => ({
  urls: [null, null],
  copy: async () => cpSync(second, first, { recursive: true }),
  tidy: async () => {},
  close: async () => {},
})

async function postgresDatabases(): Promise<Databases> {
  const postgres = await openPostgresForBench(process.env.BENCH_DATABASE_URL)
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  const urlOf = (at: number) => {
    const url = new URL(postgres.url)
    url.pathname = `${url.pathname}_${at}`
    return url.href
  }
  const urls = [urlOf(0), urlOf(1)] as const
  const [copy, filled] = [nameOf(urls[0]), nameOf(urls[1])]
  await admin.query(`create database ${filled}`)
  return {
    urls,
    copy: async () => void (await admin.query(`create database ${copy} template ${filled}`)),
    tidy: async () => {
      for (const connectionString of urls) {
        const client = new pg.Client({ connectionString })
        await client.connect()
        await client.query('vacuum (analyze)')
        await client.end()
      }
    },
    close: async () => {
      for (const name of [copy, filled]) await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
      await postgres.close()
    },
  }
}

/** Starts a side: `name=folder,SETTING=value,…`. */
async function startSide(text: string, databaseUrl: string | null, dataDir: string): Promise<{ name: string; shop: BenchShop }> {
  const [name = '', ...rest] = text.split('=')
  const [folder = '.', ...settings] = rest.join('=').split(',')
  const shop = await openShop(dataDir, databaseUrl, {
    root: resolve(folder),
    settings: Object.fromEntries(settings.map((each) => each.split(/=(.*)/s).slice(0, 2) as [string, string])),
  })
  return { name, shop }
}

async function fillDatabase(text: string, databaseUrl: string | null, dataDir: string): Promise<void> {
  const { shop } = await startSide(text, databaseUrl, dataDir)
  try {
    await fillShop(shop.origin, Math.min(PRODUCTS, MAX_IMPORTED), { isOlder: true })
    if (databaseUrl && PRODUCTS > MAX_IMPORTED) await addProducts(databaseUrl, PRODUCTS - MAX_IMPORTED)
  } finally {
    await shop.stop()
  }
}

async function openSide(text: string, databaseUrl: string | null, dataDir: string): Promise<Side> {
  const { name, shop } = await startSide(text, databaseUrl, dataDir)
  const sample = await readProducts(shop.origin)
  const buyers: Buyer[] = []
  for (let number = 0; number < ORDERS; number += 1) buyers.push(await registerBuyer(shop.origin, number))
  await liftBound(shop.origin)
  const watch = await watchTimes([shop.child], databaseUrl)
  return { name, shop, watch, ...sample, buyers }
}

/**
 * Waits until a side has done what it began at its start, such as filling its index of searches: no more than 5% of a processor in 2 s, for
 * 10 min at most.
 */
async function settle({ watch }: Side): Promise<void> {
  const until = performance.now() + 600_000
  while (performance.now() < until) {
    const { server, database } = await watch.during(() => wait(2000))
    if (server + (database ?? 0) < 100) return
  }
}

const COMPARED_HEADERS = ['content-type', 'cache-control', 'x-total-count', 'link', 'etag', 'location', 'vary'].filter(
  (name) => !valueOf('without')?.split(',').includes(name),
)

/** Reads an answer as one text, without the address of the shop, and without the ETag of a body that names it. */
async function answerOf({ origin }: BenchShop, path: string): Promise<string> {
  const answer = await fetch(origin + path, { redirect: 'manual' })
  const body = await answer.text()
  const headers = COMPARED_HEADERS.filter((name) => name !== 'etag' || !body.includes(origin))
  return [answer.status, ...headers.map((name) => `${name}: ${answer.headers.get(name)}`), body.replaceAll(origin, '')].join('\n')
}

/** Compares the answers of two shops. @returns how many differ */
async function compareAnswers([first, second]: readonly [Side, Side], count: number): Promise<number> {
  const addresses = await publicAddresses(second.shop.origin, second.slugs, count)
  let differing = 0
  for (const path of addresses) {
    const [one, other] = [await answerOf(first.shop, path), await answerOf(second.shop, path)]
    if (one === other) continue
    differing += 1
    const at = [...one].findIndex((letter, index) => letter !== other[index])
    say(
      `${path}\n  ${first.name}: ${one.slice(Math.max(0, at - 60), at + 60)}\n  ${second.name}: ${other.slice(Math.max(0, at - 60), at + 60)}`,
    )
  }
  say(`${addresses.length} addresses, ${PRODUCTS} products: ${differing} differ`)
  return differing
}

const all = ({ server, database }: Cost) => server + database

async function compare(sides: readonly [Side, Side], plan: Plan): Promise<void> {
  const costs: [Cost[], Cost[]] = [[], []]
  for (let turn = 0; turn < WARM_TURNS + TURNS; turn += 1) {
    const order = turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)
    for (const at of order) {
      const cost = await measureTurn(sides[at], plan, turn)
      if (turn >= WARM_TURNS) costs[at].push(cost)
    }
  }
  const median = (values: number[]) => percentile(values, 0.5).toFixed(2)
  const ratios = costs[0].map((cost, turn) => all(cost) / all(costs[1][turn] ?? cost))
  const [first, second] = costs.map((side) => [
    median(side.map(({ server }) => server)),
    median(side.map(({ database }) => database)),
    median(side.map(all)),
  ])
  const quartiles = `${percentile(ratios, 0.25).toFixed(2)} to ${percentile(ratios, 0.75).toFixed(2)}`
  say(`| ${[plan.name, ...(second ?? []), ...(first ?? []), median(ratios), quartiles].join(' | ')} |`)
}

/** Time after the start at which a shop is idle. */
const IDLE_MS = 5000

/** Starts both sides in turns on what they have filled: time to ready, processor time until then, and memory when idle. */
async function compareStarts(sides: readonly string[], start: (at: 0 | 1) => ReturnType<typeof startSide>, count: number): Promise<void> {
  const figures: [number[], number[], number[]][] = sides.map(() => [[], [], []])
  for (let turn = 0; turn < count; turn += 1) {
    for (const at of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const { shop } = await start(at)
      try {
        await wait(IDLE_MS)
        for (const [kind, value] of [shop.startMs, shop.startCpuMs, shop.memory() ?? 0].entries()) figures[at]?.[kind]?.push(value)
      } finally {
        await shop.stop()
      }
    }
  }
  for (const [at, kinds] of figures.entries()) {
    const [wall = 0, processor = 0, memory = 0] = kinds.map((values) => percentile(values, 0.5))
    say(`${sides[at]}: ready in ${wall.toFixed(0)} ms, ${processor.toFixed(0)} ms of processor time, ${memory.toFixed(0)} MB when idle`)
  }
}

const given = process.argv.slice(2).filter((each) => !each.startsWith('--'))
if (given.length !== 2) {
  say('Name two sides, as in `npm run bench:compare -- now=. before=../before`')
  process.exit(2)
}
const folder = mkdtempSync(join(tmpdir(), 'reflute-compare-'))
const folders = [join(folder, '0'), join(folder, '1')] as const
const databases = IS_EMBEDDED ? embeddedDatabases(folders) : await postgresDatabases()
const opened: Side[] = []
try {
  await fillDatabase(given[1] ?? '', databases.urls[1], folders[1])
  await databases.copy()
  for (const at of [0, 1] as const) opened.push(await openSide(given[at] ?? '', databases.urls[at], folders[at]))
  for (const side of opened) await settle(side)
  await databases.tidy()
  const [first, second] = opened
  if (!first || !second) throw new Error('Two sides are needed')
  const same = Number(valueOf('same') ?? 0)
  if (same > 0) process.exitCode = (await compareAnswers([first, second], same)) > 0 ? 1 : 0
  const counts = [first, second].map(({ name, slugs }) => `${name} ${slugs.length}`).join(', ')
  say(
    `${PRODUCTS} products (${counts}), ${ENCODING}, ${TURNS} turns, load ${loadavg()[0]?.toFixed(1)}; processor time in ms, ratio ${first.name} / ${second.name}\n`,
  )
  const columns = [second, first].flatMap(({ name }) => [`${name}: server`, 'database', 'all'])
  say(`| ${['Request', ...columns, 'ratio', 'quartiles'].join(' | ')} |`)
  say(`| :--- |${' ---: |'.repeat(columns.length + 1)} :--- |`)
  const only = valueOf('only')?.toLowerCase() ?? ''
  for (const plan of PLANS.filter(({ name }) => same === 0 && name.toLowerCase().includes(only))) await compare([first, second], plan)
  const memory = opened.map(({ name, shop }) => `${name} ${memoryOf(shop.child.pid ?? 0)} MB`).join(', ')
  say(`\nload ${loadavg()[0]?.toFixed(1)}, memory ${memory}`)
  const starts = Number(valueOf('starts') ?? 0)
  if (starts > 0) {
    for (const { shop, watch } of opened.splice(0)) {
      await watch.close()
      await shop.stop()
    }
    await compareStarts(given, (at) => startSide(given[at] ?? '', databases.urls[at], folders[at]), starts)
  }
} finally {
  for (const { shop, watch } of opened) {
    await watch.close()
    await shop.stop()
  }
  await databases.close()
  rmSync(folder, { recursive: true, force: true })
}
