import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { expect, inject, test, vi } from 'vitest'
import { MINUTE_MS } from '#domain/time.ts'
import { orders, webhookDeliveries, webhookEvents } from '#server/platform/db/schema.ts'
import { checkOut } from '#server/testing/buyers.ts'
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
    const claim = ({ db }: typeof shop.deps) => claimDeliveries(db, { at, leaseMs: MINUTE_MS, slow: [], limits: { quick: 20, slow: 4 } })
    const claimed = (await Promise.all([shop.deps, other.deps, shop.deps, other.deps].map(claim))).flat().map(({ id }) => id)
    expect(new Set(claimed).size).toBe(claimed.length)
    expect(claimed.length).toBeGreaterThanOrEqual(20)
  }
  await other.close()
})

test('what is sent again while its attempt is made is sent once more, whatever becomes of that attempt', async () => {
  const boss = await shop.signIn('super_admin')
  const hook = await addStaffWebhook(boss, ['order.placed'])
  for (const [status, attempts] of [
    [204, 0],
    [500, 0],
    [500, 9], // its last attempt
  ] as const)
    for (const isAfter of [false, true])
      for (let round = 0; round < raceRounds(isAfter ? 1 : 12); round += 1) {
        await shop.deps.db.delete(webhookDeliveries)
        receiver.received.length = 0
        const values = { webhookId: hook.id, type: 'webhook.test', nextAttemptAt: shop.deps.now(), attempts }
        const [row] = await shop.deps.db.insert(webhookDeliveries).values(values).returning()
        const resend = () => boss.staffWebhooks.resend({ params: { id: row?.id ?? '' } })
        const asked: Promise<unknown>[] = []
        receiver.answer((response) => {
          const answer = () => void response.writeHead(asked.length > 1 ? 204 : status).end()
          asked.push(asked.length === 0 ? resend() : Promise.resolve())
          if (isAfter) void asked[0]?.then(answer)
          else answer() // its outcome is stored while the wish is
        })
        await sendDue()
        await Promise.all(asked)
        await sendDue()
        const label = `${status} at attempt ${attempts + 1}`
        expect(
          receiver.received.map(({ headers }) => headers['webhook-id']),
          label,
        ).toEqual([row?.id, row?.id])
        const [stored] = (await boss.staffWebhooks.deliveries({ params: { id: hook.id } })).items
        expect(stored, label).toMatchObject({ state: 'delivered', attempts: 1 })
      }
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

/** Messages that are held back, by path: each is answered when its function is called. */
function holdBack(isHeld: (path: string) => boolean): (path: string) => (() => void)[] {
  const held = new Map<string, (() => void)[]>()
  const heldOf = (path: string) => {
    const list = held.get(path) ?? []
    held.set(path, list)
    return list
  }
  receiver.answer((response, { path }) => {
    const answer = () => void response.writeHead(204).end()
    if (isHeld(path)) heldOf(path).push(answer)
    else answer()
  })
  return heldOf
}

async function addDue({ id }: { id: string }, count: number, at = shop.deps.now()): Promise<void> {
  await shop.deps.db
    .insert(webhookDeliveries)
    .values(Array.from({ length: count }, () => ({ webhookId: id, type: 'webhook.test', nextAttemptAt: at })))
}

const countOf = (path: string) => receiver.received.filter((message) => message.path.startsWith(path)).length

test('receivers that are slow but answer take nothing from quick ones, and are quick again once they answer soon', () =>
  shop.withStillClock(async () => {
    const boss = await shop.signIn('super_admin')
    const paths = Array.from({ length: 9 }, (_, at) => `/slow-${at}`)
    for (const path of paths) await addDue(await addStaffWebhook(boss, ['order.placed'], path), 20)
    const fast = await addStaffWebhook(boss, ['order.placed'], '/fast')
    const heldOf = holdBack((path) => path.startsWith('/slow'))
    const countHeld = () => paths.reduce((sum, path) => sum + heldOf(path).length, 0)
    const answerAll = () => paths.flatMap((path) => heldOf(path).splice(0)).map((answer) => answer())
    const { pass, settle } = createSender(shop.deps, new AbortController().signal, (error) => expect.fail(String(error)))
    const passUntil = (count: () => number, wanted: number) =>
      expect.poll(async () => (await pass(), count()), { interval: 20 }).toBe(wanted)

    await passUntil(countHeld, 24)
    await addDue(fast, 20)
    expect(await pass(), 'nobody knows yet that they are slow').toBe(0)
    shop.advance(2000)
    await passUntil(() => countOf('/fast'), 20)
    expect(countOf('/slow')).toBe(24)

    answerAll()
    await passUntil(countHeld, 8)
    await addDue(fast, 20)
    await passUntil(() => countOf('/fast'), 40)
    expect(countHeld()).toBe(8)
    expect(Math.max(...paths.map((path) => heldOf(path).length)), 'one of each').toBe(1)

    const recovered = paths.find((path) => heldOf(path).length > 0) ?? ''
    heldOf(recovered).pop()?.()
    await passUntil(() => heldOf(recovered).length, 4)
    receiver.answer((response) => void response.writeHead(204).end())
    answerAll()
    await settle()
  }))

test('many messages to some delay none to another', () =>
  shop.withStillClock(async () => {
    const boss = await shop.signIn('super_admin')
    const paths = Array.from({ length: 6 }, (_, at) => `/busy-${at}`)
    for (const path of paths) await addDue(await addStaffWebhook(boss, ['order.placed'], path), 40)
    const other = await addStaffWebhook(boss, ['order.placed'], '/other')
    const heldOf = holdBack((path) => path.startsWith('/busy'))
    const { pass, settle } = createSender(shop.deps, new AbortController().signal, (error) => expect.fail(String(error)))
    await expect.poll(async () => (await pass(), countOf('/busy')), { interval: 20 }).toBe(24)
    await addDue(other, 1)
    heldOf('/busy-0').pop()?.()
    await expect.poll(async () => (await pass(), receiver.received.length), { interval: 20 }).toBeGreaterThan(24)
    expect(receiver.received[24]?.path).toBe('/other')
    receiver.answer((response) => void response.writeHead(204).end())
    for (const path of paths) for (const answer of heldOf(path)) answer()
    await settle()
  }))

test('ten webhooks of the platform share what is read and stored for an order', async () => {
  const boss = await shop.signIn('super_admin')
  const product = await shop.make.product({ category: 'accessories' })
  const buyer = await shop.signIn('customer')
  const sent = vi.spyOn(pg.Query.prototype, 'submit')
  /** Orders, and sends what is due. @returns the statements of sending */
  async function order(): Promise<number> {
    await buyer.cart.addItem({ body: { productId: product.id, quantity: 1 } })
    await checkOut(buyer)
    sent.mockClear()
    await sendDue()
    return sent.mock.calls.length
  }
  const counts: number[] = []
  for (let hook = 0; hook < 10; hook += 1) {
    await addStaffWebhook(boss, ['order.placed'], `/hook-${hook}`)
    counts.push(await order())
  }
  sent.mockRestore()
  expect(receiver.received.length).toBe(55)
  expect(counts[0]).toBeGreaterThan(5)
  expect(Math.max(...counts), 'a few more where some answers come late').toBeLessThan((counts[0] ?? 0) + 40)
})
