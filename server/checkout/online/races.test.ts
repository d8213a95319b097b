import { randomUUID } from 'node:crypto'
import { eq, like } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ApiError } from '#contract/errors.ts'
import type { OrderStatus } from '#domain/order.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { cartItems, orders, outbox, products, promotions, stockMovements } from '#server/platform/db/schema.ts'
import { checkOut, customerForm, makeBuyers, orderOf, outcomeOf } from '#server/testing/buyers.ts'
import { raceRounds, TESTS_ALL } from '#server/testing/race-rounds.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

/* The same races on the embedded database, which runs one transaction at a time, and on PostgreSQL, which shows what is wrong. */

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(async () => {
  await new Promise((resolve) => setTimeout(resolve, 1200)) // PostgreSQL counts deadlocks about a second late
  expect(await deadlocks()).toBe(0)
  await shop.close()
})
beforeEach(() => shop.reset())
afterEach(async () => {
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
})

/** Number by which the buyers are divided: all of them come each night. */
const SHARE = TESTS_ALL ? 1 : 10
const BUYERS = 200 / SHARE
const parcel = (input: Parameters<TestShop['make']['product']>[0] = {}) => shop.make.product({ category: 'accessories', ...input })
const stockOf = async (id: string) => (await shop.deps.db.select().from(products).where(eq(products.id, id)))[0]?.stock
const countOrders = () => shop.deps.db.$count(orders)

/** Counts the statuses of all calls. */
async function race(calls: Promise<unknown>[]) {
  const outcomes = await Promise.all(calls.map(outcomeOf))
  const statuses = Object.fromEntries([...Map.groupBy(outcomes, ({ status }) => status)].map(([status, list]) => [status, list.length]))
  return { outcomes, statuses }
}

async function deadlocks(): Promise<number> {
  const { rows } = await shop.database.pool.query('select deadlocks from pg_stat_database where datname = current_database()')
  return Number(rows[0]?.deadlocks ?? 0)
}

/** The orders of buyers who all saw their carts before any of them ordered. */
const bodiesOf = (buyers: SignedInUser[]) => Promise.all(buyers.map(async (buyer) => ({ buyer, body: orderOf(await buyer.cart.list()) })))

const TRIES = 10
/** Orders as the browser does: with one key, and again while the shop has no connection left (503), as on a machine that does much else. */
async function orderPatiently({ buyer, body }: { buyer: SignedInUser; body: ReturnType<typeof orderOf> }): Promise<unknown> {
  const idempotencyKey = randomUUID()
  for (let tries = 1; ; tries += 1) {
    try {
      return await buyer.checkout.placeOrder({ body, idempotencyKey })
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 503) || tries === TRIES) throw error
    }
  }
}

const UNITS = 100 / SHARE
const MANY = 5 * UNITS
test(`R-A1 ${MANY} buyers of ${UNITS} units: ${UNITS} orders, the others refused because the product is gone, none oversold`, async () => {
  const box = await parcel({ name: 'Box', stock: UNITS })
  const sent = await bodiesOf(await makeBuyers(shop, MANY, [box]))
  let lowest = UNITS
  const raced = new AbortController()
  const sampling = (async () => {
    // no connection is no stock below 0
    while (!raced.signal.aborted) lowest = Math.min(lowest, (await stockOf(box.id).catch(() => 0)) ?? 0)
  })()
  const { statuses, outcomes } = await race(sent.map(orderPatiently))
  raced.abort()
  await sampling
  expect(statuses).toEqual({ 200: UNITS, 409: MANY - UNITS })
  const details = new Set(outcomes.flatMap(({ problem }) => (problem ? [`${problem.code}: ${problem.detail}`] : [])))
  expect([...details]).toEqual(['stock_gone: Box: Product is out of stock'])
  expect([await stockOf(box.id), await countOrders()]).toEqual([0, UNITS])
  expect(lowest).toBeGreaterThanOrEqual(0)
})

test(`R-A2 ${BUYERS} buyers of two products in any order: ${BUYERS / 4} orders, no deadlock`, async () => {
  const stock = BUYERS / 4
  const parcels = [await parcel({ stock }), await parcel({ stock })]
  const sent = await bodiesOf(await makeBuyers(shop, BUYERS, parcels))
  const { statuses } = await race(sent.map(orderPatiently))
  expect(statuses).toEqual({ 200: stock, 409: BUYERS - stock })
  expect(await Promise.all(parcels.map(({ id }) => stockOf(id)))).toEqual([0, 0])
  expect(await countOrders()).toBe(stock)
})

