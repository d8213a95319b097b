import { eq, notLike } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { OrderStatus } from '#domain/order.ts'
import {
  auditEntries,
  orderEvents,
  orders,
  outbox,
  products,
  refunds,
  sellerOrders,
  stockMovements,
  users,
} from '#server/platform/db/schema.ts'
import { checkOut, customerForm, orderOf, pay, refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { listLedgerDisagreements } from './ledger-disagreements.ts'

let shop: TestShop
let ann: SignedInUser
let staff: SignedInUser

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer', { name: 'Ann Buyer', email: 'ann@test.test' })
  staff = await shop.signIn('application_admin', { name: 'Sam Staff' })
})
afterEach(async () => {
  expect(await listLedgerDisagreements(shop.deps.db)).toEqual([])
})

const parcel = (input: Parameters<TestShop['make']['product']>[0] = {}) => shop.make.product({ category: 'accessories', ...input })
const stockOf = async (id: string) => (await shop.deps.db.select().from(products).where(eq(products.id, id)))[0]?.stock
const params = ({ id }: Order) => ({ params: { id } })
const move = (order: Order, status: OrderStatus, more: object = {}) =>
  staff.orders.setStatus({ ...params(order), body: { status, ...more } })

async function order(buyer = ann, product?: { id: string }, quantity = 1): Promise<Order> {
  const { id } = product ?? (await parcel())
  await buyer.cart.addItem({ body: { productId: id, quantity } })
  return checkOut(buyer)
}

/** Every row of an order, as text. */
async function rowsOf({ id }: Order): Promise<string> {
  const { db } = shop.deps
  return JSON.stringify([
    await db.select().from(orders).where(eq(orders.id, id)),
    await db.select().from(sellerOrders).where(eq(sellerOrders.orderId, id)),
    await db.select().from(orderEvents).where(eq(orderEvents.orderId, id)),
  ])
}

/** Mails that are not the sellers'. */
const toBuyer = notLike(outbox.dedupeKey, 'seller-%')

test("another customer's order is 404 for reading and cancelling, and stays as it is", async () => {
  const mine = await order()
  const before = await rowsOf(mine)
  const seller = mine.items[0]?.businessId ?? ''
  const strangers = [await shop.signIn('customer'), await shop.signIn('business_admin', { businessId: seller })]
  for (const stranger of strangers) {
    for (const id of [mine.id, mine.number])
      expect(await refusalOf(stranger.orders.byId({ params: { id } }))).toMatchObject({ status: 404 })
    expect(await refusalOf(stranger.orders.cancel(params(mine)))).toMatchObject({ status: 404 })
    expect(await refusalOf(stranger.orders.adminById(params(mine)))).toMatchObject({ status: 403 })
    expect(await refusalOf(stranger.orders.setStatus({ ...params(mine), body: { status: 'processing' } }))).toMatchObject({ status: 403 })
    expect(await refusalOf(stranger.orders.listAll())).toMatchObject({ status: 403 })
    expect(await stranger.orders.listOwn()).toEqual({ items: [], total: 0 })
  }
  expect(await refusalOf(shop.visitor.orders.byId({ params: { id: mine.id } }))).toMatchObject({ status: 401 })
  expect(await rowsOf(mine)).toBe(before)
})

test('an unknown or malformed id is 404, before the body is looked at', async () => {
  for (const id of [crypto.randomUUID(), 'ORD-NOTHING', 'x', '%00', '\u0000', "' or 1=1 --"]) {
    const url = `/api/orders/${encodeURIComponent(id)}`
    const headers = { authorization: `Bearer ${staff.token}` }
    expect((await shop.app.inject({ url, headers })).statusCode, id).toBe(404)
    const patch = { method: 'PATCH' as const, url: `/api/admin/orders/${encodeURIComponent(id)}/status`, headers, payload: { status: 5 } }
    expect((await shop.app.inject(patch)).statusCode, id).toBe(404)
  }
})

