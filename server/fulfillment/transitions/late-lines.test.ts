import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#domain/time.ts'
import { deliveryDays, notifications, orderLines, outbox, sellerOrders } from '#server/platform/db/schema.ts'
import { checkOut, orderOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { notifyLate } from './notify-late.ts'

let shop: TestShop
let ann: SignedInUser
let boss: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer')
  boss = await shop.signIn('super_admin')
})

const today = () => shop.deps.now().toISOString().slice(0, 10)

/** An order of two products of one seller: one in stock, one that is made first. */
async function placed() {
  const business = await shop.make.business()
  const product = { category: 'mat', businessId: business.id, weightGrams: 1000 } as const
  const [soon, later] = [
    await shop.make.product({ ...product, name: 'Soon' }),
    await shop.make.product({ ...product, name: 'Later', leadTimeDays: 15 }),
  ]
  for (const { id } of [soon, later]) await ann.cart.addItem({ body: { productId: id, quantity: 1 } })
  return { business, order: await checkOut(ann) }
}
const promiseOf = (order: { items: readonly { name: string; promisedFrom: string | null; promisedTo: string | null }[] }, name: string) => {
  const item = order.items.find((one) => one.name === name)
  return { from: item?.promisedFrom ?? '', to: item?.promisedTo ?? '' }
}
const lateMails = async () =>
  (await shop.deps.db.select().from(outbox).orderBy(outbox.id)).filter(({ dedupeKey }) => dedupeKey.startsWith('line-late:'))

test('X5 the cart promises days for each line, the order freezes them, and a change of the rates changes nothing', async () => {
  const business = await shop.make.business()
  const { id } = await shop.make.product({ category: 'mat', businessId: business.id, leadTimeDays: 15 })
  const cart = await ann.cart.addItem({ body: { productId: id, quantity: 1 } })
  const order = await checkOut(ann)
  expect(order.items[0]).toMatchObject({ promisedFrom: cart.items[0]?.arrives?.earliest, promisedTo: cart.items[0]?.arrives?.latest })
  expect((order.items[0]?.promisedFrom ?? '') > today()).toBe(true)
  const { shipping } = await boss.settings.read()
  const slow = { ...shipping.standard, minDays: 50, maxDays: 60 }
  await boss.settings.update({ body: { shipping: { ...shipping, standard: slow } } })
  expect((await ann.orders.byId({ params: { id: order.id } })).items).toEqual(order.items)
})

test('X5 each line has its own promise: what is made first arrives later', async () => {
  const { order } = await placed()
  expect(promiseOf(order, 'Later').from > promiseOf(order, 'Soon').to).toBe(true)
})

test('X5 a late line is in the list of late orders and emailed once, with a new day and the free cancellation', async () => {
  const { business, order } = await placed()
  const seller = await shop.signIn('business_admin', { businessId: business.id })
  expect(await notifyLate(shop.deps)).toBe('Nothing is late.')
  const lateOrders = () => boss.orders.listAll({ query: { waitsFor: 'arrival' } })
  expect((await lateOrders()).total).toBe(0)
  await shop.deps.db.update(orderLines).set({ promisedFrom: '2026-01-05', promisedTo: '2026-01-07' }).where(eq(orderLines.name, 'Soon'))
  expect((await lateOrders()).items.map(({ id }) => id)).toEqual([order.id])
  expect(await notifyLate(shop.deps)).toBe('1 seller orders are late.')
  await notifyLate(shop.deps)
  const mails = await lateMails()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.payload).toMatchObject({
    template: 'line-late',
    to: ann.user.email,
    facts: { number: order.number, late: [{ name: 'Soon', quantity: 1, promisedTo: '2026-01-07' }] },
  })
  const { facts } = (mails[0]?.payload ?? { facts: {} }) as { facts: { newDay?: string } }
  expect((facts.newDay ?? '') > today()).toBe(true)
  expect(await shop.deps.db.select().from(notifications).where(eq(notifications.userId, seller.user.id))).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ kind: 'line-late' })]),
  )
  await ann.orders.cancel({ params: { id: order.id }, body: {} })
  expect((await lateOrders()).total).toBe(0)
})

