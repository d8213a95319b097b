import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { orderOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

/*
 * Plans of the statements of a buyer on PostgreSQL, in a shop with so many products, people and orders that reading all of them would be
 * felt.
 */

const ROWS = 1000
const LINES = 3
const FILLED = ['products', 'users', 'carts', 'cart_items', 'addresses', 'orders', 'seller_orders', 'order_lines', 'notifications'] as const
const isWhole = new RegExp(`Seq Scan on (${FILLED.join('|')})\\b`)
let shop: TestShop
let ann: SignedInUser
let placed: Order
const ids: string[] = []

beforeAll(async () => {
  shop = await openTestShop()
  if (inject('database').kind !== 'postgres') return
  ann = await shop.signIn('customer')
  await shop.signIn('super_admin')
  for (let number = 0; number < LINES; number += 1) ids.push((await shop.make.product({ stock: 100 })).id)
  const { db } = shop.deps
  await db.execute(sql`
    insert into products (slug, name, type, category_id, business_id, price_usd_cents, price_eur_cents, stock)
    select 'filler-' || i, 'Filler ' || i, type, category_id, business_id, 1000, 900, 50
    from products cross join generate_series(1, ${ROWS}) i where id = ${ids[0]}`)
  await db.execute(sql`
    insert into users (name, email, password_hash, role)
    select 'Filler ' || i, 'filler-' || i || '@test.test', '', 'customer' from generate_series(1, ${ROWS}) i`)
  await db.execute(sql`insert into carts (user_id) select id from users where email like 'filler-%'`)
  await db.execute(sql`
    insert into cart_items (user_id, product_id, quantity, seen_usd_cents, seen_eur_cents) select id, ${ids[0]}, 1, 1000, 900 from users where email like 'filler-%'`)
  await db.execute(sql`
    insert into addresses (user_id, form) select id, '{"country": "US"}' from users where email like 'filler-%'`)
  placed = await order()
  /** Copies the rows of the order to the others. */
  const copy = (table: string, changes: string) => `
    insert into ${table} select (jsonb_populate_record(t, ${changes})).* from ${table} t
    cross join (select id, row_number() over () as i from users where email like 'filler-%') u;`
  await shop.database.pool.query(`
    begin; set local session_replication_role = replica;
    ${copy('orders', "jsonb_build_object('id', u.id, 'number', 'F-' || u.i, 'user_id', u.id)")}
    ${copy('seller_orders', "jsonb_build_object('order_id', u.id)")}
    ${copy('order_lines', "jsonb_build_object('id', gen_random_uuid(), 'order_id', u.id)")}
    ${copy('notifications', "jsonb_build_object('id', t.id + 1000 * u.i, 'user_id', u.id, 'dedupe_key', u.i || t.dedupe_key)")}
    commit`)
  await shop.database.pool.query(`vacuum analyze ${FILLED.join(', ')}`)
})
afterAll(() => shop.close())

/** Returns the statements that the server makes during `work`. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Query.prototype, 'submit')
  await work()
  const texts = spy.mock.contexts.map((query) => (query as { text: string }).text)
  spy.mockRestore()
  return texts.filter((text) => /^\s*(with|select|insert|update|delete)\b/i.test(text))
}

async function order(): Promise<Order> {
  for (const productId of ids) await ann.cart.addItem({ body: { productId, quantity: 2 } })
  return ann.checkout.placeOrder({ body: orderOf(await ann.cart.list()) })
}

test.runIf(inject('database').kind === 'postgres').each([
  ['adding to the cart', () => ann.cart.addItem({ body: { productId: ids[0] ?? '', quantity: 1 } })],
  ['reading the cart', () => ann.cart.list()],
  ['an order of three lines', () => order()],
  ['the list of own orders', () => ann.orders.listOwn()],
  ['an own order', () => ann.orders.byId({ params: { id: placed.id } })],
  ['canceling an order', () => ann.orders.cancel({ params: { id: placed.id } })],
  ['the bell', () => ann.notifications.list()],
])('%s reads no table from one end to the other', async (_, work) => {
  const statements = await statementsOf(work)
  expect(statements.length).toBeGreaterThan(1)
  const read: string[] = []
  for (const text of statements) {
    const { rows } = await shop.database.pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`)
    for (const { 'QUERY PLAN': line } of rows) if (isWhole.test(line)) read.push(`${line.trim()} in ${text}`)
  }
  expect(read).toEqual([])
})
