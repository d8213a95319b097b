import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, inject, test } from 'vitest'
import { MINUTE_MS } from '#domain/time.ts'
import { orders, webhookDeliveries, webhookEvents } from '#server/platform/db/schema.ts'
import { LONG_MS, raceRounds, TESTS_ALL } from '#server/testing/race-rounds.ts'
import { openReadyServer } from '#server/testing/ready-servers.ts'
import {
  addStaffWebhook,
  addWebhook,
  messages,
  openWebhookShop,
  receiver,
  sendDue,
  shop,
  WEBHOOK_SETTINGS,
} from '#server/testing/webhook-shop.ts'
import { claimDeliveries } from './delivery-list.ts'
import { createSender } from './send-deliveries.ts'

openWebhookShop()

const STORM = join(import.meta.dirname, '..', '..', 'testing', 'webhook-storm.ts')
const ORDERS = 200
const given = inject('database')

/** Ids whose message is being received, and those that came while they were. */
function watchAttempts(): string[] {
  const running = new Set<string>()
  const twice: string[] = []
  receiver.answer((response, { headers }) => {
    const id = String(headers['webhook-id'])
    if (running.has(id)) twice.push(id)
    running.add(id)
    response.on('close', () => running.delete(id))
    if (Math.random() < 0.1) response.writeHead(500).end()
    else setImmediate(() => void response.writeHead(204).end())
  })
  return twice
}

test.runIf(TESTS_ALL && given.kind === 'postgres')(
  `two servers are killed at random while ${ORDERS} orders come in: each event arrives, none of a change that was rolled back, no attempt twice at once`,
  async () => {
    const product = await shop.make.product({ category: 'accessories', stock: 100_000 })
    const seller = await shop.signIn('business_admin', { businessId: product.businessId })
    const boss = await shop.signIn('super_admin')
    await boss.settings.update({ body: { payLater: { offered: true, limit: null, newBuyerLimit: null } } })
    await addWebhook(seller, ['order.placed', 'order.canceled'])
    await addStaffWebhook(boss, ['order.placed', 'order.canceled'])
    const twice = watchAttempts()
    const { rows } = await shop.database.pool.query<{ name: string }>('select current_database() as name')
    const url = given.kind === 'postgres' ? `${given.server}/${rows[0]?.name}` : ''
    const acknowledged: string[] = []
    const isEnough = () => acknowledged.length >= ORDERS
    const tokensOf = async () => [(await shop.make.session('customer')).token, (await shop.make.session('customer')).token]
    async function serve(): Promise<void> {
      const tokens = await tokensOf()
      while (!isEnough()) {
        const env = { ...process.env, ...WEBHOOK_SETTINGS, RATE_LIMIT: 'off', DEMO: '0', VIES: 'off', DATA_DIR: shop.deps.config.dataDir }
        const server: ChildProcess = spawn(process.execPath, [STORM, url, product.id, ...tokens], {
          env,
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        if (!server.stdout) throw new Error('The server has no output')
        const closed = once(server, 'close')
        let left = 3 + Math.floor(Math.random() * 15) // orders until it is killed
        createInterface({ input: server.stdout }).on('line', (line) => {
          acknowledged.push(line)
          left -= 1
          if (left <= 0 || isEnough()) server.kill('SIGKILL')
        })
        expect(await closed).toEqual([null, 'SIGKILL'])
      }
    }
    await Promise.all([serve(), serve()])
    for (let turn = 0; turn < 12; turn += 1) {
      shop.advance(40 * MINUTE_MS) // the leases of those killed end, and what was refused is due again
      await sendDue()
    }
    const stored = (await shop.deps.db.select({ id: orders.id }).from(orders)).map(({ id }) => id)
    expect(stored.length).toBeGreaterThanOrEqual(ORDERS)
    const got = (path: string) =>
      new Set(
        messages()
          .filter((message) => message.path === path && message.type === 'order.placed')
          .map(({ data }) => data.id),
      )
    for (const path of ['/hook', '/staff']) expect(got(path), path).toEqual(new Set(stored))
    expect(messages().filter(({ type }) => type === 'order.canceled')).toEqual([])
    expect(twice).toEqual([])
    expect(await shop.deps.db.$count(webhookEvents)).toBe(0)
  },
  8 * LONG_MS,
)

test('two servers that claim at once never have the same delivery', async () => {
  const boss = await shop.signIn('super_admin')
  const hooks = await Promise.all(Array.from({ length: 8 }, () => addStaffWebhook(boss, ['order.placed'])))
  const other = await openReadyServer(shop, { settings: WEBHOOK_SETTINGS })
  for (let round = 0; round < raceRounds(40); round += 1) {
    const at = new Date()
    await shop.deps.db.delete(webhookDeliveries)
    await shop.deps.db
      .insert(webhookDeliveries)
      .values(hooks.flatMap(({ id }) => Array.from({ length: 6 }, () => ({ webhookId: id, type: 'webhook.test', nextAttemptAt: at }))))
    const claim = ({ db }: typeof shop.deps) => claimDeliveries(db, { at, leaseMs: MINUTE_MS, limits: { working: 20, failing: 4 } })
    const claimed = (await Promise.all([shop.deps, other.deps, shop.deps, other.deps].map(claim))).flat().map(({ id }) => id)
    expect(new Set(claimed).size).toBe(claimed.length)
    expect(claimed.length).toBeGreaterThanOrEqual(20)
  }
  await other.close()
})

test('one that hangs delays no other, and four attempts of it at most run at the same time', async () => {
  const boss = await shop.signIn('super_admin')
  const slow = await addStaffWebhook(boss, ['order.placed'], '/slow')
  const fast = await addStaffWebhook(boss, ['order.placed'], '/fast')
  const at = new Date()
  const values = [slow, fast].flatMap(({ id }) =>
    Array.from({ length: 20 }, () => ({ webhookId: id, type: 'webhook.test', nextAttemptAt: at })),
  )
  await shop.deps.db.insert(webhookDeliveries).values(values)
  const hanging = new Set<() => void>()
  receiver.answer((response, { path }) => {
    if (path === '/slow') hanging.add(() => response.writeHead(204).end())
    else response.writeHead(204).end()
  })
  const stop = new AbortController()
  const { pass, settle } = createSender(shop.deps, stop.signal, (error) => expect.fail(String(error)))
  const count = (path: string) => receiver.received.filter((message) => message.path === path).length
  await expect.poll(async () => (await pass(), count('/fast')), { interval: 20 }).toBe(20)
  expect(count('/slow')).toBe(4)
  stop.abort()
  await settle()
  const { rows } = await shop.database.pool.query('select 1 from webhook_deliveries where leased_until is not null')
  expect(rows, 'a server that stops leaves them to others, when their lease has ended').toHaveLength(4)
})
