import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sessionOf } from '#contract/identity/auth.ts'
import { clientOf, DEMO_PASSWORD, registerBuyer, signInAs } from './bench/client.ts'
import { type BenchShop, openShop } from './bench/shop.ts'
import { orderOf } from './bench/writes.ts'
import { stockShop } from './drill/order-load.ts'
import { openDrillPostgres } from './drill/postgres.ts'

/*
 * `npm run drill -- replica`: two servers of the shop on one PostgreSQL server with a replica. First the replica answers; then it gets no
 * changes any more: nothing may be older than READ_MAX_LAG_MS and a second, and buyers see their orders at once; then it is killed while
 * people read: no request may fail.
 */

const MAX_LAG_MS = 2000
const OLDEST_MS = MAX_LAG_MS + 1000
/** Longer than who has changed something reads from the primary. */
const QUIET_MS = 7000
const KILLED_MS = 10_000
const TOKEN = 'drill-of-replicas-0001'
const READS = [
  '/',
  '/products',
  '/api/products?limit=24',
  '/api/products/facets',
  '/api/search?q=mat',
  '/api/blog',
  '/sitemap.xml',
  '/rss.xml',
]
const say = (line: string) => process.stdout.write(`${line}\n`)
const faults: string[] = []
const check = (isSo: boolean, text: string) => {
  say(`${isSo ? 'ok    ' : 'FAILED'} ${text}`)
  if (!isSo) faults.push(text)
}

/** Number of statements that a server has sent to replicas. */
async function statementsOnReplica({ origin }: BenchShop): Promise<number> {
  const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  return Number(/^reflute_db_query_seconds_count\{pool="read"\} (\d+)/m.exec(await answer.text())?.[1] ?? 0)
}

let highestPrice = 1_000_000
/** Reads lists that no server has in memory. @returns how many statements of it the replicas answered */
async function readBy(shop: BenchShop, reads: number): Promise<number> {
  const before = await statementsOnReplica(shop)
  for (let n = 0; n < reads; n += 1) {
    highestPrice += 1
    const answer = await fetch(`${shop.origin}/api/products?limit=5&maxPrice=${highestPrice}`)
    await answer.arrayBuffer()
  }
  return (await statementsOnReplica(shop)) - before
}

/** Repeats `look` until it is so. @returns ms since `from` */
async function until(from: number, look: () => Promise<boolean>): Promise<number> {
  while (!(await look())) {
    if (performance.now() - from > 15_000) return Number.POSITIVE_INFINITY
    await wait(20)
  }
  return Math.round(performance.now() - from)
}

