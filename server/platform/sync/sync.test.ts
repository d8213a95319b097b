import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { ProductSummary } from '#contract/catalog/products.ts'
import { DAY_MS } from '#domain/time.ts'
import { operations, products } from '#server/platform/db/schema.ts'
import { checkOut } from '#server/testing/buyers.ts'
import { LONG_MS, TESTS_ALL } from '#server/testing/race-rounds.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { FIRST_ID, readCursor, writeCursor } from './cursor.ts'

const ALL = '1970-01-01T00:00:00Z'
let shop: TestShop
let staff: SignedInUser
let sol: SignedInUser
let businessId: string

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  staff = await shop.signIn('super_admin')
  sol = await shop.signIn('business_admin')
  businessId = sol.user.businessId ?? ''
})

const OWN_PRODUCTS = '/api/business/products'
const ALL_PRODUCTS = '/api/admin/products/all'
const OWN_ORDERS = '/api/business/orders'
const ALL_ORDERS = '/api/admin/orders'
type Item = { id: string; name?: string; status: string; stock?: number; version?: number; tags?: string[]; trackingNumber?: string | null }

async function read(by: SignedInUser, url: string) {
  const answer = await shop.app.inject({ url, headers: { authorization: `Bearer ${by.token}` } })
  const items: Item[] = answer.statusCode === 200 ? answer.json() : []
  const next = /^<(.*)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1]
  return { status: answer.statusCode, code: answer.json().code, items, next, cursor: String(answer.headers['x-next-cursor'] ?? '') }
}

/** Reads page after page until there is none. */
async function follow(by: SignedInUser, url: string) {
  const items: Item[] = []
  for (let at: string | undefined = url; ; ) {
    const page: Awaited<ReturnType<typeof read>> = await read(by, at)
    expect(page.status, page.code).toBe(200)
    items.push(...page.items)
    if (!page.next) return { items, cursor: page.cursor }
    at = page.next
  }
}
const since = (path: string, cursor: string) => `${path}?limit=3&cursor=${cursor}`
const names = (items: readonly Item[]) => items.map(({ name }) => String(name)).toSorted()
const make = (name: string, more: object = {}) => shop.make.product({ businessId, name, category: 'accessories', stock: 20, ...more })

test('products come each once, then each change once: edits, sales, new ones, and deleted ones with their status', async () => {
  for (let at = 0; at < 7; at += 1) await make(`Box ${at}`)
  await shop.make.product({ name: 'Of another' })
  const first = await follow(sol, `${OWN_PRODUCTS}?updatedSince=${ALL}&limit=3`)
  expect(names(first.items)).toEqual(Array.from({ length: 7 }, (_, at) => `Box ${at}`))
  expect((await follow(sol, since(OWN_PRODUCTS, first.cursor))).items).toEqual([])

  const [sold, edited, gone] = first.items
  const buyer = await shop.signIn('customer')
  await buyer.cart.addItem({ body: { productId: sold?.id ?? '', quantity: 2 } })
  await checkOut(buyer)
  await sol.productEdits.update({ params: { id: edited?.id ?? '' }, body: { name: 'Edited box' } })
  await sol.productEdits.remove({ params: { id: gone?.id ?? '' } })
  await make('New box')
  const second = await follow(sol, since(OWN_PRODUCTS, first.cursor))
  expect(second.items.map(({ id, name, stock, status }) => [id === gone?.id ? 'gone' : name, stock, status])).toEqual([
    [sold?.name, 18, 'Active'],
    ['Edited box', 20, 'Active'],
    ['gone', 20, 'Deleted'],
    ['New box', 20, 'Active'],
  ])
  expect(Object.keys(second.items[2] ?? {}), 'whole, as the description says').toEqual(Object.keys(gone ?? {}))
  expect((await follow(sol, since(OWN_PRODUCTS, second.cursor))).items).toEqual([])
  expect(names((await follow(staff, `${ALL_PRODUCTS}?updatedSince=${ALL}`)).items)).toContain('Of another')
})

test('a product that staff move to another business is deleted for the first, without a word about what it is now', async () => {
  const { id } = await make('Moving box')
  const { cursor } = await follow(sol, `${OWN_PRODUCTS}?updatedSince=${ALL}`)
  const other = await shop.signIn('business_admin')
  await staff.productEdits.update({
    params: { id },
    body: { businessId: other.user.businessId ?? '', name: 'Secret box', sku: 'SECRET-1' },
  })
  const page = await read(sol, since(OWN_PRODUCTS, cursor))
  expect(page.items).toMatchObject([{ id, status: 'Deleted', name: '', stock: 0, businessId }])
  expect(JSON.stringify(page.items)).not.toMatch(/secret/i)
  expect(ProductSummary.safeParse(page.items[0]).success, 'a whole product, as the description says').toBe(true)
  expect((await follow(other, `${OWN_PRODUCTS}?updatedSince=${ALL}`)).items).toMatchObject([{ id, name: 'Secret box', status: 'Active' }])
})

