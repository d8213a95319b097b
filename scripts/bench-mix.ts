import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { ask, growTo, indexedAfter, listAt, rareWord } from './bench/catalogs.ts'
import { signInAs } from './bench/client.ts'
import { forbidWorkers, openPostgresForBench } from './bench/postgres.ts'
import { type Spent, watchTimes } from './bench/processor-time.ts'
import { table, whole } from './bench/report.ts'
import { openShop } from './bench/shop.ts'
import { inParallel } from './bench/writes.ts'

/*
 * `npm run bench -- mix`: what each cache of the server saves. Visitors read a shop of 100,000 products on PostgreSQL (`--products=1000`
 * for another number), few addresses often and most of them rarely, while its catalog changes; the same requests once with all caches, and
 * once without each. Prints the processor time of a request. The shop runs from its sources.
 */

const PRODUCTS = Number(process.argv.find((each) => each.startsWith('--products='))?.split('=')[1] ?? 100_000)
const REQUESTS = 2000
/** Requests before those that count. */
const WARM_UPS = 500
/** A change of the catalog comes after so many requests: one a second in a shop that answers 80 a second. */
const CHANGE_EVERY = 80
const CONNECTIONS = 4
/** Files of the server whose caches are switched off by turns; '' for none. */
const CACHES = ['', 'store-answers', 'product-texts', 'remember-counts', 'unit-of-work']
const FREQUENT = ['roller', 'mat', 'blade', 'paper', 'chips', 'mat maker', 'packing chips', 'void fill', 'conveyer', 'quiet perforator']
const LISTS = [
  'type=machine',
  'type=material',
  'category=mat-maker',
  'category=accessories',
  'category=mat-maker&spec.feed-width=400..700',
  'featured=true',
]
const say = (text: string) => process.stdout.write(`${text}\n`)

/** Returns the same numbers from 0 to 1 in every run. Source: mulberry32, Tommy Ettinger, public domain. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns a place from 0 to `count` - 1, the second half as often as the first, and so on: Zipf's law with the exponent 1. */
const zipf = (count: number, random: number): number => Math.min(count - 1, Math.floor(count ** random) - 1)

/** Addresses of a day: shares of visitors (40% products, 30% lists with their facets, 15% searches) and of the home page. */
function planDay(slugs: readonly string[]): string[] {
  const random = numbers(7)
  const slug = () => slugs[zipf(slugs.length, random())] ?? ''
  const list = () => listAt(LISTS[zipf(LISTS.length, random())] ?? '')(zipf(1000, random()))
  const word = () => (random() < 0.7 ? (FREQUENT[zipf(FREQUENT.length, random())] ?? '') : rareWord(zipf(5000, random())))
  const kinds: [share: number, path: () => string][] = [
    [0.3, () => `/products/${slug()}`],
    [0.1, () => `/api/products/slug/${slug()}`],
    [0.1, () => list().replace('/api/products', '/products')],
    [0.1, list],
    [0.1, () => `/api/products/facets?${LISTS[zipf(LISTS.length, random())]}`],
    [0.15, () => `/api/products?search=${encodeURIComponent(word())}&limit=24`],
    [0.15, () => '/'],
  ]
  return Array.from({ length: WARM_UPS + REQUESTS }, () => {
    let left = random()
    const [, path] = kinds.find(([share]) => (left -= share) < 0) ?? kinds.at(-1) ?? []
    return path?.() ?? '/'
  })
}

/** Plays the day in a shop without the caches of that file. @returns processor time per request in ms */
async function playDay(folder: string, databaseUrl: string, without: string, slugs: readonly string[]): Promise<Spent> {
  const preload = pathToFileURL(join(import.meta.dirname, 'bench', 'without-cache.ts')).href
  const settings = { NODE_OPTIONS: `--import=${preload}`, BENCH_WITHOUT: without }
  const shop = await openShop(folder, databaseUrl, { fromSources: true, settings })
  const watch = await watchTimes([shop.child], databaseUrl)
  try {
    const staff = await signInAs(shop.origin, 'staff@reflute.test')
    const { id } = await staff.products.bySlug({ params: { slug: slugs[0] ?? '' } })
    let asked = 0
    const day = planDay(slugs).map((path) => async () => {
      asked += 1
      if (asked % CHANGE_EVERY === 0)
        await staff.productEdits.setFeatured({ params: { id }, body: { featured: asked % (2 * CHANGE_EVERY) === 0 } })
      await ask(shop.origin, path)
    })
    await inParallel(day.slice(0, WARM_UPS), CONNECTIONS)
    const { server, database } = await watch.during(() => inParallel(day.slice(WARM_UPS), CONNECTIONS))
    return { server: server / REQUESTS, database: (database ?? 0) / REQUESTS }
  } finally {
    await watch.close()
    await shop.stop()
  }
}

async function measure(folder: string): Promise<void> {
  const database = await openPostgresForBench(process.env.BENCH_DATABASE_URL)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await forbidWorkers(client, database.url)
    const first = await openShop(folder, database.url)
    await growTo(client, PRODUCTS)
    await indexedAfter(client)
    await first.stop()
    const { rows } = await client.query<{ slug: string }>('select slug from products where is_public order by md5(slug)')
    const slugs = rows.map(({ slug }) => slug)
    const lines: string[][] = []
    for (const without of CACHES) {
      const { server, database: inDatabase } = await playDay(folder, database.url, without, slugs)
      const both = server + (inDatabase ?? 0)
      lines.push([without || 'none', server.toFixed(2), (inDatabase ?? 0).toFixed(2), both.toFixed(2)])
      say(`  without ${lines.at(-1)?.join(' ')}`)
    }
    const all = Number(lines[0]?.at(-1))
    const rowsOfTable = lines.map((line) => [...line, `${((100 * (Number(line.at(-1)) - all)) / Number(line.at(-1))).toFixed(0)}%`])
    say(`\n${table(['Without', 'server, CPU ms', 'database', 'both', 'saved by it'], rowsOfTable)}`)
    say(`\n${whole(slugs.length)} products, PostgreSQL ${database.version}, load ${loadavg()[0]?.toFixed(1)}`)
  } finally {
    await client.end()
    await database.close()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'reflute-mix-'))
try {
  await measure(folder)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