test('S215 S237 own orders come newest first, with their lines, and page by page', async () => {
  const first = await order()
  shop.advance(1000)
  const second = await order(ann, await parcel({ name: 'Box' }), 3)
  const list = await ann.orders.listOwn()
  expect(list.items.map(({ id }) => id)).toEqual([second.id, first.id])
  expect(list.items[0]).toMatchObject({
    number: second.number,
    itemCount: 3,
    items: [{ name: 'Box', quantity: 3 }],
    totalAmount: second.totalAmount,
  })
  expect(await ann.orders.listOwn({ query: { page: '2', limit: '1' } })).toMatchObject({ total: 2, items: [{ id: first.id }] })
  await ann.orders.cancel(params(first))
  expect((await ann.orders.listOwn({ query: { status: 'cancelled' } })).items.map(({ id }) => id)).toEqual([first.id])
})

test('S237 B189 B190 an order moves step by step, each move once, with history, audit and mail', async () => {
  const placed = await order()
  for (const [status, next] of [
    ['processing', ['shipped', 'cancelled']],
    ['shipped', ['delivered']],
    ['delivered', []],
  ] as const) {
    const moved = await move(placed, status)
    expect(moved).toMatchObject({ status, nextStatuses: next, fulfilments: [{ status }] })
    expect(await refusalOf(move(placed, status))).toMatchObject({ status: 409, code: 'invalid_transition' })
  }
  const done = await ann.orders.byId(params(placed))
  expect(done).toMatchObject({ version: 4, canCancel: false, nextStatuses: [] })
  expect(done.history.map(({ from, to, by }) => [from, to, by])).toEqual([
    [null, 'pending', 'Ann Buyer'],
    ['pending', 'processing', 'Reflute'],
    ['processing', 'shipped', 'Reflute'],
    ['shipped', 'delivered', 'Reflute'],
  ])
  const mails = await shop.deps.db.select({ key: outbox.dedupeKey }).from(outbox).where(toBuyer).orderBy(outbox.id)
  expect(mails.map(({ key }) => key.split(':')[0])).toEqual(['order-placed', 'order-processing', 'order-shipped', 'order-delivered'])
  const entries = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'order.move')).orderBy(auditEntries.id)
  expect(entries.map(({ before, after }) => [before, after])[0]).toEqual([{ status: 'pending' }, { status: 'processing' }])
})

test('a buyer reads the name of the shop, as it is set, for what its people did', async () => {
  const { version: _version, ...company } = (await staff.settings.read()).company
  await (await shop.signIn('super_admin')).settings.update({ body: { company: { ...company, name: 'Karton & Co' } } })
  const placed = await order()
  await move(placed, 'processing')
  const { history, fulfilments } = await ann.orders.byId(params(placed))
  expect(history.map(({ by }) => by)).toEqual(['Ann Buyer', 'Karton & Co'])
  expect(fulfilments[0]?.history.at(-1)).toMatchObject({ by: 'Karton & Co' })
})

test('mails about an order go to the address that its buyer has today', async () => {
  const placed = await order()
  await shop.deps.db.update(users).set({ email: 'ann.new@test.test' }).where(eq(users.id, ann.user.id))
  await move(placed, 'processing')
  const sent = (await shop.deps.db.select().from(outbox).where(toBuyer).orderBy(outbox.id)).map(
    ({ payload }) => (payload as { to: string }).to,
  )
  expect(sent).toEqual(['ann@test.test', 'ann.new@test.test'])
})

test('every move that the table does not list is 409 and changes nothing', async () => {
  const illegal: [OrderStatus[], OrderStatus[]][] = [
    [[], ['pending', 'shipped', 'delivered']],
    [['processing'], ['pending', 'processing', 'delivered']],
    [
      ['processing', 'shipped'],
      ['pending', 'processing', 'cancelled'],
    ],
    [
      ['processing', 'shipped', 'delivered'],
      ['pending', 'processing', 'shipped', 'cancelled'],
    ],
    [['cancelled'], ['pending', 'processing', 'shipped', 'delivered']],
  ]
  for (const [path, refused] of illegal) {
    const placed = await order()
    for (const status of path) await move(placed, status)
    const before = await rowsOf(placed)
    for (const status of refused) expect(await refusalOf(move(placed, status))).toMatchObject({ status: 409, code: 'invalid_transition' })
    expect(await rowsOf(placed)).toBe(before)
  }
})