test('orders come with their changes: also of a part, of a parcel and of money; sellers read their parts only', async () => {
  const product = await make('Box')
  const stranger = await shop.signIn('business_admin')
  const buyer = await shop.signIn('customer')
  await buyer.cart.addItem({ body: { productId: product.id, quantity: 4 } })
  const { id, items } = await checkOut(buyer)
  const first = await follow(sol, `${OWN_ORDERS}?updatedSince=${ALL}`)
  const all = await follow(staff, `${ALL_ORDERS}?updatedSince=${ALL}`)
  expect([first.items, all.items]).toMatchObject([[{ id, status: 'pending' }], [{ id, status: 'pending' }]])
  expect((await follow(stranger, `${OWN_ORDERS}?updatedSince=${ALL}`)).items).toEqual([])
  let cursor = first.cursor
  const changes: (() => Promise<unknown>)[] = [
    () => staff.orders.setStatus({ params: { id }, body: { status: 'processing' } }),
    () => sol.shipments.ship({ params: { id }, body: { lines: [{ id: items[0]?.id ?? '', quantity: 1 }], trackingNumber: 'T-1' } }),
    () => sol.shipments.ship({ params: { id }, body: { trackingNumber: 'T-2' } }),
  ]
  for (const change of changes) {
    await change()
    const page = await follow(sol, since(OWN_ORDERS, cursor))
    expect(page.items).toHaveLength(1)
    cursor = page.cursor
  }
  expect((await follow(sol, since(OWN_ORDERS, cursor))).items).toEqual([])
  expect((await follow(staff, since(ALL_ORDERS, all.cursor))).items).toMatchObject([{ id, status: 'shipped' }])
})

test('`updatedSince` leaves out what has not changed since then', async () => {
  const old = await make('Old box')
  await shop.deps.db
    .update(products)
    .set({ updatedAt: new Date('2020-01-01') })
    .where(eq(products.id, old.id))
  await shop.database.pool.query("update stock_movements set at = '2020-01-01'")
  await make('Young box')
  expect(names((await follow(sol, `${OWN_PRODUCTS}?updatedSince=2024-01-01T00:00:00%2B01:00`)).items)).toEqual(['Young box'])
})

test('cursors of another list, another business and another state of the database are refused, and filters beside them', async () => {
  await make('Box')
  const { cursor } = await follow(sol, `${OWN_PRODUCTS}?updatedSince=${ALL}`)
  const other = await shop.signIn('business_admin')
  for (const [by, url] of [
    [other, since(OWN_PRODUCTS, cursor)],
    [sol, since(OWN_ORDERS, cursor)],
    [staff, since(ALL_PRODUCTS, cursor)],
    [sol, since(OWN_PRODUCTS, 'bm90aGluZw')],
  ] as const)
    expect(await read(by, url)).toMatchObject({ status: 422, code: 'cursor_invalid', items: [] })
  for (const filter of ['status=Active', 'page=2', 'search=box', `updatedSince=${ALL}`])
    expect(await read(sol, `${since(OWN_PRODUCTS, cursor)}&${filter}`)).toMatchObject({ status: 422, code: 'invalid_input' })
  const at = shop.deps.now()
  await shop.deps.db.insert(operations).values({ kind: 'restore', startedAt: at, finishedAt: at, ok: true })
  expect(await read(sol, since(OWN_PRODUCTS, cursor))).toMatchObject({ status: 410, code: 'cursor_outdated' })
  const url = since(OWN_PRODUCTS, cursor)
  const answer = await shop.app.inject({ url, headers: { authorization: `Bearer ${sol.token}` } })
  expect(answer.json()).toMatchObject({ title: 'Gone', status: 410 })
  await shop.deps.db.delete(operations)
})

test('a cursor is good for 60 days', () => {
  const scope = { era: 'e', list: 'l' }
  const now = new Date('2026-03-01')
  const cursor = writeCursor(scope, { phase: 'changes', point: { position: '7', id: FIRST_ID } }, now)
  const after = (days: number) => readCursor(scope, cursor, new Date(now.getTime() + days * DAY_MS))
  expect(after(60)).toEqual({ phase: 'changes', point: { position: '7', id: FIRST_ID } })
  expect(() => after(61)).toThrow('outdated')
})

