import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkOut, outcomeOf, pay } from '#server/testing/buyers.ts'
import { deliver, giveAccount } from '#server/testing/earners.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let boss: SignedInUser
let seller: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
  boss = await shop.signIn('super_admin')
  seller = await shop.signIn('business_admin')
  const businessId = seller.user.businessId ?? ''
  await giveAccount(shop, businessId)
  const box = await shop.make.product({ businessId, category: 'accessories', priceUsdCents: 100_00, stock: 500 })
  const other = await shop.make.product({ category: 'accessories', priceUsdCents: 10_00, stock: 500 })
  for (let at = 0; at < 12; at += 1) {
    const buyer = await shop.signIn('customer', { name: `Buyer ${at}` })
    await buyer.cart.addItem({ body: { productId: box.id, quantity: 1 + (at % 3) } })
    await buyer.cart.addItem({ body: { productId: other.id, quantity: 1 } })
    const { id } = await checkOut(buyer)
    if (at % 2 === 0) await pay(shop, id)
    if (at % 4 === 0) await deliver(shop, id)
    if (at === 11) await buyer.orders.cancel({ params: { id }, body: {} })
  }
})
afterAll(() => shop.close())

const cents = (amounts: number[]) => amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0)

test('35.3.7 below orders stands the sum of all that a filter leaves, whatever page is shown', async () => {
  for (const query of [
    {},
    { paymentStatus: 'paid' },
    { paymentStatus: 'unpaid' },
    { status: 'cancelled' },
    { search: 'Buyer 1' },
    { country: 'DE' },
  ]) {
    const { items, total } = await boss.orders.listAll({ query: { ...query, limit: '500' } })
    const totals = await boss.orders.totals({ query })
    expect(totals.map(({ count }) => count)).toEqual(total === 0 ? [] : [total])
    expect(cents(totals.map((one) => one.total)), JSON.stringify(query)).toBe(cents(items.map(({ totalAmount }) => totalAmount)))
  }
  const [usd] = await boss.orders.totals()
  expect(usd).toMatchObject({ currency: 'USD', count: 12 })
  expect(usd?.paid).toBeGreaterThan(0)
  expect(usd?.total).toBeGreaterThan(usd?.paid ?? 0)
})

test('35.3.7 a seller sums its own parts only, and its movements as the list has them', async () => {
  for (const query of [{}, { status: 'delivered' }, { status: 'cancelled' }] as const) {
    const { items, total } = await seller.sellerOrders.list({ query: { ...query, limit: '500' } })
    const totals = await seller.sellerOrders.totals({ query })
    expect(totals.map(({ count }) => count)).toEqual(total === 0 ? [] : [total])
    expect(cents(totals.map((one) => one.total))).toBe(cents(items.map((item) => item.total)))
  }
  for (const query of [{}, { reason: 'sale' }, { reason: 'payout' }] as const) {
    const { items } = await seller.earnings.entries({ query: { ...query, limit: '500' } })
    const totals = await seller.earnings.entryTotals({ query })
    for (const name of ['gross', 'commission', 'tax', 'net'] as const)
      expect(cents(totals.map((one) => one[name])), name).toBe(cents(items.map((item) => item[name] ?? 0)))
  }
})

test('35.3.7 payouts are summed by currency, and only staff read the sums of everybody', async () => {
  await shop.deps.database.pool.query("update seller_orders set delivered_at = delivered_at - interval '31 days'")
  await boss.payouts.prepare()
  for (const query of [{}, { status: 'draft' }, { status: 'paid' }, { currency: 'EUR' }] as const) {
    const { items, total } = await boss.payouts.list({ query })
    const totals = await boss.payouts.totals({ query })
    expect(totals.map(({ count }) => count)).toEqual(total === 0 ? [] : [total])
    expect(cents(totals.map(({ amount }) => amount))).toBe(cents(items.map(({ amount }) => amount)))
  }
  expect((await boss.payouts.totals()).length).toBe(1)
  const buyer = await shop.signIn('customer')
  const calls: (() => Promise<unknown>)[] = [
    () => seller.orders.totals(),
    () => buyer.orders.totals(),
    () => seller.payouts.totals(),
    () => buyer.sellerOrders.totals(),
    () => buyer.earnings.entryTotals(),
  ]
  for (const call of calls) expect((await outcomeOf(call())).status).toBe(403)
})
