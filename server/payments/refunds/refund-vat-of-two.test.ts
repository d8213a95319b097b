import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { listReplayDisagreements } from '#server/payments/ledger/replayed-orders.ts'
import { notifications } from '#server/platform/db/schema.ts'
import { verifyDueVatIds } from '#server/pricing/tax/verify-vat-id.ts'
import { addDemoTaxes } from '#server/seed/seed-demo.ts'
import { customerForm, orderOf } from '#server/testing/buyers.ts'
import { type FakeVies, openFakeVies, say } from '#server/testing/fake-vies.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { settleVatAnswers } from './refund-vat.ts'

/* Answers about the VAT id of an order whose sellers send from different countries. */

let shop: TestShop
let vies: FakeVies
let ann: SignedInUser
beforeAll(async () => {
  vies = await openFakeVies()
  shop = await openTestShop({ VIES: 'on', VIES_API_BASE: vies.base })
})
afterAll(async () => {
  await shop.close()
  await vies.close()
})
beforeEach(async () => {
  await shop.reset()
  await addDemoTaxes(shop.deps)
  ann = await shop.signIn('customer')
  vies.behave((response) => say(response, { valid: false, userError: 'MS_UNAVAILABLE' }))
})

const queryOf = (vatId: string) => ({ currency: 'EUR', country: 'DE', zip: '50667', buyer: 'business', vatId }) as const

/** An order by a business in Germany of a pack of each seller, by the country that it sends from. */
async function order(vatId: string, prices: Readonly<Record<string, number>>) {
  const query = queryOf(vatId)
  for (const [country, priceEurCents] of Object.entries(prices)) {
    const { id: businessId } = await shop.make.business({ country })
    const product = await shop.make.product({ category: 'mat', shippingClass: 'parcel', priceEurCents, ladder: [], businessId })
    await ann.cart.addItem({ query, body: { productId: product.id, quantity: 1 } })
  }
  const { amount: _amount, ...body } = orderOf(await ann.cart.list({ query }))
  const customer = { ...customerForm, country: 'DE', state: '', zipCode: '50667', city: 'Köln', buyerKind: 'business' as const, vatId }
  return ann.checkout.placeOrder({ body: { ...body, customer } })
}

async function settle() {
  shop.advance(120_000)
  await verifyDueVatIds(shop.deps)
  await settleVatAnswers(shop.deps)
  const { db } = shop.deps
  expect([...(await listOrderDisagreements(db)), ...(await listReplayDisagreements(db))]).toEqual([])
}

test('T4.11 T5 a confirmed VAT id of the country that one seller sends from takes away the VAT of the others only', async () => {
  const query = queryOf('IE6388047V')
  const placed = await order(query.vatId, { Ireland: 36_90, France: 36_90 })
  vies.reset()
  await settle()
  for (const { productId } of placed.items) await ann.cart.addItem({ query, body: { productId, quantity: 1 } })
  const now = (await ann.cart.list({ query })).totals
  expect(now.tax).toBeGreaterThan(0)
  expect(now.tax).toBeLessThan(placed.tax)
  expect((await ann.orders.byId({ params: { id: placed.id } })).dueAmount).toBe(now.total)
})

test('T5 staff read of a refuted id what was sold without VAT: not what had VAT all the same', async () => {
  const staff = await shop.signIn('super_admin')
  await staff.settings.update({ body: { tax: { percent: 8, whenViesIsDown: 'accept' } } })
  const placed = await order('DE136695976', { Ireland: 36_90, Germany: 100_00 })
  expect(placed.taxes.lines.find(({ percent }) => percent === 0)?.base).toBe(36.9)
  vies.behave((response) => say(response, { valid: false, userError: 'INVALID', name: '---' }))
  await settle()
  const [notice] = (await shop.deps.db.select().from(notifications)).filter(({ kind }) => kind === 'vat-refuted')
  expect(notice?.text).toContain('VAT is due on €36.90.')
})