test('a cancelled order gives its stock back once, by its customer or by staff', async () => {
  const box = await parcel({ stock: 10 })
  const mine = await order(ann, box, 4)
  expect(await stockOf(box.id)).toBe(6)
  const cancelled = await ann.orders.cancel({ ...params(mine), body: { reason: 'Bought twice' } })
  expect(cancelled).toMatchObject({ status: 'cancelled', canCancel: false, fulfilments: [{ status: 'cancelled' }] })
  expect(cancelled.history.at(-1)).toMatchObject({ from: 'pending', to: 'cancelled', by: 'Ann Buyer', note: 'Bought twice' })
  expect(await refusalOf(ann.orders.cancel(params(mine)))).toMatchObject({ status: 409, code: 'order_not_cancellable' })
  const byStaff = await order(ann, box, 4)
  await move(byStaff, 'processing')
  expect(await move(byStaff, 'cancelled', { reason: 'No answer' })).toMatchObject({ status: 'cancelled' })
  expect(await stockOf(box.id)).toBe(10)
  expect(await shop.deps.db.$count(stockMovements, eq(stockMovements.reason, 'cancel'))).toBe(2)
})

test('a cancellation without a body works, and nobody cancels what has left', async () => {
  const placed = await order()
  const headers = { authorization: `Bearer ${ann.token}`, 'content-type': 'application/json' }
  const cancel = (id: string) => shop.app.inject({ method: 'POST', url: `/api/orders/${id}/cancel`, headers })
  expect((await cancel(placed.id)).statusCode).toBe(200)
  const shipped = await order()
  await move(shipped, 'processing')
  await move(shipped, 'shipped')
  expect((await cancel(shipped.id)).json()).toMatchObject({ status: 409, detail: 'This order can no longer be canceled.' })
  expect(await refusalOf(staff.orders.cancel(params(shipped)))).toMatchObject({ status: 409 })
})

test('D236 an order that is paid gives the money back when it is cancelled, once; while a card payment is on its way it waits', async () => {
  const placed = await order()
  const setPayment = (paymentMethod: 'card' | 'pay_later', paymentStatus: 'processing' | 'unpaid') =>
    shop.deps.db.update(orders).set({ paymentMethod, paymentStatus }).where(eq(orders.id, placed.id))
  await setPayment('card', 'processing')
  expect(await refusalOf(ann.orders.cancel(params(placed)))).toMatchObject({ status: 409, code: 'order_not_cancellable' })
  expect((await staff.orders.adminById(params(placed))).nextStatuses).toEqual([])
  await setPayment('card', 'unpaid')
  expect(await refusalOf(move(placed, 'processing'))).toMatchObject({ status: 409, code: 'order_unpaid' })
  expect((await staff.orders.adminById(params(placed))).nextStatuses).toEqual(['cancelled'])
  await setPayment('pay_later', 'unpaid')
  await pay(shop, placed.id)
  expect(await ann.orders.byId(params(placed))).toMatchObject({ status: 'processing', paymentStatus: 'paid', canCancel: true })
  expect(await ann.orders.cancel(params(placed))).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' })
  expect(await shop.deps.db.select({ cents: refunds.amountCents, cause: refunds.cause }).from(refunds)).toEqual([
    { cents: Math.round(placed.totalAmount * 100), cause: `cancel:${placed.id}` },
  ])
})

test('carrier and tracking number are kept when the order is shipped', async () => {
  const placed = await order()
  await move(placed, 'processing', { carrier: 'Early', trackingNumber: '0' })
  const shipped = await move(placed, 'shipped', { carrier: 'UPS', trackingNumber: '1Z999' })
  expect(shipped.fulfilments).toMatchObject([{ status: 'shipped', carrier: 'UPS', trackingNumber: '1Z999' }])
  expect((await ann.orders.byId(params(placed))).fulfilments[0]?.trackingNumber).toBe('1Z999')
})

