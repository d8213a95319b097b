import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { dueCents } from '#domain/order.ts'
import { lockOrder } from '#server/orders/order-record.ts'
import { recordPayment } from '#server/payments/incoming/record-payment.ts'
import { listMoneyDisagreements } from '#server/payments/ledger/money-disagreements.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import { documents } from '#server/platform/db/schema.ts'
import { found } from '#server/platform/http/refusal.ts'
import { makeBuyers, orderOf } from '#server/testing/buyers.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { openReadyServer, type ReadyServer } from '#server/testing/ready-servers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { listDocumentDisagreements } from './document-disagreements.ts'

/* The series of documents under whole orders, which several servers place and settle at once. */

let shop: TestShop
let servers: [ReadyServer, ReadyServer]
let staff: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
  servers = [await openReadyServer(shop), await openReadyServer(shop)]
})
afterAll(async () => {
  for (const server of servers) await server.close()
  await new Promise((resolve) => setTimeout(resolve, 1200)) // PostgreSQL counts deadlocks about a second late
  const { rows } = await shop.database.pool.query('select deadlocks from pg_stat_database where datname = current_database()')
  expect(Number(rows[0]?.deadlocks ?? 0)).toBe(0)
  await shop.close()
})
beforeEach(async () => {
  await shop.reset()
  staff = await shop.signIn('super_admin')
})

const ORDERS = TESTS_ALL ? 200 : 21
const TRIES = 20

/** Calls a server as a browser does: again while it has no connection to the database left. */
async function patiently<Answer>(server: ReadyServer, token: string, path: string, body: unknown): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const { status, text } = await server.call(token, 'POST', path, body)
    if (status < 300) return JSON.parse(text) as Answer // as the contract has it
    if (status !== 503 || tries === TRIES) throw new Error(`${path} was answered ${status}: ${text}`)
    await new Promise((resolve) => setTimeout(resolve, 20 * tries))
  }
}

const place = (server: ReadyServer, token: string, body: object) => patiently<Order>(server, token, '/api/orders', body)
const pay = (server: ReadyServer, { id, number }: Order) =>
  patiently(server, staff.token, `/api/admin/orders/${id}/payments`, {
    method: 'bank_transfer',
    reference: number,
    paidAt: shop.deps.now().toISOString(),
  })

/** Settles an order as `pay` does, and rolls it back when its documents have their numbers. */
async function payInVain({ deps: { db } }: ReadyServer, { id }: Order): Promise<void> {
  const at = shop.deps.now()
  await inTransaction(db, async (tx) => {
    const record = found(await lockOrder(tx, id, null))
    const payment = { method: 'bank_transfer', label: 'Bank transfer', reference: id, amountCents: dueCents(record.parts, 0), paidAt: at }
    await recordPayment(tx, record, payment, { actor: null, at })
    throw new Error(`killed with ${await tx.$count(documents, eq(documents.orderId, id))} documents`)
  })
}

test(`I1 ${ORDERS} orders at once of 7 issuers on two servers, a fifth of which is rolled back, leave each series 1 to n`, async () => {
  const products: Awaited<ReturnType<typeof shop.make.product>>[] = []
  for (const name of ['Alder', 'Birch', 'Cedar', 'Douglas', 'Elm', 'Fir']) {
    const { id: businessId } = await shop.make.business({ name, slug: name.toLowerCase() })
    products.push(await shop.make.product({ category: 'accessories', businessId, stock: 10_000, ladder: [] }))
  }
  const serverOf = (at: number) => servers[at % 2] ?? servers[0]
  /** Fills a cart with products of two or three sellers, in any order. @returns the places of their sellers */
  const fill = async (at: number) => {
    const wanted = products.filter((_product, index) => index % 3 === at % 3 || index === at % 6)
    const [buyer] = await makeBuyers(shop, 1, wanted)
    if (!buyer) throw new Error('no buyer')
    return { at, token: buyer.token, body: orderOf(await buyer.cart.list()), sellers: wanted.length }
  }
  const carts: Awaited<ReturnType<typeof fill>>[] = []
  for (let at = 0; at < ORDERS; at += 1) carts.push(await fill(at))
  const [own, sold] = [carts.filter(({ at }) => at % 7 === 0), carts.filter(({ at }) => at % 7 !== 0)]

  const byPlatform = await Promise.all(own.map(({ at, token, body }) => place(serverOf(at), token, body)))
  await staff.settings.update({ body: { trade: { sellerOfRecord: 'seller', selfBilling: false } } })
  const settle = async (at: number, order: Order) => {
    if (at % 5 !== 4) return pay(serverOf(at), order)
    const count = at % 7 === 0 ? 1 : carts[at]?.sellers
    await expect(payInVain(serverOf(at), order)).rejects.toThrow(`killed with ${count} document`)
  }
  await Promise.all([
    ...own.map(({ at }, index) => settle(at, byPlatform[index] ?? expect.fail('no order'))),
    ...sold.map(async ({ at, token, body }) => settle(at, await place(serverOf(at), token, body))),
  ])

  const rows = await shop.deps.db.select().from(documents).orderBy(asc(documents.number))
  const series = Map.groupBy(rows, ({ issuerBusinessId }) => issuerBusinessId)
  expect(series.size).toBe(7)
  for (const numbers of series.values())
    expect(numbers.map(({ number }) => number)).toEqual(Array.from(numbers.keys(), (index) => index + 1))
  const paid = carts.filter(({ at }) => at % 5 !== 4)
  expect(new Set(rows.map(({ orderId }) => orderId)).size).toBe(paid.length)
  expect(rows).toHaveLength(paid.reduce((sum, { at, sellers }) => sum + (at % 7 === 0 ? 1 : sellers), 0))
  const { db } = shop.deps
  expect([...(await listOrderDisagreements(db)), ...(await listMoneyDisagreements(db)), ...(await listDocumentDisagreements(db))]).toEqual(
    [],
  )
})
