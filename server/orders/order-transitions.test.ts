import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { OrderStatus } from '#domain/order.ts'
import { auditEntries, orders, outbox, products, refunds, sellerOrders, stockMovements } from '#server/platform/db/schema.ts'
import { pay, refusalOf } from '#server/testing/buyers.ts'
import { ann, move, openOrderShop, order, params, parcel, rowsOf, shop, staff, toBuyer } from '#server/testing/placed-orders.ts'

openOrderShop()

const stockOf = async (id: string) => (await shop.deps.db.select().from(products).where(eq(products.id, id)))[0]?.stock

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
  expect(mails.map(({ key }) => key.split(':')[0])).toEqual([
    'order-placed',
    'order-processing',
    'order-shipped',
    'document',
    'order-delivered',
  ])
  const entries = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'order.move')).orderBy(auditEntries.id)
  expect(entries.map(({ before, after }) => [before, after])[0]).toEqual([{ status: 'pending' }, { status: 'processing' }])
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
  const shipped = await move(placed, 'shipped', { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' })
  expect(shipped.fulfilments).toMatchObject([{ status: 'shipped', carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }])
  expect((await ann.orders.byId(params(placed))).fulfilments[0]?.trackingNumber).toBe('1Z999AA10123456784')
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

test('B190 F7.2.13 orders that were chosen together move where that is legal; the others stay, each named with its reason', async () => {
  const [one, two, done] = [await order(), await order(), await order()]
  await ann.orders.cancel(params(done))
  const nobody = crypto.randomUUID()
  const ids = [one.id, two.id, done.id, nobody, one.id]
  expect(await staff.orders.moveMany({ body: { ids, status: 'processing' } })).toEqual({
    moved: 2,
    unchanged: 0,
    refused: [
      { id: done.id, number: done.number, reason: "An order that is canceled can't become processing." },
      { id: nobody, number: null, reason: 'Not found.' },
    ],
  })
  expect((await staff.orders.listAll({ query: { status: 'processing' } })).total).toBe(2)
  expect(await shop.deps.db.$count(auditEntries, eq(auditEntries.action, 'order.move'))).toBe(2)
  expect(await refusalOf(staff.orders.moveMany({ body: { ids: [], status: 'shipped' } }))).toMatchObject({ status: 422 })
  expect(await refusalOf(ann.orders.moveMany({ body: { ids: [one.id], status: 'shipped' } }))).toMatchObject({ status: 403 })
})