test('a move that was decided on an older version is 409 with the order as it is now', async () => {
  const placed = await order()
  await move(placed, 'processing', { version: 1 })
  expect(await refusalOf(move(placed, 'shipped', { version: 1 }))).toMatchObject({
    status: 409,
    code: 'edit_conflict',
    current: { id: placed.id, status: 'processing', version: 2 },
  })
})

test('staff move every part that may move; parts that are further stay, and hold back a cancellation', async () => {
  const [box, bag] = [await parcel({ stock: 5 }), await parcel({ stock: 5 })]
  await ann.cart.addItem({ body: { productId: box.id, quantity: 1 } })
  const placed = await order(ann, bag)
  const setPart = (status: OrderStatus) =>
    shop.deps.db.update(sellerOrders).set({ status }).where(eq(sellerOrders.businessId, box.businessId))
  await setPart('shipped')
  expect(await refusalOf(ann.orders.cancel(params(placed)))).toMatchObject({ status: 409 })
  expect(await refusalOf(move(placed, 'cancelled'))).toMatchObject({ status: 409, code: 'order_not_cancellable' })
  const moved = await move(placed, 'processing')
  expect(moved.status).toBe('processing')
  expect(moved.fulfilments.map(({ status }) => status).sort()).toEqual(['processing', 'shipped'])
  expect((await move(placed, 'shipped')).fulfilments.map(({ status }) => status)).toEqual(['shipped', 'shipped'])
})

test('a part that is cancelled already keeps its stock returned, and the order goes on without it', async () => {
  const [box, bag] = [await parcel({ stock: 5 }), await parcel({ stock: 5 })]
  await ann.cart.addItem({ body: { productId: box.id, quantity: 1 } })
  const placed = await order(ann, bag)
  await shop.deps.db.update(sellerOrders).set({ status: 'cancelled' }).where(eq(sellerOrders.businessId, box.businessId))
  await shop.deps.db.insert(stockMovements).values({ productId: box.id, delta: 1, reason: 'cancel', reference: placed.id })
  await shop.deps.db.update(products).set({ stock: 5 }).where(eq(products.id, box.id))
  await ann.orders.cancel(params(placed))
  expect([await stockOf(box.id), await stockOf(bag.id)]).toEqual([5, 5])
})

test('stock that went back for an order before does not go back again', async () => {
  const box = await parcel({ stock: 5 })
  const placed = await order(ann, box, 2)
  await shop.deps.db.insert(stockMovements).values({ productId: box.id, delta: 2, reason: 'cancel', reference: placed.id })
  await shop.deps.db.update(products).set({ stock: 5 }).where(eq(products.id, box.id))
  await ann.orders.cancel(params(placed))
  expect(await stockOf(box.id)).toBe(5)
})

test('B73 B74 B75 B76 B173 B273 B345 B349 staff see all orders, in USD, found by number, start of the id, name and e-mail', async () => {
  const bob = await shop.signIn('customer', { name: 'Bob O_Neil', email: 'bob@other.test' })
  const box = await parcel({ priceUsdCents: 200_00, priceEurCents: 150_00 })
  await ann.cart.addItem({ body: { productId: box.id, quantity: 1 } })
  const euros = await ann.checkout.placeOrder({ body: orderOf(await ann.cart.list({ query: { currency: 'EUR' } })) })
  await bob.cart.addItem({ body: { productId: box.id, quantity: 2 } })
  const customer = { ...customerForm, firstName: 'Zoe', lastName: 'Quill', email: 'zoe@third.test' }
  const other = await bob.checkout.placeOrder({ body: { ...orderOf(await bob.cart.list()), customer } })
  const search = async (text: string) => (await staff.orders.listAll({ query: { search: text } })).items.map(({ id }) => id)
  expect((await staff.orders.listAll()).items.find(({ id }) => id === euros.id)).toMatchObject({
    user: { name: 'Ann Buyer', email: 'ann@test.test' },
    currency: 'EUR',
    totalAmount: 216,
    totalInCurrency: 162,
  })
  for (const text of [
    euros.number,
    euros.number.toLowerCase(),
    euros.id.slice(0, 8),
    euros.id.slice(0, 8).toUpperCase(),
    euros.id,
    'ann b',
    'ANN@TEST',
  ]) {
    expect(await search(text), text).toEqual([euros.id])
  }
  for (const text of ['O_N', 'zoe quill', 'zoe@third', other.number]) expect(await search(text), text).toEqual([other.id])
  for (const text of ['100%', '_nn', '\\', "'; drop table orders; --"]) expect(await search(text), text).toEqual([])
  expect(await search('  ')).toHaveLength(2)
})

