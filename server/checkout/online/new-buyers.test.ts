import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { callLines, createApi } from '#contract/client.ts'
import { type Contract, contract } from '#contract/index.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { newBuyerOrders, notifications, orders, users } from '#server/platform/db/schema.ts'
import { sendInProcess } from '#server/platform/http/in-process.ts'
import { makeBuyers, orderOf, outcomeOf, pay, refusalOf } from '#server/testing/buyers.ts'
import { type CardShop, openCardShop } from '#server/testing/card-shop.ts'
import { raceRounds, raceTimeout } from '#server/testing/race-rounds.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

/*
 * What a buyer whom the shop does not know yet may have open with Pay Later (running.md, F10). Without tax and freight, so that amounts are
 * round.
 */

const HOME = '198.51.100.7'
const OTHER = '203.0.113.9'
const UNKNOWN = { emailVerifiedAt: null }

let shop: TestShop
let cards: CardShop
let boss: SignedInUser

beforeAll(async () => {
  shop = await openTestShop({ RATE_LIMIT: 'on' })
  cards = await openCardShop()
})
afterAll(async () => {
  await new Promise((resolve) => setTimeout(resolve, 1200)) // PostgreSQL counts deadlocks about a second late
  const { rows } = await shop.database.pool.query('select deadlocks from pg_stat_database where datname = current_database()')
  expect(Number(rows[0]?.deadlocks ?? 0)).toBe(0)
  await shop.close()
  await cards.close()
})
beforeEach(async () => {
  await Promise.all([shop.reset(), cards.reset()])
  boss = await shop.signIn('super_admin')
  await boss.settings.update({ body: { tax: { percent: 0 } } })
})
afterEach(async () => {
  for (const { deps } of [shop, cards]) expect(await listOrderDisagreements(deps.db)).toEqual([])
})

/** A product of so many dollars; shipping it is free. */
const product = (dollars: number, stock = 1000, at: TestShop = shop) =>
  at.make.product({ category: 'accessories', stock, priceUsdCents: dollars * 100, priceEurCents: dollars * 50 })

type Buyer = Pick<SignedInUser, 'cart' | 'checkout' | 'user'>

/** Somebody who orders from a network of their own choice. */
const from = (address: string, { token, user }: SignedInUser): Buyer => ({
  ...createApi<Contract>(callLines(contract), sendInProcess(shop.app, { token, address })),
  user,
})

async function order(buyer: Buyer, { id: productId }: { id: string }, quantity = 1) {
  await buyer.cart.clear({ query: {} })
  const cart = await buyer.cart.addItem({ body: { productId, quantity } })
  return buyer.checkout.placeOrder({ body: orderOf(cart) })
}

const eligibility = (buyer: Buyer) => buyer.checkout.payLater({ query: {} })
async function openUsd(): Promise<number> {
  const rows = await shop.deps.db.select().from(orders).where(eq(orders.status, 'pending'))
  return rows.reduce((sum, { totalUsdCents }) => sum + totalUsdCents, 0) / 100
}

test('F10 one machine of 39,000 USD may be paid later by a new buyer, two may not; also where no cards are charged', async () => {
  const machine = await product(39_000)
  const ann = await shop.signIn('customer', UNKNOWN)
  await ann.cart.addItem({ body: { productId: machine.id, quantity: 2 } })
  const reason =
    "You can have up to $50,000.00 open with Pay Later until you've paid an order and confirmed your email. You have $50,000.00 left, and this order is $78,000.00. Reduce your order, or contact us."
  expect(await eligibility(ann)).toEqual({ allowed: false, reason, limit: 50_000, open: 0, note: null })
  expect(await refusalOf(order(ann, machine, 2))).toMatchObject({
    status: 409,
    code: 'pay_later_limit',
    detail: reason,
    limit: 50_000,
    open: 0,
    order: 78_000,
    left: 50_000,
  })
  expect(await openUsd(), 'nothing is reserved').toBe(0)
  await order(ann, machine)
  expect(await eligibility(ann)).toMatchObject({
    allowed: true,
    note: "Confirm your email within 7 days, or pay, to keep this order. You have $11,000.00 left of your Pay Later limit. The limit ends once you've paid an order and your email is confirmed.",
  })
  expect(await refusalOf(order(ann, machine))).toMatchObject({
    code: 'pay_later_limit',
    left: 11_000,
    detail:
      "You can have up to $50,000.00 open with Pay Later until you've paid an order and confirmed your email. You have $11,000.00 left, and this order is $39,000.00. Reduce your order, pay an open order, or contact us.",
  })
  await order(ann, await product(11_000))
  expect(await openUsd()).toBe(50_000)
  expect(await refusalOf(order(ann, await product(1)))).toMatchObject({ code: 'pay_later_limit', left: 0 })
})