test('R-A3 a product that is named twice, or lines that together are more than there is: 409, and nothing is taken', async () => {
  const box = await parcel({ stock: 3 })
  const [ann] = await makeBuyers(shop, 1, [box])
  if (!ann) throw new Error('no buyer')
  const body = orderOf(await ann.cart.list())
  const [item] = body.items
  if (!item) throw new Error('no item')
  await ann.cart.addItem({ body: { productId: box.id, quantity: 2 } })
  const twice = [
    { ...item, quantity: 2 },
    { ...item, quantity: 2 },
  ]
  for (const items of [twice, [item, item], [{ ...item, quantity: 3 }, item]]) {
    const { statuses } = await race([ann.checkout.placeOrder({ body: { ...body, items } })])
    expect(statuses).toEqual({ 409: 1 })
  }
  await shop.deps.db.update(cartItems).set({ quantity: 4 }).where(eq(cartItems.userId, ann.user.id))
  const { outcomes } = await race([ann.checkout.placeOrder({ body: { ...body, items: [{ ...item, quantity: 4 }] } })])
  expect(outcomes[0]?.problem).toMatchObject({ status: 409, code: 'stock_gone' })
  expect([await stockOf(box.id), await countOrders()]).toEqual([3, 0])
})

test('R-A4 one key sent 50 times at once makes one order, and all answers name it', async () => {
  const box = await parcel()
  const [ann] = await makeBuyers(shop, 1, [box])
  if (!ann) throw new Error('no buyer')
  const body = orderOf(await ann.cart.list())
  const answers = await Promise.all(Array.from({ length: 50 }, () => ann.checkout.placeOrder({ body, idempotencyKey: 'once' })))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect([await countOrders(), await stockOf(box.id), await shop.deps.db.$count(outbox, like(outbox.dedupeKey, 'order-placed:%'))]).toEqual(
    [1, 99, 1],
  )
})

test('R-A5 one key with two bodies at once: one order, the other body 422', async () => {
  const box = await parcel()
  const [ann] = await makeBuyers(shop, 1, [box])
  if (!ann) throw new Error('no buyer')
  const body = orderOf(await ann.cart.list())
  const other = { ...body, customer: { ...customerForm, firstName: 'Eve' } }
  const bodies = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? body : other))
  const { statuses } = await race(bodies.map((one) => ann.checkout.placeOrder({ body: one, idempotencyKey: 'k' })))
  expect(statuses).toEqual({ 200: 10, 422: 10 })
  expect(await countOrders()).toBe(1)
})

test('R-A6 a double click without a key makes one order', async () => {
  const box = await parcel()
  const [ann] = await makeBuyers(shop, 1, [box])
  if (!ann) throw new Error('no buyer')
  const body = orderOf(await ann.cart.list())
  const { statuses, outcomes } = await race(Array.from({ length: 5 }, () => ann.checkout.placeOrder({ body })))
  expect(statuses).toEqual({ 200: 1, 409: 4 })
  expect(outcomes.flatMap(({ problem }) => problem?.code ?? [])).toEqual(Array.from({ length: 4 }, () => 'cart_empty'))
  expect(await stockOf(box.id)).toBe(99)
})

test(`R-A7 a code for 10 uses and ${BUYERS} checkouts at once: 10 orders have it, its counter is 10`, async () => {
  await shop.deps.db.update(promotions).set({ usageLimit: 10 }).where(eq(promotions.code, 'SAVE10'))
  const box = await parcel({ stock: 300 })
  const sent = await bodiesOf(await makeBuyers(shop, BUYERS, [box], 'SAVE10'))
  const { statuses, outcomes } = await race(sent.map(orderPatiently))
  expect(statuses).toEqual({ 200: 10, 409: BUYERS - 10 })
  expect(new Set(outcomes.flatMap(({ problem }) => problem?.errors?.map(({ message }) => message) ?? []))).toEqual(
    new Set(['SAVE10 has been used up']),
  )
  const [code] = await shop.deps.db.select().from(promotions).where(eq(promotions.code, 'SAVE10'))
  expect([code?.timesUsed, await countOrders(), await stockOf(box.id)]).toEqual([10, 10, 290])
})