test('staff find an order by letters with marks in any case, by words in any order, and by no start of an id that another one has', async () => {
  const zoe = await shop.signIn('customer', { name: 'Zoë ÅSTRÖM-Müller', email: 'zoe.astrom@test.test' })
  const hers = await order(zoe)
  await order()
  const search = async (text: string) => (await staff.orders.listAll({ query: { search: text } })).items.map(({ id }) => id)
  for (const text of [
    'zoe',
    'ZOË',
    'åström',
    'Müller Zoë',
    'astrom-muller',
    hers.id.slice(0, 9),
    hers.id.slice(0, 20),
    hers.id.replaceAll('-', ''),
  ])
    expect(await search(text), text).toEqual([hers.id])
  for (const text of [`${hers.id}0`, `${hers.id.slice(0, 7)}-`, 'muller bob']) expect(await search(text), text).toEqual([])
})

test('B74 staff narrow the orders by payment, way to pay and seller, and sort by customer both ways; who is deleted reads Deleted user', async () => {
  const bob = await shop.signIn('customer', { name: 'Bob' })
  const [box, bag] = [await parcel(), await parcel()]
  const [mine, his] = [await order(ann, box), await order(bob, bag)]
  await shop.deps.db.update(orders).set({ paymentStatus: 'paid', paymentMethod: 'card' }).where(eq(orders.id, his.id))
  const list = async (query: NonNullable<NonNullable<Parameters<typeof staff.orders.listAll>[0]>['query']>) =>
    (await staff.orders.listAll({ query })).items.map(({ id }) => id)
  expect(await list({ paymentStatus: 'paid' })).toEqual([his.id])
  expect(await list({ paymentMethod: 'pay_later' })).toEqual([mine.id])
  expect(await list({ businessId: box.businessId })).toEqual([mine.id])
  expect(await list({ businessId: box.businessId, paymentStatus: 'paid' })).toEqual([])
  expect(await list({ sort: 'customer' })).toEqual([mine.id, his.id])
  expect(await list({ sort: '-customer' })).toEqual([his.id, mine.id])
  await shop.deps.db.update(users).set({ status: 'Deleted' }).where(eq(users.id, bob.user.id))
  expect((await staff.orders.listAll({ query: { search: his.number } })).items[0]?.user).toEqual({ name: 'Deleted user', email: '' })
})

test('B190 orders that were chosen together move where that is legal; the others stay, each named with its reason', async () => {
  const [one, two, done] = [await order(), await order(), await order()]
  await ann.orders.cancel(params(done))
  const nobody = crypto.randomUUID()
  const ids = [one.id, two.id, done.id, nobody, one.id]
  expect(await staff.orders.moveMany({ body: { ids, status: 'processing' } })).toEqual({
    moved: 2,
    refused: [
      { id: done.id, number: done.number, reason: "An order that is cancelled can't become processing." },
      { id: nobody, number: null, reason: 'Not found.' },
    ],
  })
  expect((await staff.orders.listAll({ query: { status: 'processing' } })).total).toBe(2)
  expect(await shop.deps.db.$count(auditEntries, eq(auditEntries.action, 'order.move'))).toBe(2)
  expect(await refusalOf(staff.orders.moveMany({ body: { ids: [], status: 'shipped' } }))).toMatchObject({ status: 422 })
  expect(await refusalOf(ann.orders.moveMany({ body: { ids: [one.id], status: 'shipped' } }))).toMatchObject({ status: 403 })
})

