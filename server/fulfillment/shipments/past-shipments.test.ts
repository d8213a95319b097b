import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openAdmin } from '#server/testing/databases.ts'
import { LONG_MS, TESTS_ALL } from '#server/testing/race-rounds.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

/* Past orders get their parcels while servers of the version before go on, also where the migration is stopped and begins again. */

/** Orders of each status. */
const ORDERS = TESTS_ALL ? 100_000 : 2000
const STEP = 5000

let shop: TestShop
const given = inject('database')
const onPostgres = test.runIf(given.kind === 'postgres')

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** Fills in orders as the version before left them: delivered, shipped and processing, some units of them withdrawn. */
async function fill(userId: string, businessId: string): Promise<void> {
  const { pool } = shop.database
  for (let first = 1; first <= ORDERS; first += STEP) {
    const isNew = `number in (select 'ORD-P-' || i from generate_series(${first}, ${Math.min(first + STEP - 1, ORDERS)}) i)`
    await pool.query(`
      begin; set local session_replication_role = replica;
      insert into orders (number, user_id, user_name, user_email, customer, currency, subtotal_cents, discount_cents, shipping_cents, tax_cents, total_cents,
          total_usd_cents, shipping_method, pricing, payment_method, estimated_delivery, status, created_at)
        select 'ORD-P-' || i, '${userId}', 'Past', 'past@test.test', '{"country": "US"}', 'USD', 3000, 0, 0, 0, 3000, 3000, 'standard', '{}', 'pay_later',
          date '2026-01-01', (array['delivered', 'shipped', 'processing'])[1 + i % 3], now() - interval '1 minute' * i
        from generate_series(${first}, ${Math.min(first + STEP - 1, ORDERS)}) i;
      insert into seller_orders (order_id, business_id, business_name, status, subtotal_cents, discount_cents, shipping_cents, tax_cents, total_cents, placed_at,
          is_shown, carrier, tracking_number, shipped_at, delivered_at)
        select id, '${businessId}', 'Past', status, 3000, 0, 0, 0, 3000, created_at, true, 'UPS', 'P' || number,
          case when status <> 'processing' then created_at + interval '1 hour' end, case when status = 'delivered' then created_at + interval '2 hours' end
        from orders where ${isNew};
      insert into order_lines (order_id, business_id, position, slug, name, image, kind, tax_class, takes_stock, quantity, unit_price_cents, line_total_cents)
        select id, '${businessId}', at, '', 'Past ' || at, '', 'custom', 'standard', false, 2, 500 + 500 * at, 1000 + 1000 * at
        from orders, generate_series(0, 1) at where ${isNew};
      commit`)
  }
  for (const table of ['orders', 'seller_orders', 'order_lines']) await pool.query(`analyze ${table}`)
}

const countShipments = async () => {
  const { rows } = await shop.database.pool.query<{ count: number }>('select count(*)::int as count from shipments')
  return rows[0]?.count ?? 0
}

/** Applies the migration on a session of its own. @param stop ends the session once it has written some parcels */
async function run(stop: boolean): Promise<boolean> {
  const { pool } = shop.database
  const { rows: names } = await pool.query<{ name: string }>('select current_database() as name')
  const client = await openAdmin(given.kind === 'postgres' ? given.server : '', names[0]?.name ?? '')
  client.on('error', () => {}) // the session is ended on purpose
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const running = migrate(client).then(
    () => true,
    () => false,
  )
  if (stop) {
    while ((await countShipments()) === 0);
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  }
  const isDone = await running
  if (!stop) await client.end()
  return isDone
}

/** Moves orders as the version before does, until it is over: the order locked, then its part, without a word about parcels. */
async function moveOrders(isOver: () => boolean): Promise<number> {
  let moved = 0
  while (!isOver()) {
    for (const [from, to, at] of [
      ['processing', 'shipped', 'shipped_at'],
      ['shipped', 'delivered', 'delivered_at'],
    ]) {
      await shop.database.pool.query(`with one as (select id from orders where status = '${from}' order by random() limit 1 for no key update)
        , part as (update seller_orders set status = '${to}', ${at} = now(), updated_at = now() from one where order_id = one.id)
        update orders set status = '${to}' from one where orders.id = one.id`)
      moved += 1
    }
  }
  return moved
}

onPostgres(
  'every past order that has left has one parcel of all its units, however often it begins',
  { timeout: LONG_MS * 3 },
  async () => {
    const user = await shop.make.user('customer')
    const { id: businessId } = await shop.make.business({ name: 'Past' })
    await fill(user.id, businessId)
    const { pool, db } = shop.database
    await pool.query("delete from schema_migrations where name like '%past_shipments%'")
    let isOver = false
    const older = moveOrders(() => isOver)
    expect(await run(true)).toBe(false)
    expect(await run(false)).toBe(true)
    isOver = true
    expect(await older).toBeGreaterThan(0)
    for (const table of ['shipments', 'shipment_lines']) await pool.query(`analyze ${table}`)
    const { rows } = await pool.query(`with n as (select p.order_id, count(distinct p.id) as parcels, sum(u.quantity) as units
      from shipments p join shipment_lines u on u.shipment_id = p.id group by p.order_id)
    select s.status, count(*)::int as parts, coalesce(sum(n.parcels), 0)::int as parcels, coalesce(sum(n.units), 0)::int as units,
      coalesce(max(n.parcels), 0)::int as most
    from seller_orders s left join n on n.order_id = s.order_id where s.business_id = '${businessId}' group by s.status`)
    expect(rows.reduce((sum, { parts }) => sum + parts, 0)).toBe(ORDERS)
    for (const { status, parts, parcels, units, most } of rows) {
      const each = status === 'processing' ? 0 : 1
      expect({ status, parcels, units, most }).toEqual({ status, parcels: parts * each, units: parts * each * 4, most: each })
    }
    const rules = ['shipped units', 'part shipped', 'part delivered']
    expect((await listOrderDisagreements(db)).filter(({ rule }) => rules.includes(rule))).toEqual([])
    await shop.reset()
  },
)
