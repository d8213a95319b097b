import { afterAll, beforeAll, expect, test } from 'vitest'
import { taxRegistrations } from '#server/platform/db/schema.ts'
import { allowIncludedTax, decisionFor, placeTaxed } from '#server/testing/taxed-orders.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { composeNewOrder } from './notify-new-order.ts'
import { findOrder } from './order-record.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await allowIncludedTax(shop)
})
afterAll(() => shop.close())

test.each([
  ['included', 'yes'],
  ['added', undefined],
] as const)('T8 the email of a new order names the tax to its seller as the buyer was shown it: %s', async (mode, taxIncluded) => {
  await shop.reset()
  const { db, now } = shop.deps
  const dates = { validFrom: '2020-01-01', validTo: null }
  const registration = { businessId: null, state: null, isBelowThreshold: false, note: '', country: 'IE', scheme: 'oss' as const }
  await db.insert(taxRegistrations).values({ ...registration, ...dates, number: 'IE1234567T' })
  const buyer = await shop.signIn('customer')
  await shop.signIn('business_admin')
  const product = await shop.make.product({ category: 'mat', priceEurCents: 36_90, ladder: [] })
  const decision = decisionFor('oss', 19, { mode })
  const lines = [{ id: product.id, quantity: 2, decision }]
  const id = await placeTaxed(shop, buyer, { buyerKind: 'consumer', lines, shippingCents: 9_99 })
  const record = await findOrder(db, id, null)
  if (!record) throw new Error('no order')
  const { mails } = await composeNewOrder(db, record, now())
  expect(mails).not.toEqual([])
  const { taxCents, totalCents, subtotalCents, shippingCents } = record.order
  for (const { facts } of mails) {
    expect(facts).toMatchObject({
      taxes: [{ label: 'VAT (19%)', text: '', cents: taxCents }],
      taxCents,
      subtotalCents,
      shippingCents,
      totalCents,
    })
    expect(facts.taxIncluded).toBe(taxIncluded)
  }
})
