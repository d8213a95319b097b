import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { listOrderDisagreements } from '#server/orders/order-disagreements.ts'
import { type Database, openPostgres } from '#server/platform/db/client.ts'
import { orders } from '#server/platform/db/schema.ts'
import { type Buyer, registerBuyer } from './bench/client.ts'
import { fillShop, readProducts } from './bench/fill-shop.ts'
import { openPostgresForBench } from './bench/postgres.ts'
import { processesOf } from './bench/processor-time.ts'
import { type BenchShop, openShop } from './bench/shop.ts'
import { fillCart, inParallel, liftBound, orderOf } from './bench/writes.ts'

/* WEB_CONCURRENCY with real processes: what they answer together, and what happens when one of them is killed. */

const METRICS_TOKEN = 'token-of-the-processes-test'
const PROCESSES = 3
const BUYERS = 12
const folder = mkdtempSync(join(tmpdir(), 'reflute-processes-'))
const given = inject('database')

let postgres: Awaited<ReturnType<typeof openPostgresForBench>>
let database: Database
let shop: BenchShop
let products: string[] = []
const buyers: Buyer[] = []

const serving = () => processesOf(shop.child.pid ?? 0).slice(1)

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(50)
}

beforeAll(async () => {
  postgres = await openPostgresForBench(given.kind === 'postgres' ? `${given.server}/postgres` : undefined)
  shop = await openShop(folder, postgres.url, { settings: { WEB_CONCURRENCY: String(PROCESSES), METRICS_TOKEN, LOG_LEVEL: 'error' } })
  database = await openPostgres(postgres.url)
  await until(() => serving().length === PROCESSES)
  await fillShop(shop.origin, 150)
  products = (await readProducts(shop.origin)).plentiful
  for (let number = 0; number < BUYERS; number += 1) buyers.push(await registerBuyer(shop.origin, number))
  await liftBound(shop.origin)
}, 200_000)
afterAll(async () => {
  await shop.stop()
  await database.close()
  await postgres.close()
  rmSync(folder, { recursive: true, force: true })
})

async function readMetric(series: string): Promise<number> {
  const answer = await fetch(`${shop.origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}`, connection: 'close' } })
  const line = (await answer.text()).split('\n').find((each) => each.startsWith(`${series} `))
  return Number(line?.split(' ').at(-1))
}

/** Places one order for each buyer, as a browser does: what was not answered is sent again under the same key. */
async function orderAll(round: number): Promise<string[]> {
  const ids: string[] = []
  await inParallel(
    buyers.map((buyer, at) => async () => {
      const cart = await again(() => fillCart(buyer, products, round * BUYERS + at))
      const idempotencyKey = randomUUID()
      ids.push((await again(() => buyer.api.checkout.placeOrder({ body: orderOf(cart), idempotencyKey }))).id)
    }),
    BUYERS,
  )
  return ids
}

async function again<Result>(call: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof TypeError) || attempt === 20) throw error // fetch: the connection was lost
      await wait(100)
    }
  }
}

test('three processes take orders together, and every scrape has the metrics of all', async () => {
  const series = 'reflute_orders_total{method="later",currency="USD"}'
  expect(await readMetric(series)).toBe(0)
  await orderAll(0)
  for (let scrape = 0; scrape < 2 * PROCESSES; scrape += 1) expect(await readMetric(series)).toBe(BUYERS)
  expect(await readMetric('reflute_disk_writable')).toBe(1)
  const { rows } = await database.pool.query<{ connections: number }>(
    'select count(*)::int as connections from pg_stat_activity where datname = current_database()',
  )
  expect(rows[0]?.connections).toBeGreaterThan(PROCESSES)
})

test('a process that is killed under orders takes nothing with it, and another takes its place', async () => {
  const before = serving()
  const acknowledged: string[] = []
  const load = { isOver: false }
  const ordering = (async () => {
    for (let round = 1; !load.isOver || round < 4; round += 1) acknowledged.push(...(await orderAll(round)))
  })()
  await until(() => acknowledged.length > 0)
  process.kill(before[0] ?? 0, 'SIGKILL')
  await until(() => serving().length === PROCESSES && !serving().includes(before[0] ?? 0))
  load.isOver = true
  await ordering
  expect(new Set(acknowledged).size).toBe(acknowledged.length)
  const stored = await database.db.select({ id: orders.id }).from(orders).where(inArray(orders.id, acknowledged))
  expect(stored.length).toBe(acknowledged.length)
  expect(await database.db.$count(orders)).toBe(BUYERS + acknowledged.length) // none twice
  expect(await listOrderDisagreements(database.db)).toEqual([])
})

test('the shop stops within ten seconds and with 0, whatever is being asked', async () => {
  const asking = Promise.allSettled(
    Array.from({ length: 40 }, () => fetch(`${shop.origin}/api/products?limit=24`).then(({ status }) => status)),
  )
  const ended = new Promise<number | null>((resolve) => shop.child.once('exit', resolve))
  const workers = serving()
  shop.child.kill('SIGTERM')
  expect(await ended).toBe(0)
  for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow(/ESRCH/)
  // a connection that no process had taken yet is refused; what was taken is answered
  for (const asked of await asking) if (asked.status === 'fulfilled') expect(asked.value).toBe(200)
})

test('a first process that cannot start ends the start with its exit code', async () => {
  const failing = openShop(folder, 'postgres://shop:secret@127.0.0.1:9/shop', {
    settings: { WEB_CONCURRENCY: '2', DATABASE_WAIT_SECONDS: '0' },
  })
  await expect(failing).rejects.toThrow('The shop did not start')
})
