import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { orders } from '#server/platform/db/schema.ts'
import { checkOut, orderOf, outcomeOf, pay, refusalOf } from '#server/testing/buyers.ts'
import { type CardShop, openCardShop } from '#server/testing/card-shop.ts'
import { openTestShop, type SignedInUser } from '#server/testing/test-shop.ts'

let shop: CardShop
let boss: SignedInUser

beforeAll(async () => {
  shop = await openCardShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  boss = await shop.signIn('super_admin')
})
afterEach(async () => {
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
})

const setTerms = (payLater: { offered: boolean; limit: number | null }) => boss.settings.update({ body: { payLater } })
/** Puts products worth exactly 129.60 (120.00 with 8% tax, shipping free) into the cart. */
async function fill(buyer: SignedInUser, units = 1) {
  const { id: productId } = await shop.parcel()
  return buyer.cart.addItem({ body: { productId, quantity: units } })
}
const eligibility = (buyer: SignedInUser) => buyer.checkout.payLater({ query: {} })

test('D106 in a new shop with cards a customer who has paid an order pays later without a limit, and the settings say so', async () => {
  const ann = await shop.signIn('customer')
  await fill(ann)
  expect(await eligibility(ann)).toEqual({ allowed: true, reason: null, limit: 50_000, open: 0, note: null })
  const first = await checkOut(ann)
  expect(first.totalAmount).toBe(129.6)
  await pay(shop, first.id)
  await fill(ann)
  expect(await eligibility(ann)).toEqual({ allowed: true, reason: null, limit: null, open: 0, note: null })
  const terms = { offered: true, newBuyerLimit: 50_000, unconfirmedDays: 7 }
  expect((await boss.settings.read()).payLater).toEqual({ ...terms, limit: null, version: 1 })
  expect((await shop.visitor.shop.facts()).payLater).toEqual({ ...terms, transferCurrencies: [] })
})

test('D106 the limit is shown in the currency of the cart, at the ratio of its prices', async () => {
  await setTerms({ offered: true, limit: 300 })
  const ann = await shop.signIn('customer')
  const query = { currency: 'EUR' as const }
  const { id: productId } = await shop.make.product({ category: 'mat', priceUsdCents: 200_00, priceEurCents: 180_00, ladder: [] })
  const add = () => ann.cart.addItem({ query, body: { productId, quantity: 1 } })
  await add()
  const first = await ann.cart.list({ query })
  await ann.checkout.placeOrder({ body: orderOf(first) })
  await add()
  const cart = await ann.cart.list({ query })
  const { reason, open, limit } = await ann.checkout.payLater({ query })
  expect([limit, open]).toEqual([300, 216]) // the call's amounts stay in US dollars
  const left = `€${(Math.floor((84_00 * cart.totals.total * 100) / 216_00) / 100).toFixed(2)}`
  const whole = `€${(Math.floor((300_00 * cart.totals.total * 100) / 216_00) / 100).toFixed(2)}`
  expect(reason).toContain(
    `You can have up to ${whole} open with Pay Later. You have ${left} left, and this order is €${cart.totals.total.toFixed(2)}.`,
  )
  expect(reason).not.toContain('$')
  expect(await refusalOf(ann.checkout.placeOrder({ body: orderOf(cart) }))).toMatchObject({ code: 'pay_later_limit', detail: reason })
})

test('D106 people of approved businesses and staff pay later; those of other businesses see that it is not for them', async () => {
  for (const buyer of [await shop.signIn('business_admin'), await shop.signIn('application_admin'), await shop.signIn('super_admin')]) {
    await fill(buyer)
    expect((await checkOut(buyer)).paymentMethod).toBe('pay_later')
  }
  const business = await shop.make.business({ businessStatus: 'pending' })
  const waiting = await shop.signIn('business_admin', { businessId: business.id })
  await fill(waiting)
  const reason = 'Pay Later is for customers and approved businesses. Pay by card.'
  expect(await eligibility(waiting)).toMatchObject({ allowed: false, reason })
  expect(await refusalOf(checkOut(waiting))).toMatchObject({ status: 409, code: 'pay_later_reserved', detail: reason })
  expect(await shop.deps.db.$count(orders)).toBe(3)
})

test('D106 the limit counts what is open of the buyer, in dollars: nothing of others, nothing paid, nothing cancelled', async () => {
  await setTerms({ offered: true, limit: 300 })
  const ann = await shop.signIn('customer')
  const bob = await shop.signIn('customer')
  await fill(bob)
  await checkOut(bob)
  await fill(ann)
  const first = await checkOut(ann)
  await fill(ann)
  expect(await eligibility(ann)).toEqual({ allowed: true, reason: null, limit: 300, open: 129.6, note: null })
  const second = await checkOut(ann)
  const cart = await fill(ann)
  const reason =
    'You can have up to $300.00 open with Pay Later. You have $40.80 left, and this order is $129.60. Reduce your order, pay an open order, pay this order by card, or contact us.'
  expect(await eligibility(ann)).toEqual({ allowed: false, reason, limit: 300, open: 259.2, note: null })
  const refused = { status: 409, code: 'pay_later_limit', detail: reason, limit: 300, open: 259.2, order: 129.6 }
  expect(await refusalOf(ann.checkout.placeOrder({ body: orderOf(cart) }))).toMatchObject(refused)
  expect((await ann.cart.list()).items, 'what was wanted is still there').toHaveLength(1)
  await ann.orders.cancel({ params: { id: first.id } })
  expect((await eligibility(ann)).open).toBe(129.6)
  const paid = { method: 'bank_transfer', reference: 'R1', paidAt: new Date(shop.deps.now().getTime() - 1000).toISOString() } as const
  await boss.orderMoney.markPaid({ params: { id: second.id }, body: paid })
  expect((await eligibility(ann)).open).toBe(0)
  expect((await checkOut(ann)).paymentStatus).toBe('unpaid')
})