test('the staff list filters by status and UTC days, both included, and sorts', async () => {
  const small = await order(ann, await parcel({ priceUsdCents: 10_00 }))
  const bob = await shop.signIn('customer', { name: 'Bob' })
  const large = await order(bob, await parcel({ priceUsdCents: 900_00 }))
  const at = async (id: string, day: string) => {
    const placedAt = new Date(day)
    await shop.deps.db.update(orders).set({ createdAt: placedAt }).where(eq(orders.id, id))
    await shop.deps.db.update(sellerOrders).set({ placedAt }).where(eq(sellerOrders.orderId, id)) // its copy
  }
  await at(small.id, '2026-03-04T23:59:59.999Z')
  await at(large.id, '2026-03-05T00:00:00.000Z')
  await move(large, 'processing')
  const list = async (query: NonNullable<Parameters<typeof staff.orders.listAll>[0]>['query'] = {}) =>
    (await staff.orders.listAll({ query })).items.map(({ id }) => id)
  expect(await list({ status: 'processing' })).toEqual([large.id])
  expect(await list({ from: '2026-03-05' })).toEqual([large.id])
  expect(await list({ to: '2026-03-04' })).toEqual([small.id])
  expect(await list({ from: '2026-03-04', to: '2026-03-05' })).toEqual([large.id, small.id])
  for (const sort of ['createdAt', 'totalAmount', 'status', 'customer'] as const)
    expect(await list({ sort }), sort).toEqual([small.id, large.id])
  for (const sort of ['-createdAt', '-totalAmount'] as const) expect(await list({ sort }), sort).toEqual([large.id, small.id])
  expect(await refusalOf(staff.orders.listAll({ query: { from: '2026-02-31' } }))).toMatchObject({
    status: 422,
    errors: [{ field: 'from' }],
  })
  expect(await refusalOf(staff.orders.listAll({ query: { limit: '501' } }))).toMatchObject({ status: 422 })
})

test('a page of orders takes the same number of queries whatever its length', async () => {
  let queries = 0
  const { pool } = shop.database
  const original = pool.query.bind(pool)
  const countOf = async (call: () => Promise<unknown>) => {
    queries = 0
    pool.query = ((...args: Parameters<typeof original>) => {
      queries += 1
      return original.apply(pool, args)
    }) as typeof original
    await call()
    pool.query = original
    return queries
  }
  await order()
  const one = await countOf(() => staff.orders.listAll())
  for (let times = 0; times < 4; times += 1) await order()
  expect(one).toBeGreaterThan(2)
  expect(await countOf(() => staff.orders.listAll())).toBe(one)
  expect(await countOf(() => ann.orders.listOwn())).toBe(one)
})

test('staff read and cancel any order, and no body moves it otherwise', async () => {
  const mine = await order()
  const root = await shop.signIn('super_admin')
  expect((await root.orders.byId({ params: { id: mine.number } })).id).toBe(mine.id)
  const body = { status: 'processing' as const, paymentStatus: 'paid', totalAmount: 0, userId: root.user.id, number: 'X' }
  const moved = await root.orders.setStatus({ ...params(mine), body })
  expect(moved).toMatchObject({ number: mine.number, totalAmount: mine.totalAmount, paymentStatus: 'unpaid', user: mine.user })
  expect(await root.orders.cancel(params(mine))).toMatchObject({ status: 'cancelled' })
})

test('the ledger check sees stock that no movement explains', async () => {
  const box = await parcel({ stock: 10 })
  await shop.deps.db.update(products).set({ stock: 9 }).where(eq(products.id, box.id))
  expect(await listLedgerDisagreements(shop.deps.db)).toEqual([{ rule: 'stock', id: box.id, expected: 10, actual: 9 }])
  await shop.deps.db.update(products).set({ stock: 10 }).where(eq(products.id, box.id))
  const placed = await order(ann, box, 2)
  await shop.deps.db.update(orders).set({ status: 'shipped' }).where(eq(orders.id, placed.id))
  await shop.deps.db.update(stockMovements).set({ delta: -1 }).where(eq(stockMovements.reference, placed.id))
  const rules = (await listLedgerDisagreements(shop.deps.db)).map(({ rule }) => rule)
  expect(rules.sort()).toEqual(['order status', 'order stock', 'stock'])
  await shop.reset()
})