test('F10 the bound falls only when an order is paid and the email is confirmed; what was sent back does not count as paid', async () => {
  const machine = await product(30_000)
  const ann = await shop.signIn('customer', UNKNOWN)
  const first = await order(ann, machine)
  await pay(shop, first.id)
  await order(ann, machine)
  const unconfirmed = await refusalOf(order(ann, machine))
  expect(unconfirmed.detail).toContain("open with Pay Later until you've confirmed your email. You have $20,000.00 left")
  expect(unconfirmed.detail).toContain('Reduce your order, confirm your email, pay an open order, or contact us.')
  await shop.deps.db.update(users).set({ emailVerifiedAt: shop.deps.now() }).where(eq(users.id, ann.user.id))
  await order(ann, machine)
  expect(await eligibility(ann)).toMatchObject({ allowed: true, limit: null, note: null })
  const [paid] = await shop.deps.db.select().from(orders).where(eq(orders.id, first.id))
  await shop.deps.db
    .update(orders)
    .set({ refundedCents: paid?.paidCents ?? 0, paymentStatus: 'refunded' })
    .where(eq(orders.id, first.id))
  const unpaid = await refusalOf(order(ann, machine))
  expect(unpaid.detail).toContain("open with Pay Later until you've paid an order. You have $0.00 left")
  expect(unpaid.detail).toContain('. Pay an open order, or contact us.')
  await shop.deps.db.update(orders).set({ refundedCents: 0, paymentStatus: 'paid' }).where(eq(orders.id, first.id))
})

test('38.2.4 what a payment plan asks before dispatch is not on credit: only what comes after the delivery counts, all of it once it is sent', async () => {
  const buyer = await shop.signIn('customer')
  const placed = await order(buyer, await product(40_000))
  const openNow = async () => (await eligibility(buyer)).open
  expect(await openNow()).toBe(40_000)
  const set = (values: Partial<typeof orders.$inferInsert>) => shop.deps.db.update(orders).set(values).where(eq(orders.id, placed.id))
  const plan = (...parts: [number, 'order' | 'dispatch' | 'delivery'][]) =>
    set({ paymentPlan: parts.map(([percent, trigger]) => ({ id: randomUUID(), percent, trigger, days: 0 })) })
  await plan([30, 'order'], [70, 'dispatch'])
  expect(await openNow()).toBe(0)
  await plan([30, 'order'], [60, 'dispatch'], [10, 'delivery'])
  expect(await openNow()).toBe(4000)
  await set({ status: 'shipped' })
  expect(await openNow()).toBe(40_000)
  await set({ status: 'pending' })
})

test('F10 D114 an order in euros counts with its dollars', async () => {
  const ann = await shop.signIn('customer')
  const machine = await product(39_000)
  await ann.cart.addItem({ query: { currency: 'EUR' }, body: { productId: machine.id, quantity: 2 } })
  const cart = await ann.cart.list({ query: { currency: 'EUR' } })
  expect(cart.totals.total).toBe(39_000)
  expect(await refusalOf(ann.checkout.placeOrder({ body: orderOf(cart) }))).toMatchObject({ code: 'pay_later_limit', order: 78_000 })
})

