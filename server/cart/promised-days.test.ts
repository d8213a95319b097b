import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays, startOfDay } from '#domain/time.ts'
import { addDemoTaxes } from '#server/seed/seed-demo.ts'
import { customerForm, orderOf } from '#server/testing/buyers.ts'
import { someOf } from '#server/testing/race-rounds.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { setTimeZone } from '#server/testing/time-zone.ts'

/* Promises of cart, estimate, product page and order, around the midnights of the shop. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  await addDemoTaxes(shop.deps)
})

/** Weekdays of January 2027 without holidays. */
const [FRIDAY, SATURDAY] = ['2027-01-08', '2027-01-09']

/** Everything that says on which day something bought now arrives by express, which counts three business days. */
async function promisedAt(at: Date) {
  shop.advance(at.getTime() - shop.deps.now().getTime())
  const ann = await shop.signIn('customer')
  const { id: productId, slug } = await shop.make.product({ category: 'mat', weightGrams: 10_000, leadTimeDays: null })
  await ann.cart.addItem({ body: { productId, quantity: 1 } })
  await ann.cart.setShipping({ body: { shippingMethod: 'express' } })
  const cart = await ann.cart.list()
  const option = cart.shippingOptions.find(({ method }) => method === 'express')
  const estimate = await shop.visitor.shipping.estimate({ body: { productId, country: 'US', zip: '60607' } })
  const page = await shop.visitor.products.bySlug({ params: { slug }, query: { country: 'US' } })
  const order = await ann.checkout.placeOrder({ body: { ...orderOf(cart), customer: customerForm } })
  return [
    cart.items[0]?.arrives?.latest,
    option?.latest,
    estimate.methods.find(({ method }) => method === 'express')?.latest,
    page.delivery?.methods.find(({ method }) => method === 'express')?.latest,
    order.estimatedDelivery,
    order.items[0]?.promisedTo,
  ]
}

test.each(someOf(['Pacific/Auckland', 'Europe/Berlin', 'Asia/Kathmandu', 'America/Los_Angeles'], 2))(
  'an order of Friday night and one of Saturday morning in %s have the promises of these days, everywhere',
  async (timeZone) => {
    await setTimeZone(shop, timeZone)
    const midnight = startOfDay(SATURDAY, timeZone).getTime()
    const wednesday = addDays(FRIDAY, 5)
    for (const at of [midnight - 2000, midnight + 1000])
      expect(await promisedAt(new Date(at))).toEqual(Array.from({ length: 6 }, () => wednesday))
    const thursday = startOfDay(FRIDAY, timeZone).getTime()
    expect(await promisedAt(new Date(thursday - 2000))).toEqual(Array.from({ length: 6 }, () => addDays(FRIDAY, 4)))
    expect(await promisedAt(new Date(thursday + 1000))).toEqual(Array.from({ length: 6 }, () => wednesday))
  },
)
