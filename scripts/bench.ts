import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type BareServer, openBareServer } from './bench/bare.ts'
import { measureCatalogs } from './bench/catalogs.ts'
import type { Buyer } from './bench/client.ts'
import { measureDatev } from './bench/datev.ts'
import { type Figure, type PageWeight, percentile, type Results } from './bench/figures.ts'
import { fillShop, type ProductSample, readProducts } from './bench/fill-shop.ts'
import { measureHooks } from './bench/hooks.ts'
import { LIST_BUDGET_MS } from './bench/lists.ts'
import { withKeptSections, withListSection, writeListFigures, writeListSection } from './bench/lists-report.ts'
import { measureLists } from './bench/measure-lists.ts'
import { weighPages } from './bench/pages.ts'
import { openPostgresForBench } from './bench/postgres.ts'
import { type Watch, watchTimes } from './bench/processor-time.ts'
import { measureProfile } from './bench/profile.ts'
import { measureRead, planReads } from './bench/reads.ts'
import { writeDocument, writeResults, writeWeights } from './bench/report.ts'
import { measureRules } from './bench/rules.ts'
import { measureServers } from './bench/servers.ts'
import { type BenchShop, openShop } from './bench/shop.ts'
import { measureStocks } from './bench/stocks.ts'
import { liftBound, measureAdding, measureOrders, registerBuyers } from './bench/writes.ts'
import { findStalePart } from './built.ts'
import { runPart } from './run-part.ts'

/*
 * `npm run bench`: start time, response times and page weights of the built shop. `--postgres` (or BENCH_DATABASE_URL) measures on
 * PostgreSQL instead of the embedded database, `--all` on both, `--weights` only weighs the pages, `--lists` measures every list on
 * PostgreSQL in a large shop (`--lists=orders` only those with this prefix), `--servers=1,2,4` reads from so many servers on one PostgreSQL
 * database, `--catalogs=1000,20000,100000` makes the public reads in shops of so many products, `--datev` writes the DATEV file of 10,000
 * documents, `--stocks` sets 10,000 stocks by SKU on PostgreSQL while buyers order, `--hooks` orders with ten webhooks and without,
 * `--profile=1000,100000` says what each part of a request costs in shops of so many products (embedded unless on PostgreSQL), `--rules`
 * prices a cart of 20 lines; `-- backup`, `-- import` and `-- stalls` measure one kind of heavy work, `-- mix` what each cache
 * saves; `--record` writes docs/performance.md, with `--date=2026-11-21` for another day than today.
 */

runPart({
  backup: ['scripts/bench-backup.ts'],
  import: ['scripts/bench-import.ts'],
  mix: ['scripts/bench-mix.ts'],
  stalls: ['scripts/bench-stalls.ts'],
})

const PRODUCTS = 1000
/** Starts of the filled shop, of which the median counts. */
const STARTS = 5
/** Time after a start, until its memory is read. */
const SETTLED_MS = 2000
const ROOT = join(import.meta.dirname, '..')
const DOCUMENT = join(ROOT, 'docs', 'performance.md')
const has = (option: string) => process.argv.includes(option)
const valueOf = (option: string) => process.argv.find((each) => each.startsWith(`${option}=`))?.slice(option.length + 1)
const say = (text: string) => process.stdout.write(`${text}\n`)

function warn(failures: readonly unknown[]): void {
  const [first] = failures
  if (first) say(`  ${failures.length} calls failed, the first one: ${first instanceof Error ? first.message : JSON.stringify(first)}`)
}

interface Loaded {
  figures: Figure[]
  buyers: Buyer[]
  sample: ProductSample
}

async function measureFigures(origin: string, watch: Watch, bare: BareServer): Promise<Loaded> {
  const sample = await readProducts(origin)
  const figures: Figure[] = []
  for (const plan of planReads(sample.slugs)) {
    say(`  ${plan.name} …`)
    const figure = await measureRead(origin, plan, watch)
    figures.push({ ...figure, bare: await bare.measure(origin, plan.paths[0] ?? '/') })
  }
  const buyers = await registerBuyers(origin)
  await liftBound(origin)
  say('  Carts and orders …')
  for (const measure of [measureAdding, measureOrders]) {
    const { figure, failures } = await measure(buyers, sample.plentiful, watch)
    warn(failures)
    figures.push(figure)
  }
  return { figures, buyers, sample }
}

/** Weighs the pages, with three items in the buyer's cart. */
async function measureWeights(origin: string, buyer: Buyer | undefined, { plentiful }: ProductSample): Promise<PageWeight[] | null> {
  if (!buyer) throw new Error('No buyer')
  await buyer.api.cart.clear({ query: {} })
  for (const productId of plentiful.slice(0, 3)) await buyer.api.cart.addItem({ query: {}, body: { productId, quantity: 1 } })
  return weighPages(origin, buyer)
}

interface Measured {
  results: Results
  weights: PageWeight[] | null
}

async function measureUnderLoad({ origin, child }: BenchShop, databaseUrl: string | null): Promise<Loaded> {
  const watch = await watchTimes([child], databaseUrl)
  const bare = openBareServer()
  try {
    return await measureFigures(origin, watch, bare)
  } finally {
    bare.stop()
    await watch.close()
  }
}

const median = (values: readonly number[]) => percentile(values, 0.5)

