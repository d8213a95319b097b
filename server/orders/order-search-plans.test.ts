import { sql } from 'drizzle-orm'
import { describe, expect, inject, test, vi } from 'vitest'
import { products } from '#server/platform/db/schema.ts'
import { customerForm, orderOf } from '#server/testing/buyers.ts'
import { ann, box, openSellerShop, params, shop, sol, staff } from '#server/testing/shared-orders.ts'

openSellerShop()

/* Plans of the search of orders on PostgreSQL, in a shop with so many orders that reading all of them would be felt. */

const foundByStaff = async (search: string) => (await staff.orders.listAll({ query: { search } })).items.map(({ id }) => id)
const foundBySol = async (search: string) => (await sol.sellerOrders.list({ query: { search } })).items.map(({ id }) => id)

async function place() {
  await shop.deps.db.update(products).set({ sku: 'SUN-100.A' }).where(sql`${products.id} = ${box.id}`)
  await ann.cart.addItem({ body: { productId: box.id, quantity: 1 } })
  const typed = {
    firstName: 'Zoë',
    lastName: 'Ångström',
    company: 'Łódź Papier GmbH',
    zipCode: '60607-1234',
    phone: '+49 (0)151 234 567-89',
    poNumber: 'PO 2026/4711-B',
  }
  return ann.checkout.placeOrder({ body: { ...orderOf(await ann.cart.list()), customer: { ...customerForm, ...typed } } })
}

describe.runIf(inject('database').kind === 'postgres')('with 100,000 orders', () => {
  const ORDERS = 100_000
  const STEP = 5000
  let bulk = ''

  /** Fills the tables in steps, each of which the database answers in time. */
  async function fill(): Promise<void> {
    for (let first = 1; first <= ORDERS; first += STEP) {
      const isNew = `number in (select 'ORD-F-' || i from generate_series(${first}, ${first + STEP - 1}) i)`
      await shop.database.pool.query(`
        begin; set local session_replication_role = replica;
        insert into orders (number, user_id, user_name, user_email, customer, currency, subtotal_cents, discount_cents, shipping_cents, tax_cents, total_cents,
            total_usd_cents, shipping_method, pricing, payment_method, estimated_delivery, search_text, created_at)
          select 'ORD-F-' || i, '${ann.user.id}', 'Filler ' || md5(i::text), 'f' || i || '@test.test',
            jsonb_build_object('firstName', 'F' || i, 'lastName', md5(i::text), 'zipCode', lpad((i % 50000)::text, 5, '0'), 'phone', '+1 312 ' || (1000000 + i),
              'poNumber', 'REQ-' || i, 'city', 'Chicago', 'country', 'US', 'company', 'Company ' || md5((i + 7)::text)),
            'USD', 1000, 0, 0, 0, 1000, 1000, 'standard', '{}', 'pay_later', date '2026-01-01', 'ord f ' || i || chr(10) || 'filler ' || md5(i::text),
            now() - interval '1 minute' * i
          from generate_series(${first}, ${first + STEP - 1}) i;
        insert into seller_orders (order_id, business_id, business_name, subtotal_cents, discount_cents, shipping_cents, tax_cents, total_cents, placed_at, is_shown,
            tracking_number)
          select id, '${box.businessId}', 'Sun', 1000, 0, 0, 0, 1000, created_at, true, 'TRK' || md5(number) from orders where ${isNew};
        insert into order_lines (order_id, product_id, business_id, position, slug, name, image, quantity, unit_price_cents, line_total_cents)
          select id, '${bulk}', '${box.businessId}', 0, 'mat', 'Mat ' || md5(number), '', 1, 1000, 1000 from orders where ${isNew};
        insert into shipments (order_id, business_id, number, shipped_at, tracking_number)
          select order_id, business_id, 1, placed_at, tracking_number from seller_orders where order_id in (select id from orders where ${isNew});
        commit`)
    }
    for (const table of ['orders', 'seller_orders', 'order_lines', 'shipments', 'products'])
      await shop.database.pool.query(`analyze ${table}`)
  }

  async function plansOf(call: () => Promise<unknown>): Promise<string> {
    const spy = vi.spyOn(shop.database.pool, 'query')
    await call()
    const statements = spy.mock.calls.map(([first, values]) => ({
      text: (first as unknown as { text: string }).text,
      values: values as unknown as unknown[],
    }))
    spy.mockRestore()
    const plans: string[] = []
    for (const { text, values } of statements.filter(({ text }) => /found\(id\)/.test(text))) {
      const { rows } = await shop.database.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    expect(plans.length).toBeGreaterThan(1) // page and count
    return plans.join('\n')
  }

  test('each search reads indexes, and no table from end to end', async ({ onTestFailed }) => {
    onTestFailed(() => shop.reset())
    const placed = await place()
    await sol.sellerOrders.move({ ...params(placed), body: { status: 'processing' } })
    await sol.sellerOrders.move({ ...params(placed), body: { status: 'shipped', carrier: 'Own truck', trackingNumber: '1Z 999-AA1 0123' } })
    bulk = (await shop.make.product({ category: 'accessories', name: 'Mat', businessId: box.businessId, stock: 10 })).id
    await fill()
    for (const search of [
      'PO 2026/4711-B',
      '4711-b',
      '60607-1234',
      'papier',
      'Zoë Ångström',
      'SUN-100.A 60607',
      '1Z999AA10123',
      placed.number,
      'lodz sun box',
    ]) {
      const plan = await plansOf(() => staff.orders.listAll({ query: { search } }))
      expect(plan, `staff: ${search}\n${plan}`).not.toMatch(/Seq Scan on (?:orders|seller_orders|order_lines|shipments)/)
      expect(await foundByStaff(search), search).toEqual([placed.id])
      const own = await plansOf(() => sol.sellerOrders.list({ query: { search } }))
      expect(own, `seller: ${search}\n${own}`).not.toMatch(/Seq Scan on (?:orders|seller_orders|order_lines|shipments)/)
      expect(await foundBySol(search), search).toEqual([placed.id])
    }
    const phone = await plansOf(() => staff.orders.listAll({ query: { search: '0151 23456789' } }))
    expect(phone).toContain('orders_phone_idx')
    expect(phone).not.toMatch(/Seq Scan on (?:orders|seller_orders|order_lines|shipments)/)
    await shop.reset() // what was filled in has no books
  }, 300_000)
})