test('D106 D114 an order in euros counts with its dollars, and a cancelled part of one does not count', async () => {
  await setTerms({ offered: true, limit: 10_000 })
  const ann = await shop.signIn('customer')
  await fill(ann, 2)
  await fill(ann)
  const euros = await ann.cart.list({ query: { currency: 'EUR' } })
  const order = await ann.checkout.placeOrder({ body: orderOf(euros) })
  expect([order.currency, order.totalUSD, (await eligibility(ann)).open]).toEqual(['EUR', 388.8, 388.8])
  const [part] = order.fulfilments.filter(({ total }) => total < order.totalAmount / 2)
  await boss.orders.setPartStatus({
    params: { id: order.id, businessId: part?.businessId ?? '' },
    body: { status: 'cancelled', reason: 'Broken' },
  })
  expect((await eligibility(ann)).open).toBe(259.2)
})

test('D106 parallel orders of one buyer do not pass the limit together', async () => {
  await setTerms({ offered: true, limit: 300 })
  const ann = await shop.signIn('customer')
  const { id: productId } = await shop.parcel()
  const cart = await ann.cart.addItem({ body: { productId, quantity: 1 } })
  const body = orderOf(cart)
  let wanted = 12
  // a buyer who has ordered fills the cart again at once, so that several orders of the same cart are always under way
  const buy = async () => {
    const outcomes = []
    while (wanted-- > 0) {
      outcomes.push(await outcomeOf(ann.checkout.placeOrder({ body })))
      await outcomeOf(ann.cart.addItem({ body: { productId, quantity: 1 } }))
      await outcomeOf(ann.cart.setQuantity({ params: { productId }, body: { quantity: 1 } }))
    }
    return outcomes
  }
  const outcomes = (await Promise.all([buy(), buy(), buy(), buy()])).flat()
  expect(outcomes.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2)
  const open = await shop.deps.db.select().from(orders).where(eq(orders.userId, ann.user.id))
  expect(open.reduce((sum, { totalUsdCents }) => sum + totalUsdCents, 0)).toBeLessThanOrEqual(300_00)
  await ann.cart.clear({ query: {} })
  await ann.cart.addItem({ body: { productId, quantity: 1 } })
  if (open.length < 2) await checkOut(ann)
  await outcomeOf(ann.cart.addItem({ body: { productId, quantity: 1 } }))
  expect(await refusalOf(checkOut(ann))).toMatchObject({ code: 'pay_later_limit' })
})

test('D106 a card order that waits may become a Pay Later order only within the limit; the same key gives the same answer', async () => {
  await setTerms({ offered: true, limit: 100 })
  const ann = await shop.signIn('customer')
  await fill(ann)
  await shop.begin(ann)
  expect(await refusalOf(checkOut(ann))).toMatchObject({ code: 'pay_later_limit', open: 0 })
  expect((await shop.deps.db.select().from(orders))[0]).toMatchObject({ paymentMethod: 'card', status: 'pending' })
  await setTerms({ offered: true, limit: 130 })
  const body = orderOf(await ann.cart.list())
  const placed = await ann.checkout.placeOrder({ body, idempotencyKey: 'once' })
  expect(await ann.checkout.placeOrder({ body, idempotencyKey: 'once' })).toEqual(placed)
})

test('D106 switched off, Pay Later is refused while cards can be charged, and the shop says so', async () => {
  await setTerms({ offered: false, limit: 0 })
  expect((await boss.settings.read()).payLater).toMatchObject({ offered: false, limit: null })
  const ann = await shop.signIn('customer')
  await fill(ann)
  expect(await eligibility(ann)).toMatchObject({ allowed: false, reason: "Pay Later isn't available right now. Pay by card." })
  expect(await refusalOf(checkOut(ann))).toMatchObject({ status: 409, code: 'pay_later_off' })
  expect((await shop.visitor.shop.facts()).payLater).toMatchObject({ offered: false })
})

test('D103 D106 without card payment everybody may pay later, whatever the switch and the limit for each buyer say', async () => {
  const plain = await openTestShop()
  const root = await plain.signIn('super_admin')
  await root.settings.update({ body: { payLater: { offered: false, limit: 0.01 } } })
  const { id: productId } = await plain.make.product({ category: 'accessories' })
  for (const buyer of [await plain.signIn('customer'), root]) {
    await buyer.cart.addItem({ body: { productId, quantity: 1 } })
    expect(await eligibility(buyer)).toMatchObject({ allowed: true, reason: null })
    expect((await checkOut(buyer)).paymentMethod).toBe('pay_later')
  }
  expect((await plain.visitor.shop.facts()).payLater).toMatchObject({ offered: true })
  await plain.close()
})

test('D106 only super admins set who may pay later, what they changed is in the audit log', async () => {
  const clerk = await shop.signIn('application_admin')
  expect((await refusalOf(clerk.settings.update({ body: { payLater: { offered: false, limit: null } } }))).status).toBe(403)
  expect((await refusalOf(boss.settings.update({ body: { payLater: { offered: true, limit: -1 } } }))).status).toBe(422)
  await setTerms({ offered: true, limit: 5000 })
  const entries = await boss.audit.list({ query: { action: 'settings.change' } })
  expect(entries.items[0]).toMatchObject({ targetId: 'payLater', actorId: boss.user.id })
})
