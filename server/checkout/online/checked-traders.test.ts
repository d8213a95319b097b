import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { EU_CHECKS } from '#domain/trader.ts'
import { businesses, markets, orders, settings } from '#server/platform/db/schema.ts'
import { addDemoTaxes } from '#server/seed/seed-demo.ts'
import { customerForm, orderOf, refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let ann: SignedInUser
let staff: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  await addDemoTaxes(shop.deps)
  ann = await shop.signIn('customer')
  staff = await shop.signIn('application_admin')
})

const PRIVATE = { country: 'DE', zip: '10115', buyer: 'consumer' } as const
const formOf = (buyerKind: 'consumer' | 'business', country = 'DE') => ({
  ...customerForm,
  country,
  state: '',
  city: 'Berlin',
  zipCode: '10115',
  buyerKind,
})
const TEXT = "Felt mat isn't available to private buyers in Germany yet."

/** A mat in Ann's cart; of its seller, whose country is Ireland, the check of the register is open. */
async function felt() {
  const checks = Object.fromEntries(
    EU_CHECKS.filter((check) => check !== 'register').map((check) => [check, { by: 'A', at: '', how: 'x' }]),
  )
  const { id: businessId } = await shop.make.business({ country: 'Ireland', checks })
  const product = await shop.make.product({ name: 'Felt mat', category: 'mat', weightGrams: 1000, businessId })
  await ann.cart.addItem({ query: { currency: 'EUR' }, body: { productId: product.id, quantity: 1 } })
  return { businessId, id: product.id }
}
const cartOf = (query: object) => ann.cart.list({ query: { currency: 'EUR', ...query } })
const displayOf = async (id: string, query: { country: string; buyer: 'business' | 'consumer' }) =>
  (await shop.visitor.products.byId({ params: { id }, query })).display

describe('L4 products of sellers with an open item', () => {
  test('L4 are refused to a consumer of the EU on their page, in the cart and on the order, with one sentence', async () => {
    const { id } = await felt()
    expect(await displayOf(id, { country: 'DE', buyer: 'consumer' })).toMatchObject({ sellable: false, reason: TEXT })
    const cart = await cartOf(PRIVATE)
    expect(cart).toMatchObject({ canCheckOut: false, items: [{ available: false, notice: TEXT }], totals: { total: 0 } })
    const problem = await refusalOf(ann.checkout.placeOrder({ body: { ...orderOf(cart), customer: formOf('consumer') } }))
    expect(problem).toMatchObject({ status: 409, code: 'not_sold_there', detail: TEXT, cart: { canCheckOut: false } })
    expect(await shop.deps.db.$count(orders)).toBe(0)
  })

  test('L4 are sold to businesses, elsewhere, and to everybody as soon as the last check is made', async () => {
    const { id, businessId } = await felt()
    expect(await displayOf(id, { country: 'DE', buyer: 'business' })).toMatchObject({ sellable: true })
    expect(await displayOf(id, { country: 'US', buyer: 'consumer' })).toMatchObject({ sellable: true })
    expect(await cartOf({ country: 'DE', buyer: 'business' })).toMatchObject({ canCheckOut: true })
    expect(await cartOf({ country: 'US', buyer: 'consumer' })).toMatchObject({ canCheckOut: true })
    await staff.applications.check({ params: { id: businessId, check: 'register' }, body: { how: 'Extract' } })
    expect(await displayOf(id, { country: 'DE', buyer: 'consumer' })).toMatchObject({ sellable: true })
    const cart = await cartOf(PRIVATE)
    expect(cart.canCheckOut).toBe(true)
    await ann.checkout.placeOrder({ body: { ...orderOf(cart), customer: formOf('consumer') } })
    const [order] = await shop.deps.db.select().from(orders)
    expect(order).toMatchObject({ consumerLaw: 'eu', buyerKind: 'consumer' })
  })

  test('L4 the law is that of the market: one that staff set to another is not asked, and an order keeps its own', async () => {
    const { id } = await felt()
    await shop.deps.db.update(markets).set({ legal: 'other' }).where(eq(markets.country, 'DE'))
    expect(await displayOf(id, { country: 'DE', buyer: 'consumer' })).toMatchObject({ sellable: true })
    const placed = await ann.checkout.placeOrder({ body: { ...orderOf(await cartOf(PRIVATE)), customer: formOf('consumer') } })
    expect((await ann.orders.byId({ params: { id: placed.id } })).withdrawal).toBeUndefined()
    await shop.deps.db.update(markets).set({ legal: 'eu' }).where(eq(markets.country, 'DE'))
    expect((await ann.orders.byId({ params: { id: placed.id } })).withdrawal).toBeUndefined()
    await shop.deps.db.update(orders).set({ consumerLaw: null })
    expect((await ann.orders.byId({ params: { id: placed.id } })).withdrawal).toMatchObject({ isGiven: true })
  })

  test('L4 are refused in a shop with one rate everywhere, too, and in an order by phone', async () => {
    const { businessId, id } = await felt()
    const items = [{ id, quantity: 1 }]
    const body = {
      userId: ann.user.id,
      items,
      currency: 'EUR',
      shippingMethod: 'standard',
      country: 'DE',
      zip: '10115',
      buyer: 'consumer',
    } as const
    const preview = await staff.phoneOrders.preview({ body })
    expect(preview.cart).toMatchObject({ canCheckOut: false, items: [{ notice: TEXT }] })
    await shop.deps.db.insert(settings).values({ name: 'basis', value: { rates: 'legacy' } })
    expect(await cartOf(PRIVATE)).toMatchObject({ canCheckOut: false, items: [{ available: false, notice: TEXT }] })
    expect(await displayOf(id, { country: 'DE', buyer: 'consumer' })).toMatchObject({ sellable: false, reason: TEXT })
    const [row] = await shop.deps.db.select().from(businesses).where(eq(businesses.id, businessId))
    expect(row?.checks).not.toHaveProperty('register')
  })
})
