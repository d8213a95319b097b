import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { toDecimal } from '#domain/money.ts'
import { addDays, DAY_MS, dayOf } from '#domain/time.ts'
import { orders } from '#server/platform/db/schema.ts'
import { orderOf } from '#server/testing/buyers.ts'
import { ann, move, openOrderShop, order, params, parcel, shop, staff } from '#server/testing/placed-orders.ts'

openOrderShop()

const cents = (amount: number) => Math.round(amount * 100)
const overview = () => ann.orders.overview()
const today = () => dayOf(shop.deps.now(), 'UTC')
const pay = async (placed: Parameters<typeof params>[0]) => {
  const paidAt = shop.deps.now().toISOString()
  return staff.orderMoney.markPaid({ ...params(placed), body: { method: 'cash', reference: placed.number, paidAt } })
}
const deliver = async (placed: Parameters<typeof params>[0]) => {
  for (const status of ['processing', 'shipped', 'delivered'] as const) if (placed.status !== status) await move(placed, status)
}

test('1.10 a new customer has nothing to know of', async () => {
  expect(await overview()).toEqual({ last: null, due: [], returns: [] })
})

test('1.10 what is due is added up by currency, with its first day; paid and canceled orders and those of others are not due', async () => {
  const dollars = [await order(), await order(ann, await parcel({ priceUsdCents: 77_77 }))]
  const first = today()
  shop.advance(3 * DAY_MS)
  const { id } = await parcel()
  await ann.cart.addItem({ body: { productId: id, quantity: 2 } })
  const euros = await ann.checkout.placeOrder({ body: orderOf(await ann.cart.list({ query: { currency: 'EUR' } })) })
  const paid = await order()
  await pay(paid)
  const canceled = await order()
  await ann.orders.cancel({ ...params(canceled), body: {} })
  const bob = await shop.signIn('customer')
  await order(bob)
  const { last, due } = await overview()
  expect(last?.number).toBe(canceled.number)
  expect(due).toHaveLength(2)
  expect(due).toContainEqual({
    currency: 'USD',
    orderCount: 2,
    amount: toDecimal(dollars.reduce((sum, { totalAmount }) => sum + cents(totalAmount), 0)),
    dueOn: addDays(first, 14),
  })
  expect(due).toContainEqual({ currency: 'EUR', orderCount: 1, amount: euros.totalAmount, dueOn: addDays(today(), 14) })
  expect(await ann.orders.byId(params(euros))).toMatchObject({ howToPay: { dueOn: addDays(today(), 14) }, dueAmount: euros.totalAmount })
  const { items, total } = await ann.orders.listOwn({ query: { isUnpaid: 'true' } })
  expect([total, items.map(({ number }) => number)]).toEqual([3, [euros, ...dollars.toReversed()].map(({ number }) => number)])
})

test('1.10 of a payment plan the parts with a day are due, by their own days', async () => {
  const [deposit, before] = [await order(), await order()]
  const setPlan = (placed: Parameters<typeof params>[0], parts: readonly ['order' | 'dispatch', number][]) =>
    shop.deps.db
      .update(orders)
      .set({ paymentPlan: parts.map(([trigger, percent]) => ({ id: randomUUID(), trigger, percent, days: 0 })) })
      .where(eq(orders.id, placed.id))
  await setPlan(deposit, [
    ['order', 30],
    ['dispatch', 70],
  ])
  await setPlan(before, [['dispatch', 100]])
  const [first] = (await ann.orders.byId(params(deposit))).plan ?? []
  const placedOn = today()
  expect((await overview()).due).toEqual([{ currency: 'USD', orderCount: 1, amount: first?.amount, dueOn: placedOn }])
  shop.advance(3 * DAY_MS)
  for (const status of ['processing', 'shipped'] as const) await move(before, status, { unpaidReason: 'Agreed' })
  const amount = toDecimal(cents(first?.amount ?? 0) + cents(before.totalAmount))
  expect((await overview()).due).toEqual([{ currency: 'USD', orderCount: 2, amount, dueOn: placedOn }])
  await staff.orderMoney.markPaid({
    ...params(deposit),
    body: { method: 'cash', reference: deposit.number, paidAt: today(), amount: first?.amount ?? 0 },
  })
  expect((await overview()).due).toEqual([{ currency: 'USD', orderCount: 1, amount: before.totalAmount, dueOn: today() }])
})

test('1.10 open return windows are named with their first last day, until they end or everything is back', async () => {
  const belt = await order()
  await deliver(belt)
  const machine = await order(ann, await shop.make.product({ category: 'mat-maker' }))
  await deliver(machine)
  const until = (days: number) => addDays(today(), days)
  expect((await overview()).returns).toEqual([
    { orderId: belt.id, number: belt.number, until: until(14) },
    { orderId: machine.id, number: machine.number, until: until(30) },
  ])
  const { items, fulfilments } = await ann.orders.byId(params(machine))
  const lines = items.map(({ productId, quantity }) => ({ productId, quantity }))
  const body = { businessId: fulfilments[0]?.businessId ?? '', lines, reason: 'unsuitable' as const, note: '', photos: [] }
  await ann.returns.request({ ...params(machine), body })
  expect((await overview()).returns.map(({ number }) => number)).toEqual([belt.number])
  shop.advance(15 * DAY_MS)
  expect((await overview()).returns).toEqual([])
})

test('1.10 the list shows several states at once', async () => {
  const [open, shipped, delivered, canceled] = [await order(), await order(), await order(), await order()]
  await move(shipped, 'processing')
  await move(shipped, 'shipped')
  await deliver(delivered)
  await ann.orders.cancel({ ...params(canceled), body: {} })
  const numbersOf = async (status: string) => (await ann.orders.listOwn({ query: { status } })).items.map(({ number }) => number)
  expect(await numbersOf('pending,processing,shipped')).toEqual([shipped.number, open.number])
  expect(await numbersOf('delivered')).toEqual([delivered.number])
  expect(await numbersOf('cancelled')).toEqual([canceled.number])
})
