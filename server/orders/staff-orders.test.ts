import { AsyncLocalStorage } from 'node:async_hooks'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { orders, sellerOrders, users } from '#server/platform/db/schema.ts'
import { customerForm, orderOf, refusalOf } from '#server/testing/buyers.ts'
import { ann, move, openOrderShop, order, params, parcel, shop, staff } from '#server/testing/placed-orders.ts'

openOrderShop()

test('B73 B74 B75 B76 B173 B273 B345 B349 staff see all orders, in USD, found by number, start of the id, name and email', async () => {
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
  const { pool } = shop.database
  const original = pool.query.bind(pool)
  const counting = new AsyncLocalStorage<{ queries: number }>() // the outbox works meanwhile
  pool.query = ((...args: Parameters<typeof original>) => {
    const counted = counting.getStore()
    if (counted) counted.queries += 1
    return original.apply(pool, args)
  }) as typeof original
  onTestFinished(() => {
    pool.query = original
  })
  const countOf = async (call: () => Promise<unknown>) => {
    const counted = { queries: 0 }
    await counting.run(counted, call)
    return counted.queries
  }
  await order()
  const countBoth = async () => [await countOf(() => staff.orders.listAll()), await countOf(() => ann.orders.listOwn())]
  const one = await countBoth()
  for (let times = 0; times < 4; times += 1) await order()
  expect(Math.min(...one)).toBeGreaterThan(2)
  expect(await countBoth()).toEqual(one)
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