const folder = mkdtempSync(join(tmpdir(), 'reflute-replica-'))
const primary = await openDrillPostgres()
const replica = await primary.replicate()
const shops: BenchShop[] = []
try {
  const settings = { DATABASE_READ_URL: replica.url, READ_MAX_LAG_MS: String(MAX_LAG_MS), METRICS_TOKEN: TOKEN }
  for (const at of [0, 1]) shops.push(await openShop(join(folder, `data-${at}`), primary.url, { settings }))
  const [a, b] = shops as [BenchShop, BenchShop] // two were opened
  const [productId = ''] = await stockShop(a.origin)
  const staff = await signInAs(a.origin, 'staff@reflute.test')
  const buyer = await registerBuyer(a.origin, 1)
  const onB = clientOf(b.origin, buyer.token)
  const seen = (shop: BenchShop) => clientOf(shop.origin).products.byId({ params: { id: productId } })
  const { slug } = await seen(a)
  const listed = async ({ origin }: BenchShop) => {
    const { items } = await clientOf(origin).products.list({ query: { limit: '500', businessType: 'all' } })
    return items.find(({ id }) => id === productId)
  }
  const pageOf = ({ origin }: BenchShop) => fetch(`${origin}/products/${slug}`).then((answer) => answer.text())
  await wait(QUIET_MS)
  for (const [name, shop] of [
    ['A', a],
    ['B', b],
  ] as const)
    check((await readBy(shop, 20)) >= 20, `the replica answers lists of ${name}`)

  await replica.query('select pg_wal_replay_pause()')
  await wait(1000)
  const stock = (await listed(b))?.stock ?? 0
  const cart = await buyer.api.cart.addItem({ query: { currency: 'USD' }, body: { productId, quantity: 3 } })
  const order = await buyer.api.checkout.placeOrder({ body: orderOf(cart), idempotencyKey: randomUUID() })
  const orderedAt = performance.now()
  for (const api of [buyer.api, onB]) {
    const { items } = await api.orders.listOwn({ query: {} })
    check(
      items.some(({ id }) => id === order.id),
      'the buyer sees the order at once',
    )
  }
  const own = await buyer.api.products.bySlug({ params: { slug } })
  check(own.stock === stock - 3, 'the buyer sees what it did to the stock at once')
  const ownOnB = await onB.products.bySlug({ params: { slug } })
  check(ownOnB.stock === stock - 3, 'and on the other server')
  const { token } = sessionOf(await clientOf(b.origin).auth.login({ body: { email: 'super@reflute.test', password: DEMO_PASSWORD } }))
  const exported = () =>
    fetch(`${b.origin}/api/admin/orders/export`, { headers: { authorization: `Bearer ${token}` } }).then((answer) => answer.text())
  const looks: [string, () => Promise<boolean>][] = [
    ['list', async () => (await listed(b))?.stock === stock - 3],
    ['export', async () => (await exported()).includes(order.id)],
    ['page', async () => (await pageOf(b)).includes(String(stock - 3))],
  ]
  const ages = await Promise.all(looks.map(async ([what, look]) => ({ what, ms: await until(orderedAt, look) })))
  for (const { what, ms } of ages) check(ms <= OLDEST_MS, `the ${what} of another server has the order after ${ms} ms`)
  await wait(QUIET_MS)
  check((await readBy(b, 20)) < 20, 'a replica that is late is not asked')
  await replica.query('select pg_wal_replay_resume()')
  await wait(QUIET_MS)
  const again = await readBy(b, 20)
  check(again >= 20, `it is asked again when it has caught up: ${again} statements`)

  await replica.query('select pg_wal_replay_pause()')
  await wait(1000)
  const before = (await listed(b))?.featured
  await staff.productEdits.bulkFeatured({ body: { productIds: [productId], featured: !before } })
  const changedAt = performance.now()
  check((await listed(a))?.featured === !before, 'a change of the catalog is in the lists of its server at once')
  const ms = await until(changedAt, async () => (await listed(b))?.featured === !before)
  check(ms <= 1000, `and in those of another server after ${ms} ms`)
  await replica.query('select pg_wal_replay_resume()')
  await wait(QUIET_MS)

  const over = new AbortController()
  const statuses = new Map<number, number>()
  const readers = shops.flatMap(({ origin }) =>
    READS.map(async (path) => {
      while (!over.signal.aborted) {
        const status = await fetch(origin + path, { signal: AbortSignal.timeout(30_000) }).then(
          async (answer) => {
            await answer.arrayBuffer()
            return answer.status
          },
          () => 0,
        )
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        await wait(50)
      }
    }),
  )
  const asked = await statementsOnReplica(a)
  const answers = await until(performance.now(), async () => (await statementsOnReplica(a)) > asked + 20)
  check(answers < Number.POSITIVE_INFINITY, 'the replica answers before it is killed')
  replica.stop('immediate')
  await wait(KILLED_MS)
  replica.start()
  await wait(KILLED_MS / 2)
  over.abort()
  await Promise.all(readers)
  check([...statuses.keys()].join() === '200', `the replica was killed under reads: ${JSON.stringify([...statuses])} answers by status`)
  const later = await readBy(a, 20)
  check(later >= 20, `the replica answers again: ${later} statements`)
} finally {
  for (const { stop } of shops) await stop()
  replica.close()
  primary.close()
  rmSync(folder, { recursive: true, force: true })
}
for (const fault of faults) say(`FAIL ${fault}`)
say(`load ${loadavg()[0]?.toFixed(1)}`)
say(faults.length === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed')
process.exitCode = faults.length === 0 ? 0 : 1