test('F10 where cards are charged the sentence names the card, the bound counts for staff and sellers too, and a waiting card order cannot pass it', async () => {
  const machine = await product(39_000, 100, cards)
  for (const role of ['customer', 'business_admin', 'super_admin'] as const) {
    const buyer = await cards.signIn(role)
    await buyer.cart.addItem({ body: { productId: machine.id, quantity: 2 } })
    const refusal = await refusalOf(buyer.checkout.placeOrder({ body: orderOf(await buyer.cart.list()) }))
    expect([role, refusal.code]).toEqual([role, 'pay_later_limit'])
    expect(refusal.detail).toContain('. Reduce your order, pay this order by card, or contact us.')
  }
  const ann = await cards.signIn('customer')
  await ann.cart.addItem({ body: { productId: machine.id, quantity: 2 } })
  await cards.begin(ann)
  expect(await refusalOf(ann.checkout.placeOrder({ body: orderOf(await ann.cart.list()) }))).toMatchObject({ code: 'pay_later_limit' })
  expect(await cards.deps.db.select().from(orders)).toMatchObject([{ paymentMethod: 'card' }])
})

test('F10 super admins set the bound and the days; what a form of before does not send stays, and 0 is no null', async () => {
  const save = (payLater: object) => boss.settings.update({ body: { payLater: { offered: true, limit: null, ...payLater } } })
  expect((await save({ newBuyerLimit: 100, unconfirmedDays: 10 })).payLater).toMatchObject({ newBuyerLimit: 100, unconfirmedDays: 10 })
  expect((await save({})).payLater).toMatchObject({ newBuyerLimit: 100, unconfirmedDays: 10 })
  expect((await shop.visitor.shop.facts()).payLater).toMatchObject({ newBuyerLimit: 100, unconfirmedDays: 10 })
  const box = await product(101)
  const ann = await shop.signIn('customer')
  expect(await refusalOf(order(ann, box))).toMatchObject({ code: 'pay_later_limit', limit: 100 })
  await save({ newBuyerLimit: 0 })
  expect(await refusalOf(order(ann, await product(100)))).toMatchObject({ code: 'pay_later_limit', limit: 0, left: 0 })
  await save({ newBuyerLimit: null })
  await order(ann, await product(150_000))
  for (const wrong of [{ newBuyerLimit: -1 }, { unconfirmedDays: 2 }, { unconfirmedDays: 61 }, { unconfirmedDays: 3.5 }]) {
    expect((await refusalOf(save(wrong))).errors?.map(({ field }) => field)).toEqual([`payLater.${Object.keys(wrong)[0]}`])
  }
})

test('F10 the new buyers of one network have 100,000 USD open in 24 hours; other networks, known buyers and the next day are free', async () => {
  const machine = await product(40_000)
  const [ann, bob, cid, dan] = await Promise.all(Array.from({ length: 4 }, () => shop.signIn('customer')))
  if (!ann || !bob || !cid || !dan) throw new Error('no buyers')
  const first = await order(from(HOME, ann), machine)
  await order(from(HOME, bob), machine)
  await from(HOME, cid).cart.addItem({ body: { productId: machine.id, quantity: 1 } })
  const reason = 'New buyers on your network have reached the Pay Later limit. Try again in 24 hours, or contact us.'
  expect(await eligibility(from(HOME, cid)), 'shown beforehand, without what others have ordered').toEqual({
    allowed: false,
    reason,
    limit: 50_000,
    open: 0,
    note: null,
  })
  expect(await eligibility(from(OTHER, cid))).toMatchObject({ allowed: true })
  const refusal = await refusalOf(order(from(HOME, cid), machine))
  expect(refusal).toMatchObject({ status: 409, code: 'pay_later_limit', detail: reason, order: 40_000 })
  expect(refusal).not.toHaveProperty('open')
  await order(from(HOME, cid), await product(20_000))
  expect(await openUsd()).toBe(100_000)
  await order(from(OTHER, dan), machine)
  await pay(shop, first.id)
  await order(from(HOME, ann), machine) // known now: nobody asks for the network
  const eve = await shop.signIn('customer')
  await order(from(HOME, eve), machine) // what is paid is not open
  const fay = await shop.signIn('customer')
  expect(await refusalOf(order(from(HOME, fay), machine))).toMatchObject({ code: 'pay_later_limit' })
  shop.advance(24 * 3_600_000)
  await order(from(HOME, await shop.signIn('customer')), machine)
})

