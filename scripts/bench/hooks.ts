import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Cart } from '#contract/cart/cart.ts'
import { openReceiver } from '#server/testing/webhook-receiver.ts'
import { type Buyer, registerBuyer, signInAs } from './client.ts'
import { percentile } from './figures.ts'
import { fillShop, readProducts } from './fill-shop.ts'
import { openPostgresForBench } from './postgres.ts'
import { watchTimes } from './processor-time.ts'
import { openShop } from './shop.ts'
import { fillCart, liftBound, orderOf } from './writes.ts'

const PRODUCTS = 1000
const HOOKS = 10
const EVENTS = ['order.placed', 'order.paid', 'product.changed', 'stock.changed'] as const
const BUYERS = 8
const ROUNDS = 15
/** An order every so often: 4 a second, 340,000 a day. */
const EVERY_MS = 250
/** Changes of stock wait ten seconds for others. */
const MAX_DRAIN_MS = 60_000

interface Cost {
  wall: number
  processor: number
}

/**
 * Measures orders of three lines, one every 250 ms, by turns without webhooks and with ten of the platform that want each event of an order
 * and whose receiver answers at once.
 * @returns the figures as text: what buyers wait for, and the processor time of an order with all messages that are sent meanwhile
 */
export async function measureHooks(folder: string, say: (line: string) => void): Promise<string> {
  const settings = { WEBHOOK_PRIVATE_HOSTS: '127.0.0.1', SECRETS_KEYS: Buffer.alloc(32, 7).toString('base64') }
  const database = await openPostgresForBench(process.env.BENCH_DATABASE_URL)
  const receiver = await openReceiver()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const shop = await openShop(folder, database.url, { settings })
  const watch = await watchTimes([shop.child], database.url)
  try {
    await fillShop(shop.origin, PRODUCTS)
    await client.query('vacuum analyze')
    const { plentiful } = await readProducts(shop.origin)
    const boss = await signInAs(shop.origin, 'super@reflute.test')
    for (let hook = 0; hook < HOOKS; hook += 1)
      await boss.staffWebhooks.create({ body: { url: `${receiver.url}/${hook}`, events: [...EVENTS] } })
    const buyers: Buyer[] = []
    for (let number = 0; number < BUYERS; number += 1) buyers.push(await registerBuyer(shop.origin, number))
    await liftBound(shop.origin)
    const drained = async () => {
      const until = performance.now() + MAX_DRAIN_MS
      const left = `select exists (select from webhook_events) or exists (select from webhook_deliveries where next_attempt_at is not null) as is_left`
      while (performance.now() < until && (await client.query<{ is_left: boolean }>(left)).rows[0]?.is_left) await wait(500)
    }
    const costs: Record<'off' | 'on', Cost[]> = { off: [], on: [] }
    for (let turn = 0; turn < 2 * (ROUNDS + 1); turn += 1) {
      const state = (turn + (turn >> 1)) % 2 === 0 ? 'off' : 'on' // off, on, on, off, …
      await client.query('update webhooks set disabled_at = $1', [state === 'on' ? null : new Date()])
      const carts: [Buyer, Cart][] = []
      for (const [at, buyer] of buyers.entries()) carts.push([buyer, await fillCart(buyer, plentiful, turn * BUYERS + at)])
      await drained()
      const walls: number[] = []
      const { server, database: inDatabase } = await watch.during(async () => {
        for (const [{ api }, cart] of carts) {
          const startedAt = performance.now()
          await api.checkout.placeOrder({ body: orderOf(cart), idempotencyKey: randomUUID() })
          walls.push(performance.now() - startedAt)
          await wait(EVERY_MS)
        }
      })
      await drained()
      if (turn > 1) costs[state].push({ wall: percentile(walls, 0.5), processor: (server + (inDatabase ?? 0)) / BUYERS })
    }
    const median = (state: 'off' | 'on', kind: keyof Cost) =>
      percentile(
        costs[state].map((cost) => cost[kind]),
        0.5,
      )
    const both = (kind: keyof Cost) => `${median('off', kind).toFixed(2)} ms without, ${median('on', kind).toFixed(2)} ms with`
    say(`  ${receiver.received.length} messages received; load ${loadavg()[0]?.toFixed(1)}`)
    return `Order of 3 lines with ${HOOKS} webhooks on PostgreSQL ${database.version}, medians of ${ROUNDS}: wait ${both('wall')} (${(median('on', 'wall') / median('off', 'wall')).toFixed(3)}); processor time with what is sent meanwhile ${both('processor')}`
  } finally {
    receiver.close()
    await watch.close()
    await client.end()
    await shop.stop()
    await database.close()
  }
}
