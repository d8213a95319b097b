import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Currency } from '#domain/money.ts'
import { customerForm, orderOf, outcomeOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let ann: SignedInUser
let staff: SignedInUser
let slip = 0

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer', { name: 'Ann Buyer', email: 'ann@test.test' })
  staff = await shop.signIn('super_admin')
})

/** An order that is paid, and so invoiced. */
async function sell(currency: Currency, customer: Partial<typeof customerForm> & Record<string, string> = {}) {
  const query = { currency }
  const { id } = await shop.make.product({ category: 'accessories' })
  await ann.cart.addItem({ query, body: { productId: id, quantity: 1 } })
  const { country, state, zipCode: zip } = { ...customerForm, ...customer }
  const cart = await ann.cart.list({ query: { ...query, country, state, zip } })
  const order = await ann.checkout.placeOrder({ body: { ...orderOf(cart), customer: { ...customerForm, ...customer } } })
  slip += 1
  const body = { method: 'bank_transfer' as const, reference: `TRX ${slip}`, paidAt: shop.deps.now().toISOString() }
  await staff.orderMoney.markPaid({ params: { id: order.id }, body })
  return order
}

test('documents are narrowed to days of their issue, currency and country, and summed by kind and currency; a seller sums its own', async () => {
  const own = await shop.make.business({ name: 'Wellen & Co' })
  const seller = await shop.signIn('business_admin', { businessId: own.id })
  const german = { company: 'Kartonhaus GmbH', vatId: 'DE111111117', state: '', zipCode: '50667', city: 'Köln', country: 'DE' }
  const first = await sell('USD')
  shop.advance(40 * 24 * 3_600_000)
  await sell('USD')
  for (let at = 0; at < 2; at += 1) await sell('EUR', german)
  const all = (await staff.documents.list()).items
  const day = (at: number) =>
    all
      .map(({ issuedOn }) => issuedOn)
      .sort()
      .at(at) ?? ''
  const queries = [
    {},
    { currency: 'EUR' },
    { country: 'DE' },
    { from: day(-1) },
    { to: day(0) },
    { from: day(0), to: day(0) },
    { from: day(-1), to: day(-1), currency: 'USD' },
    { search: first.number },
    { kind: 'credit_note' },
  ] as const
  for (const query of queries) {
    const { items, total } = await staff.documents.list({ query })
    const sums = await staff.documents.totals({ query })
    const named = JSON.stringify(query)
    expect(
      sums.reduce((found, { count }) => found + count, 0),
      named,
    ).toBe(total)
    for (const { kind, currency, count, net, tax, gross } of sums) {
      const same = items.filter((one) => one.kind === kind && one.currency === currency)
      const cents = (field: 'net' | 'tax' | 'gross') => same.reduce((found, one) => found + Math.round(one[field] * 100), 0)
      expect(
        [count, net, tax, gross].map((value) => Math.round(value * 100)),
        named,
      ).toEqual([same.length * 100, cents('net'), cents('tax'), cents('gross')])
    }
  }
  expect((await staff.documents.list({ query: { currency: 'EUR' } })).total).toBe(2)
  expect((await staff.documents.list({ query: { to: day(0) } })).total).toBe(1)
  expect((await staff.documents.list({ query: { from: day(-1) } })).total).toBe(3)
  expect(await seller.documents.ownTotals()).toEqual([])
  expect((await outcomeOf(seller.documents.totals())).status).toBe(403)
  expect((await outcomeOf(ann.documents.totals())).status).toBe(403)
})