test('R-A7 one customer at many devices cannot use a code twice that counts once for each', async () => {
  await shop.deps.db.update(promotions).set({ perCustomerLimit: 1 }).where(eq(promotions.code, 'SAVE10'))
  const box = await parcel()
  const [ann] = await makeBuyers(shop, 1, [box], 'SAVE10')
  if (!ann) throw new Error('no buyer')
  const buyAgain = async () => {
    await ann.cart.addItem({ body: { productId: box.id, quantity: 1 } })
    await ann.cart.applyPromo({ body: { code: 'SAVE10' } })
    return checkOut(ann)
  }
  await race(Array.from({ length: 20 }, buyAgain))
  expect(await shop.deps.db.$count(orders, eq(orders.promoCode, 'SAVE10'))).toBe(1)
})

test(`R-A8 ${BUYERS / 2} checkouts while the owner sets the stock 20 times and the product is suspended: no order is dated after that`, async () => {
  const seller = await shop.make.business()
  const owner = await shop.signIn('business_admin', { businessId: seller.id })
  const box = await parcel({ stock: 200, businessId: seller.id })
  const sent = await bodiesOf(await makeBuyers(shop, BUYERS / 2, [box]))
  const setStock = async () => {
    for (let times = 0; times < 20; times += 1)
      await outcomeOf(owner.productEdits.bulkStock({ body: { updates: [{ id: box.id, stock: 150 + times }] } }))
  }
  const suspend = async () => {
    await new Promise((resolve) => setTimeout(resolve, 150))
    await shop.deps.db.update(products).set({ status: 'Suspended' }).where(eq(products.id, box.id))
    return new Date()
  }
  const [suspendedAt, { statuses }] = await Promise.all([suspend(), race(sent.map(orderPatiently)), setStock()])
  const placed = await shop.deps.db.select({ createdAt: orders.createdAt }).from(orders)
  expect(placed.every(({ createdAt }) => createdAt <= suspendedAt)).toBe(true)
  expect(Object.keys(statuses).filter((status) => status !== '200' && status !== '409')).toEqual([])
})

const CANCELLATIONS = raceRounds(50)
test(`R-A11 a customer cancels while staff ship, ${CANCELLATIONS} times: a legal end, and stock returns once or never`, async () => {
  const box = await parcel({ stock: CANCELLATIONS })
  const buyers = await makeBuyers(shop, CANCELLATIONS, [box])
  const staff = await shop.signIn('application_admin')
  const ends = await Promise.all(
    buyers.map(async (buyer): Promise<OrderStatus> => {
      const { id } = await checkOut(buyer)
      const params = { id }
      await staff.orders.setStatus({ params, body: { status: 'processing' } })
      await race([
        buyer.orders.cancel({ params }),
        staff.orders.setStatus({ params, body: { status: 'shipped' } }),
        buyer.orders.cancel({ params }),
        staff.orders.setStatus({ params, body: { status: 'cancelled' } }),
      ])
      const { status, history } = await buyer.orders.byId({ params })
      expect(history).toHaveLength(3)
      return status
    }),
  )
  const cancelled = ends.filter((status) => status === 'cancelled').length
  expect(ends.filter((status) => status === 'shipped')).toHaveLength(CANCELLATIONS - cancelled)
  expect(await shop.deps.db.$count(stockMovements, eq(stockMovements.reason, 'cancel'))).toBe(cancelled)
  expect(await stockOf(box.id)).toBe(cancelled)
})

test('orders and cancellations of the same two products at once leave the ledger whole', async () => {
  const stock = 40 / SHARE
  const parcels = [await parcel({ stock }), await parcel({ stock })]
  const buyers = await makeBuyers(shop, 60 / SHARE, parcels)
  const { statuses } = await race(
    buyers.map(async (buyer) => {
      const { id } = await checkOut(buyer)
      return buyer.orders.cancel({ params: { id } })
    }),
  )
  expect(Object.keys(statuses).filter((status) => status !== '200' && status !== '409')).toEqual([])
  expect(await Promise.all(parcels.map(({ id }) => stockOf(id)))).toEqual([stock, stock])
})

test('adding to the cart while it is being ordered loses nothing: what came too late stays in the cart', async () => {
  const [box, bag] = [await parcel(), await parcel()]
  const buyers = await makeBuyers(shop, 30 / SHARE, [box])
  await race(buyers.flatMap((buyer) => [checkOut(buyer), buyer.cart.addItem({ body: { productId: bag.id, quantity: 1 } })]))
  for (const buyer of buyers) {
    const { items } = await buyer.cart.list()
    const placed = await buyer.orders.listOwn()
    const ordered = placed.items.flatMap((one) => one.items.map(({ productId }) => productId))
    expect([...ordered, ...items.map(({ productId }) => productId)].sort()).toEqual([box.id, bag.id].sort())
  }
})