test('F10 addresses of one IPv6 network count together; nothing is kept of known buyers, nor where rates are not limited', async () => {
  const machine = await product(45_000)
  for (const address of ['2001:db8:1:2::1', '2001:db8:1:2:aaaa::2']) await order(from(address, await shop.signIn('customer')), machine)
  const ann = await shop.signIn('customer')
  expect(await refusalOf(order(from('2001:db8:1:2::3', ann), machine))).toMatchObject({ code: 'pay_later_limit' })
  const box = await product(10)
  const known = await shop.signIn('customer')
  await pay(shop, (await order(from(OTHER, known), box)).id)
  await shop.deps.db.delete(newBuyerOrders)
  await order(from(OTHER, known), box)
  expect(await shop.deps.db.$count(newBuyerOrders)).toBe(0)
  const free = await cards.signIn('customer')
  await order(free, await product(10, 10, cards))
  expect(await cards.deps.db.$count(newBuyerOrders)).toBe(0)
})

test(
  'F10 twenty parallel checkouts of one new account never reserve more than 50,000 USD',
  async () => {
    for (let round = 0; round < raceRounds(5); round += 1) {
      const box = await product(12_000)
      const ann = await shop.signIn('customer', UNKNOWN)
      const cart = await ann.cart.addItem({ body: { productId: box.id, quantity: 1 } })
      const body = orderOf(cart)
      let wanted = 20
      // a new cart is filled as soon as one is ordered, so that several orders of the account are always under way
      const buy = async () => {
        while (wanted-- > 0) {
          await outcomeOf(ann.checkout.placeOrder({ body }))
          await outcomeOf(ann.cart.addItem({ body: { productId: box.id, quantity: 1 } }))
          await outcomeOf(ann.cart.setQuantity({ params: { productId: box.id }, body: { quantity: 1 } }))
        }
      }
      await Promise.all([buy(), buy(), buy(), buy()])
      const rows = await shop.deps.db.select().from(orders).where(eq(orders.userId, ann.user.id))
      expect(rows.reduce((sum, { totalUsdCents }) => sum + totalUsdCents, 0)).toBeLessThanOrEqual(50_000_00)
      await shop.deps.db.delete(newBuyerOrders) // the next round begins with a network that nobody knows
    }
  },
  raceTimeout(5),
)

