import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type FileStore, openFileStore } from '#server/testing/file-store.ts'
import { formOf } from '#server/testing/import-shop.ts'
import { StripeFake } from '#server/testing/stripe-fake.ts'
import { type Buyer, clientOf, registerBuyer, signInAs } from './bench/client.ts'
import { listOrderable } from './bench/fill-shop.ts'
import { openPostgresForBench } from './bench/postgres.ts'
import { type BenchShop, openShop } from './bench/shop.ts'
import { orderOf } from './bench/writes.ts'

/*
 * Emails, jobs and holds of two real servers on one PostgreSQL database, with a data folder each: whatever one is asked for, either may do
 * it, and it happens once.
 */

const ROUNDS = 200
const HOLDS = 40
const IMPORTS = 20 // one runs at a time
const BUYERS = 40
const HOLD_MINUTES = 0.5
/** Longer than a server waits before it looks for work again. */
const REST_MS = 5000
const folder = mkdtempSync(join(tmpdir(), 'reflute-shared-work-'))
const given = inject('database')

let database: Awaited<ReturnType<typeof openPostgresForBench>>
let store: FileStore
let provider: StripeFake
let client: pg.Client
const servers: BenchShop[] = []
/** Recipient and subject of all emails that arrived. */
const emails: string[] = []
const postOffice = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData: (stream, { envelope }, done) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const subject = /^Subject: (.*)$/m.exec(Buffer.concat(chunks).toString())?.[1]
      emails.push(`${envelope.rcptTo[0]?.address} ${subject}`)
      done()
    })
  },
})

beforeAll(async () => {
  database = await openPostgresForBench(given.kind === 'postgres' ? `${given.server}/postgres` : undefined)
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  store = await openFileStore()
  provider = await StripeFake.open()
  await new Promise<void>((resolve) => postOffice.listen(0, '127.0.0.1', resolve))
  const { port } = postOffice.server.address() as AddressInfo // it listens on a port
  const settings = {
    ...store.settings,
    ...provider.settings,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    HOLD_MINUTES: `${HOLD_MINUTES}`,
    LOG_LEVEL: 'fatal',
  }
  for (const at of [0, 1]) servers.push(await openShop(join(folder, `server-${at}`), database.url, { settings }))
}, 200_000)
afterAll(async () => {
  await Promise.all(servers.map((each) => each.stop()))
  await new Promise<void>((resolve) => postOffice.close(() => resolve()))
  await provider.close()
  await store.close()
  await client.end()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Address of one server, then of the other. */
const originOf = (round: number) => servers[round % 2]?.origin ?? ''
const countsOf = (values: readonly string[]) => new Set(values.map((value) => values.filter((other) => other === value).length))

/** Does `count` rounds, one after the other for each of the buyers. */
async function rounds(buyers: readonly Buyer[], count: number, work: (buyer: Buyer, round: number) => Promise<void>): Promise<void> {
  const each = count / buyers.length
  await Promise.all(
    buyers.map(async (buyer, at) => {
      for (let round = 0; round < each; round += 1) await work(buyer, at * each + round)
    }),
  )
}

test('of 200 orders each is confirmed by one email, and of 40 payments that nobody made each gives its stock back once', async () => {
  const [product] = (await listOrderable(clientOf(originOf(0)), ROUNDS + HOLDS)).toSorted((one, other) => other.stock - one.stock)
  if (!product) throw new Error('no product')
  const stockNow = async () =>
    (await client.query<{ stock: number }>('select stock from products where id = $1', [product.id])).rows[0]?.stock ?? 0
  const buyers = await Promise.all(Array.from({ length: BUYERS }, (_, at) => registerBuyer(originOf(at), at)))
  const numbers: string[] = []
  await rounds(buyers, ROUNDS, async ({ token }, round) => {
    const api = clientOf(originOf(round), token)
    const cart = await api.cart.addItem({ query: { currency: 'USD' }, body: { productId: product.id, quantity: 1 } })
    const order = await api.checkout.placeOrder({ body: orderOf(cart), idempotencyKey: crypto.randomUUID() })
    numbers.push(order.number)
  })
  await rounds(buyers, HOLDS, async ({ token }, round) => {
    const api = clientOf(originOf(round), token)
    const cart = await api.cart.addItem({ query: { currency: 'USD' }, body: { productId: product.id, quantity: 1 } })
    await api.checkout.createPaymentIntent({ body: { ...orderOf(cart), amount: cart.totals.total }, idempotencyKey: crypto.randomUUID() })
  })
  await expect.poll(stockNow, { timeout: 120_000, interval: 500 }).toBe(product.stock - ROUNDS)
  const confirmations = () => emails.filter((email) => email.startsWith('buyer') && numbers.some((number) => email.includes(number)))
  await expect.poll(() => confirmations().length, { timeout: 120_000, interval: 500 }).toBeGreaterThanOrEqual(ROUNDS)
  await wait(REST_MS)
  expect([confirmations().length, countsOf(emails)]).toEqual([ROUNDS, new Set([1])])
  expect(await stockNow()).toBe(product.stock - ROUNDS)
  const canceled = provider.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/cancel')).map(({ path }) => path)
  expect([canceled.length, countsOf(canceled)]).toEqual([HOLDS, new Set([1])])
}, 400_000)

test('each of 20 imports runs once, whichever server was asked for it', async () => {
  const staff = await Promise.all(servers.map(({ origin }) => signInAs(origin, 'staff@reflute.test')))
  const done = async () => {
    const { rows } = await client.query<{ id: string }>(
      "select target_id as id from audit_entries where action = 'catalog.import' order by at",
    )
    return rows.map(({ id }) => id)
  }
  const started: string[] = []
  for (let round = 0; round < IMPORTS; round += 1) {
    const api = staff[round % 2]
    const sheet = `slug,name,type,category,business,priceUSD,priceEUR,stock\nround-${round},Belt ${round},material,mat,North Fold Works,5,5,7`
    const draft = await api?.imports.upload({ form: formOf(sheet) })
    if (!api || !draft?.file) throw new Error('no draft')
    await api.imports.check({ params: { id: draft.id }, body: draft.file.options })
    await api.imports.start({ params: { id: draft.id } })
    started.push(draft.id)
    await expect.poll(async () => (await api.imports.get({ params: { id: draft.id } })).status, { interval: 100 }).toBe('done')
  }
  await wait(REST_MS)
  expect((await done()).filter((id) => started.includes(id))).toEqual(started)
}, 400_000)
