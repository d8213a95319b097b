import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { businesses } from '#server/platform/db/schema.ts'
import { orderOf, outcomeOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let ann: SignedInUser

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer')
})

test('I2 where sellers sell themselves, products of one that has not agreed to invoices in its name are refused in the cart already', async () => {
  const staff = await shop.signIn('super_admin')
  const { id: businessId } = await shop.make.business()
  const seller = await shop.signIn('business_admin', { businessId })
  await shop.deps.db.update(businesses).set({ documentsAgreedAt: null }).where(eq(businesses.id, businessId))
  const { id: productId } = await shop.make.product({ category: 'mat', businessId, name: 'Slit mat' })
  await ann.cart.addItem({ body: { productId, quantity: 1 } })
  const sold = await ann.cart.list()
  expect(sold.canCheckOut).toBe(true)
  await staff.settings.update({ body: { trade: { sellerOfRecord: 'seller', selfBilling: false } } })
  const text = "Slit mat isn't sold online right now. Its seller hasn't agreed to the shop's invoicing terms yet."
  const cart = await ann.cart.list()
  expect(cart.canCheckOut).toBe(false)
  expect(JSON.stringify(cart.items)).toContain(text)
  expect((await outcomeOf(ann.checkout.placeOrder({ body: orderOf(sold) }))).problem).toMatchObject({ status: 409, detail: text })
  await seller.documents.saveTerms({ body: { prefix: '', agreed: true } })
  const agreed = await ann.cart.list()
  expect(agreed.canCheckOut).toBe(true)
  const order = await ann.checkout.placeOrder({ body: orderOf(agreed) })
  expect(order.totalAmount).toBe(sold.totals.total)
})