test(
  'F10 twenty new accounts of one network that order at once never reserve more than 100,000 USD, whatever they order and in which order',
  async () => {
    for (let round = 0; round < raceRounds(5); round += 1) {
      const twoProducts = [await product(7000), await product(2000)]
      const buyers = await makeBuyers(shop, 20, twoProducts)
      const sent = await Promise.all(buyers.map(async (buyer) => ({ buyer, body: orderOf(await buyer.cart.list()) })))
      const outcomes = await Promise.all(sent.map(({ buyer, body }) => outcomeOf(from(HOME, buyer).checkout.placeOrder({ body }))))
      const statuses = outcomes.map(({ status, problem }) => problem?.code ?? status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(11) // of 9,000 each
      expect(statuses.filter((status) => status === 'pay_later_limit')).toHaveLength(9)
      expect(await openUsd()).toBe(99_000)
      await shop.deps.db.update(orders).set({ status: 'delivered' })
      await shop.deps.db.delete(newBuyerOrders)
    }
    await shop.deps.db.update(orders).set({ status: 'pending' })
  },
  raceTimeout(5),
)

test('staff are notified at once of a large unpaid order, find it under Unpaid, and may cancel it', async () => {
  const clerk = await shop.signIn('application_admin')
  const notified = async () => {
    const rows = await shop.deps.db.select().from(notifications).where(eq(notifications.kind, 'large-unpaid-order'))
    return rows.filter(({ userId }) => userId === clerk.user.id).map(({ title, text, path }) => ({ title, text, path }))
  }
  const ann = await shop.signIn('customer')
  await order(ann, await product(25_000))
  expect(await notified()).toEqual([])
  const large = await order(await shop.signIn('customer'), await product(25_001, 1))
  const text = `Order ${large.number} totals $25,001.00 with Pay Later. It takes the last units of 1 product.`
  expect(await notified()).toEqual([{ title: 'Large unpaid order', text, path: `/admin/orders/${large.id}` }])
  const unpaid = await clerk.orders.listAll({ query: { unpaidDays: '0' } })
  expect(unpaid.items.map(({ id }) => id)).toContain(large.id)
  await clerk.orders.setStatus({ params: { id: large.id }, body: { status: 'cancelled', reason: 'Nobody knows them' } })
  expect((await clerk.orders.listAll({ query: { unpaidDays: '0' } })).items.map(({ id }) => id)).not.toContain(large.id)
})

test('staff are notified of an order that takes the last unit of five products, also of one by phone, and not of one that is paid by card', async () => {
  const at = cards
  const clerk = await at.signIn('application_admin')
  const count = () => at.deps.db.$count(notifications, eq(notifications.kind, 'large-unpaid-order'))
  const fill = async (many: number) => {
    const buyer = await at.signIn('customer')
    for (let made = 0; made < many; made += 1) {
      const { id: productId } = await product(10, 2, at)
      await buyer.cart.addItem({ body: { productId, quantity: 2 } })
    }
    return buyer
  }
  const four = await fill(4)
  await four.checkout.placeOrder({ body: orderOf(await four.cart.list()) })
  const byCard = await fill(5)
  await at.begin(byCard)
  expect(await count()).toBe(0)
  await byCard.checkout.placeOrder({ body: orderOf(await byCard.cart.list()) }) // it reserves the products, and is paid later now
  expect(await count()).toBe(1)
  const five = await fill(5)
  await five.checkout.placeOrder({ body: orderOf(await five.cart.list()) })
  expect(await count()).toBe(2)
  const bob = await at.signIn('customer')
  const wish = { userId: bob.user.id, currency: 'USD', shippingMethod: 'standard' } as const
  const items = [{ id: (await product(26_000, 5, at)).id, quantity: 1 }]
  const { cart } = await clerk.phoneOrders.preview({ body: { ...wish, items } })
  const { customer } = orderOf(cart)
  const priced = items.map((item) => ({ ...item, price: 26_000 }))
  await clerk.phoneOrders.place({ body: { ...wish, items: priced, amount: cart.totals.total, customer } })
  expect(await count()).toBe(3)
})

test('F10 D239 staff see the bound of a new customer before they order by phone, and pass it knowingly only', async () => {
  const clerk = await shop.signIn('application_admin')
  const ann = await shop.signIn('customer', UNKNOWN)
  const machine = await product(39_000)
  const wish = { userId: ann.user.id, currency: 'USD', shippingMethod: 'standard' } as const
  const body = { ...wish, items: [{ id: machine.id, quantity: 2 }] }
  const { payLater, cart } = await clerk.phoneOrders.preview({ body })
  expect(payLater).toEqual({ limit: 50_000, open: 0, order: 78_000, isForNew: true, isBeyond: true })
  const { customer } = orderOf(cart)
  const whole = { ...wish, items: [{ id: machine.id, quantity: 2, price: 39_000 }], amount: 78_000, customer }
  expect(await refusalOf(clerk.phoneOrders.place({ body: whole }))).toMatchObject({
    code: 'pay_later_limit',
    detail: 'This customer is new and can have up to $50,000.00 open. $0.00 is open already, and this order is $78,000.00.',
  })
  const placed = await clerk.phoneOrders.place({ body: { ...whole, beyondLimit: true } })
  expect(placed.totalAmount).toBe(78_000)
  expect(await shop.deps.db.$count(newBuyerOrders), 'staff have spoken with the customer: nobody cancels it').toBe(0)
  expect(await refusalOf(order(ann, await product(1)))).toMatchObject({ code: 'pay_later_limit', open: 78_000, left: 0 })
})
