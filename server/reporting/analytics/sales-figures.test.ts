import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lastDays } from '#domain/analytics.ts'
import { addDays, startOfDay } from '#domain/time.ts'
import { orders } from '#server/platform/db/schema.ts'
import { orderOf, refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { setTimeZone } from '#server/testing/time-zone.ts'

let shop: TestShop
let staff: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
  staff = await shop.signIn('application_admin')
})
afterAll(() => shop.close())

const cents = (amount: number) => Math.round(amount * 100)
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

async function place(buyer: SignedInUser, goods: readonly { id: string }[], at: string, currency: 'USD' | 'EUR', quantity: number) {
  for (const { id } of goods) await buyer.cart.addItem({ body: { productId: id, quantity } })
  const order = await buyer.checkout.placeOrder({ body: orderOf(await buyer.cart.list({ query: { currency } })) })
  await shop.deps.db
    .update(orders)
    .set({ createdAt: new Date(at) })
    .where(eq(orders.id, order.id))
  return order
}

test('a seller has the last 30 days of its own sales, each day to the cent the share that the analytics of staff have of it', async () => {
  await setTimeZone(shop, 'America/Chicago')
  const zone = 'America/Chicago'
  const [ann, bea] = [await shop.signIn('customer'), await shop.signIn('customer')]
  const [seller, other] = [await shop.signIn('business_admin'), await shop.signIn('business_admin')]
  const productOf = (by: SignedInUser, usd: number, eur: number) =>
    shop.make.product({
      category: 'accessories',
      businessId: by.user.businessId ?? '',
      priceUsdCents: usd,
      priceEurCents: eur,
      stock: 10_000,
    })
  const goods = [await productOf(seller, 10_13, 9_11), await productOf(seller, 3_77, 3_49), await productOf(other, 250_01, 219_99)]
  const [mine = { id: '' }, mineToo = { id: '' }, theirs = { id: '' }] = goods
  const range = lastDays(shop.deps.now(), 30, zone)
  const at = (back: number, ms: number) => new Date(startOfDay(addDays(range.to, -back), zone).getTime() + ms).toISOString()
  const placed = [
    [ann, [mine], at(0, 0), 'USD', 3],
    [ann, [mine, mineToo, theirs], at(0, 1), 'EUR', 7],
    [bea, [theirs], at(1, 5000), 'EUR', 1],
    [bea, [mine, theirs], at(3, -1), 'EUR', 11], // the last moment of four days ago
    [ann, [mineToo], at(3, 0), 'USD', 1],
    [bea, [mineToo, mine], at(3, 1), 'EUR', 13],
    [ann, [mine], at(29, 0), 'EUR', 2], // the first moment of the range
    [ann, [mine], at(29, -1), 'USD', 50], // and the last one before it
  ] as const
  for (const [buyer, wanted, when, currency, quantity] of placed) await place(buyer, wanted, when, currency, quantity)
  const canceled = await place(ann, [mine], at(5, 0), 'USD', 5)
  await ann.orders.cancel({ params: { id: canceled.id } })
  const partly = await place(ann, [mine, theirs], at(6, 0), 'EUR', 5)
  const ofMine = `order_id = '${partly.id}' and business_id = '${seller.user.businessId}'`
  await shop.deps.db.execute(`update seller_orders set status = 'cancelled' where ${ofMine}`)

  for (const by of [seller, other]) {
    const own = await by.analytics.readOwn()
    expect(own).toMatchObject({ ...range, currency: 'USD' })
    expect(own.steps.map(({ from, to }) => [from, to])).toEqual(
      Array.from({ length: 30 }, (_, day) => [addDays(range.from, day), addDays(range.from, day)]),
    )
    const shareOf = async (days: { from: string; to: string }) => {
      const { businesses } = await staff.analytics.read({ query: { ...days, interval: 'day' } })
      const { units, amount } = businesses.top.find(({ id }) => id === by.user.businessId) ?? { units: 0, amount: 0 }
      return { units, sold: amount }
    }
    for (const { from, to, orders: _orders, ...figures } of own.steps) expect(figures, from).toEqual(await shareOf({ from, to }))
    const { orders: _all, ...totals } = own.totals
    expect(totals).toEqual(await shareOf(range))
    expect(sum(own.steps.map(({ sold }) => cents(sold)))).toBe(cents(own.totals.sold))
    expect(own.totals.sold).toBeGreaterThan(0)
  }
  const ordersOf = async (by: SignedInUser) =>
    (await by.analytics.readOwn()).steps.filter((step) => step.orders > 0).map((step) => [step.from, step.orders])
  const back = (days: number) => addDays(range.to, -days)
  expect(await ordersOf(seller)).toEqual([
    [back(29), 1],
    [back(4), 1],
    [back(3), 2],
    [back(0), 2],
  ])
  expect(await ordersOf(other)).toEqual([
    [back(6), 1],
    [back(4), 1],
    [back(1), 1],
    [back(0), 1],
  ])
  await shop.deps.db.execute(`update seller_orders set is_shown = false where business_id = '${seller.user.businessId}'`)
  expect(await ordersOf(seller)).toEqual([]) // orders that are hidden from it until they are paid
  for (const role of ['customer', 'application_admin', 'super_admin'] as const)
    expect((await refusalOf((await shop.signIn(role)).analytics.readOwn())).status).toBe(403)
})
