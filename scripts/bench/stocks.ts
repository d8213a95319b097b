import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { ask, growTo, indexedAfter } from './catalogs.ts'
import { type Buyer, registerBuyer, signInAs } from './client.ts'
import { percentile } from './figures.ts'
import { openPostgresForBench } from './postgres.ts'
import { openShop } from './shop.ts'
import { inParallel, liftBound, orderOf } from './writes.ts'

const ROWS = 10_000
const RUNS = 5
const BUYERS = 4
/** A buyer looks at what was answered before the next request. */
const LOOK_MS = 40
const ORDER_EVERY = 3
const POLL_MS = 200

const NAME_THEM = `update products p set sku = 'BENCH-' || place, business_id = u.business_id, stock = 1000, status = 'Active'
  from (select id, row_number() over (order by id) as place from products where slug ~ '-[0-9]+$' limit $1) as copies, users u
  where copies.id = p.id and u.email = 'seller@reflute.test'`

interface Sold {
  id: string
  slug: string
}

/** Lets a buyer look at products, add them to the cart and order until `signal` aborts. @returns the duration of each request in ms */
async function buy(origin: string, { api }: Buyer, products: readonly Sold[], first: number, signal: AbortSignal): Promise<number[]> {
  const times: number[] = []
  const time = async <Value>(work: Promise<Value>): Promise<Value> => {
    const startedAt = performance.now()
    const value = await work
    times.push(performance.now() - startedAt)
    await wait(LOOK_MS)
    return value
  }
  for (let at = first; !signal.aborted; at += BUYERS) {
    const { id, slug } = products[(at * 37) % products.length] ?? { id: '', slug: '' }
    await time(ask(origin, `/api/products?limit=24&page=${1 + (at % 9)}`))
    await time(ask(origin, `/products/${slug}`))
    await time(api.cart.addItem({ query: { currency: 'USD' }, body: { productId: id, quantity: 1 } }))
    if (at % ORDER_EVERY > 0) continue
    const cart = await time(api.cart.list({ query: { currency: 'USD' } }))
    await time(api.checkout.placeOrder({ body: orderOf(cart), idempotencyKey: randomUUID() }))
  }
  return times
}

/** Measures 10,000 stocks that a seller sets by SKU while buyers order the same products. @returns the figures as text */
export async function measureStocks(folder: string, say: (line: string) => void): Promise<string> {
  const database = await openPostgresForBench(process.env.BENCH_DATABASE_URL)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await (await openShop(folder, database.url)).stop()
  await growTo(client, ROWS + 1000)
  await client.query(NAME_THEM, [ROWS])
  const shop = await openShop(folder, database.url)
  try {
    await indexedAfter(client)
    await client.query('vacuum analyze')
    const { rows: sold } = await client.query<Sold>(`select id, slug from products where sku like 'BENCH-%' order by md5(sku) limit 500`)
    const seller = await signInAs(shop.origin, 'seller@reflute.test')
    const buyers: Buyer[] = []
    await inParallel(
      Array.from({ length: BUYERS }, (_, at) => async () => void buyers.push(await registerBuyer(shop.origin, at))),
      BUYERS,
    )
    await liftBound(shop.origin)
    const durations: number[] = []
    const slowest: number[] = []
    for (let run = 0; run <= RUNS; run += 1) {
      const over = new AbortController()
      const buying = Promise.all(buyers.map((buyer, at) => buy(shop.origin, buyer, sold, at, over.signal)))
      await wait(1000)
      const countedAt = new Date().toISOString()
      const updates = Array.from({ length: ROWS }, (_, at) => ({ sku: `BENCH-${at + 1}`, stock: 1000 + run * 7 + (at % 5), countedAt }))
      const startedAt = performance.now()
      const { job = '' } = await seller.productEdits.bulkStock({ body: { updates } })
      const sentMs = performance.now() - startedAt
      let state = await seller.productEdits.rowsJob({ params: { id: job } })
      while (!state.finishedAt) {
        await wait(POLL_MS)
        state = await seller.productEdits.rowsJob({ params: { id: job } })
      }
      const took = performance.now() - startedAt
      over.abort()
      const times = (await buying).flat()
      const p95 = percentile(times, 0.95)
      say(
        `  ${(took / 1000).toFixed(2)} s (sent in ${Math.round(sentMs)} ms), ${state.updated} changed; ${times.length} requests of buyers, p50 ${Math.round(percentile(times, 0.5))} ms, p95 ${Math.round(p95)} ms, slowest ${Math.round(Math.max(...times))} ms; load ${loadavg()[0]?.toFixed(1)}`,
      )
      if (run === 0) continue // code that is not compiled, statements that are not planned yet
      durations.push(took)
      slowest.push(p95)
    }
    const [took, p95] = [percentile(durations, 0.5) / 1000, Math.round(percentile(slowest, 0.5))]
    return `${ROWS} stocks by SKU on PostgreSQL ${database.version}: median of ${RUNS} ${took.toFixed(2)} s, buyers' p95 meanwhile ${p95} ms`
  } finally {
    await client.end()
    await shop.stop()
    await database.close()
  }
}