test('X5 a second line that becomes late on another day is emailed, too, and alone', async () => {
  const { order } = await placed()
  const { db } = shop.deps
  await db.update(orderLines).set({ promisedFrom: '2026-01-05', promisedTo: '2026-01-07' }).where(eq(orderLines.name, 'Soon'))
  await notifyLate(shop.deps)
  await db.update(orderLines).set({ promisedFrom: '2026-01-19', promisedTo: '2026-01-21' }).where(eq(orderLines.name, 'Later'))
  await notifyLate(shop.deps)
  await notifyLate(shop.deps)
  const late = (await lateMails()).map(({ payload }) => (payload as { facts: { late: unknown } }).facts.late)
  expect(late).toEqual([
    [{ name: 'Soon', quantity: 1, promisedTo: '2026-01-07' }],
    [{ name: 'Later', quantity: 1, promisedTo: '2026-01-21' }],
  ])
  expect(order.items).toHaveLength(2)
})

test('X5 the new day of a late line counts the days of the zone it travels in', async () => {
  const business = await shop.make.business()
  const { zones } = await boss.shipping.zones()
  const world = zones.find(({ name }) => name === 'World')
  const [rate] = world?.rates ?? []
  if (!world || !rate) throw new Error('There is no rate for the world')
  await boss.shipping.updateZone({
    params: { id: world.id },
    body: { ...world, rates: [{ ...rate, maxKg: null, minDays: 40, maxDays: 50 }] },
  })
  const { id } = await shop.make.product({ category: 'mat', businessId: business.id, weightGrams: 1000 })
  await ann.cart.addItem({ body: { productId: id, quantity: 1 } })
  const body = orderOf(await ann.cart.list({ query: { country: 'CA', state: 'ON', zip: 'M5V 2T6' } }))
  await ann.checkout.placeOrder({ body: { ...body, customer: { ...body.customer, country: 'CA', state: 'ON', zipCode: 'M5V 2T6' } } })
  await shop.deps.db.update(orderLines).set({ promisedFrom: '2026-01-05', promisedTo: '2026-01-07' })
  expect(await notifyLate(shop.deps)).toBe('1 seller orders are late.')
  const [mail] = await lateMails()
  const { facts } = (mail?.payload ?? { facts: {} }) as { facts: { newDay?: string } }
  expect(new Date(facts.newDay ?? '').getTime() - shop.deps.now().getTime()).toBeGreaterThan(60 * DAY_MS)
})

test('X5 a promise that ends today is not late, nor is a canceled or a delivered order', async () => {
  const { order } = await placed()
  await shop.deps.db.update(orderLines).set({ promisedFrom: today(), promisedTo: today() })
  expect(await notifyLate(shop.deps)).toBe('Nothing is late.')
  shop.advance(DAY_MS)
  for (const status of ['cancelled', 'delivered'] as const) {
    await shop.deps.db.update(sellerOrders).set({ status, deliveredAt: shop.deps.now() })
    expect([status, (await boss.orders.listAll({ query: { waitsFor: 'arrival' } })).total]).toEqual([status, 0])
    expect(await notifyLate(shop.deps)).toBe('Nothing is late.')
  }
  expect(order.items).toHaveLength(2)
})

test("X5 a seller's share on time counts lines: each by its own promise, and a delivery that is taken back is not counted", async () => {
  const { business, order } = await placed()
  await shop.deps.db.update(orderLines).set({ promisedFrom: '2026-01-05', promisedTo: '2026-01-07' }).where(eq(orderLines.name, 'Soon'))
  const move = (status: 'delivered' | 'shipped') =>
    shop.deps.db
      .update(sellerOrders)
      .set({ status, updatedAt: shop.deps.now(), deliveredAt: shop.deps.now() })
      .where(eq(sellerOrders.orderId, order.id))
  const counted = async () => (await shop.deps.db.select().from(deliveryDays).where(eq(deliveryDays.businessId, business.id)))[0]
  await move('delivered')
  expect(await counted()).toMatchObject({ deliveries: 2, onTime: 1 })
  await move('shipped')
  expect(await counted()).toMatchObject({ deliveries: 0, onTime: 0 })
  await shop.deps.db.update(orderLines).set({ promisedFrom: null, promisedTo: null })
  await move('delivered')
  expect(await counted()).toMatchObject({ deliveries: 1, onTime: 1 })
})