async function measure(database: string, dataDir: string, databaseUrl: string | null): Promise<Measured> {
  let shop: BenchShop = await openShop(dataDir, databaseUrl)
  const memories: number[] = []
  try {
    const firstStartMs = shop.startMs
    const importMs = await fillShop(shop.origin, PRODUCTS)
    await shop.stop()
    shop = await openShop(dataDir, databaseUrl)
    const starts = [shop]
    while (starts.length < STARTS) {
      await wait(SETTLED_MS)
      memories.push(shop.memory() ?? 0)
      await shop.stop()
      shop = await openShop(dataDir, databaseUrl)
      starts.push(shop)
    }
    const secondStartMs = median(starts.map(({ startMs }) => startMs))
    const secondStartCpuMs = median(starts.map(({ startCpuMs }) => startCpuMs))
    const memoryAfterStart = median(memories) || null
    const { figures, buyers, sample } = await measureUnderLoad(shop, databaseUrl)
    const memoryAfterLoad = shop.memory()
    const weights = await measureWeights(shop.origin, buyers[0], sample)
    const results = {
      database,
      products: sample.slugs.length,
      firstStartMs,
      secondStartMs,
      secondStartCpuMs,
      importMs,
      memoryAfterStart,
      memoryAfterLoad,
      figures,
    }
    return { results, weights }
  } finally {
    await shop.stop()
  }
}

async function inFolder<Value>(work: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), 'reflute-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const measureEmbedded = () => inFolder((folder) => measure('Embedded database', folder, null))

async function measurePostgres(): Promise<Measured> {
  const database = await openPostgresForBench(process.env.BENCH_DATABASE_URL)
  try {
    return await inFolder((folder) => measure(`PostgreSQL ${database.version}`, folder, database.url))
  } finally {
    await database.close()
  }
}

async function weighOnly(): Promise<PageWeight[] | null> {
  return inFolder(async (folder) => {
    const shop = await openShop(folder, null)
    try {
      await fillShop(shop.origin, PRODUCTS)
      const [buyer] = await registerBuyers(shop.origin)
      return await measureWeights(shop.origin, buyer, await readProducts(shop.origin))
    } finally {
      await shop.stop()
    }
  })
}

/** Checks the figures. @returns one sentence a problem */
function complaints(measured: readonly Results[]): string[] {
  return measured.flatMap(({ database, figures }) =>
    figures.filter(({ errors }) => errors > 0).map(({ name, errors }) => `${database}, ${name}: ${errors} errors`),
  )
}

const isOnPostgres = () => has('--postgres') || Boolean(process.env.BENCH_DATABASE_URL)
const today = () => valueOf('--date') ?? new Date().toISOString().slice(0, 10)

async function benchLists(only: string): Promise<void> {
  const { database, figures } = await inFolder((folder) => measureLists(folder, only, say))
  say(`\n${writeListFigures(figures)}\n`)
  if (has('--record'))
    writeFileSync(DOCUMENT, withListSection(readFileSync(DOCUMENT, 'utf8'), writeListSection(today(), database, figures)))
  const slow = figures.filter(({ total, p95 }) => total !== null && p95 > LIST_BUDGET_MS)
  for (const { call, what, p95 } of slow) say(`${call}, ${what}: ${Math.round(p95)} ms; ${LIST_BUDGET_MS} are allowed`)
  process.exitCode = slow.length > 0 ? 1 : 0
}

async function bench(): Promise<void> {
  if (has('--rules')) {
    say(measureRules())
    return
  }
  if (findStalePart()) throw new Error('The shop is not built. Run: npm run build')
  const only = has('--lists') ? '' : valueOf('--lists')
  if (only !== undefined) return benchLists(only)
  const numbersOf = (option: string) => (valueOf(option) ?? '').split(',').filter(Boolean).map(Number)
  const sizes = numbersOf('--catalogs')
  if (sizes.length > 0) {
    say(`\n${await inFolder((folder) => measureCatalogs(folder, sizes, say))}\n`)
    return
  }
  for (const products of numbersOf('--profile'))
    say(`\n${await inFolder((folder) => measureProfile(folder, products, !isOnPostgres(), say))}\n`)
  if (valueOf('--profile')) return
  if (has('--datev')) {
    say(`\n${await inFolder(measureDatev)}\n`)
    return
  }
  if (has('--hooks')) {
    say(`\n${await inFolder((folder) => measureHooks(folder, say))}\n`)
    return
  }
  if (has('--stocks')) {
    say(`\n${await inFolder((folder) => measureStocks(folder, say))}\n`)
    return
  }
  const counts = numbersOf('--servers')
  if (counts.length > 0) {
    say(`\n${await inFolder((folder) => measureServers(folder, counts, PRODUCTS, say))}\n`)
    return
  }
  const kinds = has('--weights')
    ? []
    : has('--all')
      ? [measureEmbedded, measurePostgres]
      : [isOnPostgres() ? measurePostgres : measureEmbedded]
  const measured: Results[] = []
  let weights: PageWeight[] | null = has('--weights') ? await weighOnly() : null
  for (const kind of kinds) {
    say('Measuring …')
    const done = await kind()
    measured.push(done.results)
    weights = done.weights
    say(`\n${done.results.database}\n\n${writeResults(done.results)}\n`)
  }
  say(weights ? `${writeWeights(weights)}\n` : 'No browser was found: the pages were not weighed.\n')
  if (has('--record')) writeFileSync(DOCUMENT, withKeptSections(DOCUMENT, writeDocument(today(), measured, weights)))
  const wrong = complaints(measured)
  for (const sentence of wrong) say(sentence)
  process.exitCode = wrong.length > 0 ? 1 : 0
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1)) // the shop's process ends with this one
await bench()
