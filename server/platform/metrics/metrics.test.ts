import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderOf, pay } from '#server/testing/buyers.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { registry } from './metrics.ts'

/* Section 7.2 of running.md: every name, who may read it, and the golden order. */

const TOKEN = 'a-token-of-the-metrics'

const NAMES = `
  http_requests_total http_request_seconds http_in_flight event_loop_lag_seconds answers_total db_connections db_query_seconds
  db_connection_errors_total db_retries_total db_replica_lag_seconds jobs_total job_seconds jobs_waiting job_oldest_seconds
  outbox_waiting outbox_oldest_seconds outbox_dead holds_open holds_overdue orders_total money_cents_total payments_total webhooks_total
  ledger_disagreements audit_unsealed logins_total limited_total step_ups_total mails_total uploads_total files_seconds disk_free_bytes disk_size_bytes
  disk_writable backup_age_seconds up_info`
  .trim()
  .split(/\s+/)

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ METRICS_TOKEN: TOKEN, DATA_DIR: tmpdir() })
})
afterAll(() => shop.close())

const read = (authorization?: string) => shop.app.inject({ url: '/metrics', headers: { ...(authorization && { authorization }) } })

/** The value of a series, 0 where it has none. */
async function valueOf(series: string): Promise<number> {
  const line = (await read(`Bearer ${TOKEN}`)).body.split('\n').find((each) => each.startsWith(`${series} `))
  return Number(line?.split(' ').at(-1) ?? 0)
}

const LATER = 'reflute_orders_total{method="later",currency="USD"}'
const ORDERED = 'reflute_money_cents_total{what="ordered",currency="USD"}'

test('the metrics are for who has the token, and are not there without the setting', async () => {
  expect((await read()).statusCode).toBe(401)
  expect((await read('Bearer another-token-of-some-length')).statusCode).toBe(401)
  const answer = await read(`Bearer ${TOKEN}`)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': expect.stringMatching(/^text\/plain; version=0\.0\.4/),
    'cache-control': 'no-store',
  })
  const closed = await openTestShop()
  expect((await closed.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })).statusCode).toBe(404)
  await closed.close()
})

test('every metric has a help text and a type, and the process its own', async () => {
  const { body } = await read(`Bearer ${TOKEN}`)
  for (const name of NAMES) {
    expect(body, name).toMatch(new RegExp(`^# HELP reflute_${name} \\S`, 'm'))
    expect(body, name).toMatch(new RegExp(`^# TYPE reflute_${name} (counter|gauge|histogram)$`, 'm'))
  }
  const own = registry.getMetricsAsArray().map(({ name }) => name)
  expect(own.filter((name) => name.startsWith('reflute_')).sort()).toEqual(NAMES.map((name) => `reflute_${name}`).sort())
  expect(body).toMatch(/^process_cpu_seconds_total/m)
  expect(body).toMatch(/^reflute_up_info\{version="\d+\.\d+\.\d+"\} 1$/m)
  expect(body).toMatch(/^reflute_disk_writable 1$/m)
  expect(await valueOf('reflute_disk_free_bytes')).toBeGreaterThan(0)
  const pool = shop.database.kind === 'embedded' ? 'embedded' : 'primary'
  expect(body).toContain(`reflute_db_connections{pool="${pool}",state="idle"}`)
  expect(await valueOf(`reflute_db_query_seconds_count{pool="${pool}"}`)).toBeGreaterThan(0)
})

async function fillCart(price: number) {
  const buyer = await shop.signIn('customer')
  const product = await shop.make.product({ category: 'accessories', priceUsdCents: price, stock: 10 })
  await buyer.cart.addItem({ body: { productId: product.id, quantity: 1 } })
  return { buyer, cart: await buyer.cart.list() }
}

test('golden: a Pay Later order of $149.98 adds 1 order and 14998 cents, once, however often it is sent', async () => {
  const { buyer, cart } = await fillCart(13887)
  const body = orderOf(cart)
  expect(cart.totals.total).toBe(149.98)
  const before = { orders: await valueOf(LATER), cents: await valueOf(ORDERED) }
  const added = async () => ({ orders: (await valueOf(LATER)) - before.orders, cents: (await valueOf(ORDERED)) - before.cents })
  const order = await buyer.checkout.placeOrder({ body, idempotencyKey: 'golden' })
  expect(await added()).toEqual({ orders: 1, cents: 14998 })
  expect((await buyer.checkout.placeOrder({ body, idempotencyKey: 'golden' })).id).toBe(order.id)
  expect(await added()).toEqual({ orders: 1, cents: 14998 })
  const paid = 'reflute_money_cents_total{what="paid",currency="USD"}'
  const paidBefore = await valueOf(paid)
  await pay(shop, order.id)
  expect((await valueOf(paid)) - paidBefore).toBe(14998)
  expect(await added()).toEqual({ orders: 1, cents: 14998 })
})

test('an order that is refused or whose transaction is undone counts nothing', async () => {
  const { buyer, cart } = await fillCart(1000)
  const before = [await valueOf(LATER), await valueOf(ORDERED)]
  await expect(buyer.checkout.placeOrder({ body: { ...orderOf(cart), amount: 1 } })).rejects.toThrow()
  // the last statement of a transaction, and its commit
  const { pool } = shop.database
  await pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`)
  await pool.query(
    'create constraint trigger late after insert on orders deferrable initially deferred for each row execute function refuse()',
  )
  await expect(buyer.checkout.placeOrder({ body: orderOf(cart) })).rejects.toThrow()
  await pool.query('drop function refuse() cascade')
  expect([await valueOf(LATER), await valueOf(ORDERED)]).toEqual(before)
  await buyer.checkout.placeOrder({ body: orderOf(cart) })
  expect((await valueOf(LATER)) - Number(before[0])).toBe(1)
})

test('sign-ins and requests are counted by outcome and template, without a word of the caller', async () => {
  const wrong = await valueOf('reflute_logins_total{outcome="wrong"}')
  await expect(shop.visitor.auth.login({ body: { email: 'nobody@mark.test', password: 'plantedpassword' } })).rejects.toThrow()
  expect((await valueOf('reflute_logins_total{outcome="wrong"}')) - wrong).toBe(1)
  await shop.app.inject('/api/products/plantedslug?search=plantedsearch&plantedname=1')
  await shop.app.inject('/plantedpath')
  const { body } = await read(`Bearer ${TOKEN}`)
  expect(body).toMatch(/^reflute_http_requests_total\{route="\/api\/products\/:id",method="GET",status="4xx"\} \d+$/m)
  expect(body).toMatch(/^reflute_http_requests_total\{route="\/api\/auth\/login",method="POST",status="401"\} \d+$/m)
  expect(body).toMatch(/^reflute_http_request_seconds_count\{route="\/api\/auth\/login",method="POST"\} \d+$/m)
  expect(body).toMatch(/^reflute_http_in_flight 1$/m)
  expect(body).not.toMatch(/planted|mark\.test/)
})