const given = inject('database')
describe.runIf(given.kind === 'postgres')('while others write', () => {
  test('what an earlier transaction commits later is not passed over', async () => {
    const [slow, quick] = [await make('Slow'), await make('Quick')]
    const { cursor } = await follow(sol, `${OWN_PRODUCTS}?updatedSince=${ALL}`)
    const client = await shop.database.pool.connect()
    await client.query('begin')
    await client.query("update products set name = 'Slow at last' where id = $1", [slow.id])
    await sol.productEdits.update({ params: { id: quick.id }, body: { name: 'Quick first' } })
    const during = await follow(sol, since(OWN_PRODUCTS, cursor))
    await client.query('commit')
    client.release()
    const after = await follow(sol, since(OWN_PRODUCTS, during.cursor))
    expect(names([...during.items, ...after.items])).toEqual(['Quick first', 'Slow at last'])
  })

  test.each(TESTS_ALL ? [1, 2, 3] : [1])(
    'round %i: a reader beside eight writers ends with exactly the state of the tables',
    { timeout: LONG_MS },
    async () => {
      const ids: string[] = []
      for (let at = 0; at < 12; at += 1) ids.push((await make(`Box ${at}`)).id)
      const buyer = await shop.signIn('customer')
      const orderIds: string[] = []
      for (const productId of ids.slice(0, 6)) {
        await buyer.cart.addItem({ body: { productId, quantity: 1 } })
        orderIds.push((await checkOut(buyer)).id)
      }
      const any = (list: readonly string[]) => list[Math.floor(Math.random() * list.length)] ?? ''
      const write = async (writer: number) => {
        const client = await shop.database.pool.connect()
        for (let at = 0; at < 25; at += 1) {
          const text = `${writer} wrote ${at}`
          const [statement, values] = (
            [
              ['update products set name = $2, updated_at = now() where id = $1', [any(ids), text]],
              [
                `with sold as (update products set stock = stock + 1, version = version + 1 where id = $1 returning id, version)
              insert into stock_movements (product_id, delta, reason, reference, version) select id, 1, 'return', $2, version from sold`,
                [any(ids), text],
              ],
              [
                "update products set status = case status when 'Active' then 'Deleted' else 'Active' end, name = $2 where id = $1",
                [any(ids), text],
              ],
              ['update orders set tags = array[$2] where id = $1', [any(orderIds), text]],
              [
                'with o as (select id from orders where id = $1 for no key update) update seller_orders set tracking_number = $2 from o where order_id = o.id',
                [any(orderIds), text],
              ],
            ] as const
          )[(at + writer) % 5] ?? ['select 1', []]
          await client.query('begin')
          await client.query(statement, [...values])
          await client.query('select pg_sleep(random() * 0.01)')
          await client.query(at % 7 === 6 ? 'rollback' : 'commit')
        }
        client.release()
      }
      let isOver = false
      const writers = Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(write)).then(() => {
        isOver = true
      })
      const readers = [
        [sol, OWN_PRODUCTS],
        [staff, ALL_PRODUCTS],
        [sol, OWN_ORDERS],
        [staff, ALL_ORDERS],
      ] as const
      const seen = await Promise.all(
        readers.map(async ([by, path]) => {
          const known = new Map<string, Item>()
          const keep = (items: readonly Item[]) => items.forEach((item) => void known.set(item.id, item))
          let { items, cursor } = await follow(by, `${path}?updatedSince=${ALL}&limit=5`)
          keep(items)
          for (let isLast = isOver; ; isLast = isOver) {
            ;({ items, cursor } = await follow(by, since(path, cursor)))
            keep(items)
            if (isLast) return known
          }
        }),
      )
      await writers
      const [own, all, ownOrders, allOrders] = seen
      const { rows } = await shop.database.pool.query('select id, name, stock, status, version from products')
      for (const { id, ...values } of rows) {
        if (ids.includes(id)) expect(own?.get(id)).toMatchObject(values)
        expect(all?.get(id)).toMatchObject(values)
      }
      expect([own?.size, all?.size]).toEqual([ids.length, rows.length])
      const stored = await shop.database.pool.query(
        'select id, tags, s.tracking_number as "trackingNumber" from orders join seller_orders s on s.order_id = id',
      )
      for (const { id, tags, trackingNumber } of stored.rows) {
        expect(allOrders?.get(id)).toMatchObject({ tags })
        expect(ownOrders?.get(id)).toMatchObject({ trackingNumber })
      }
      expect([ownOrders?.size, allOrders?.size]).toEqual([6, 6])
    },
  )
})
