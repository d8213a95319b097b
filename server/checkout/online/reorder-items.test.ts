import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { businesses, cartItems, products } from '#server/platform/db/schema.ts'
import { checkOut, refusalOf } from '#server/testing/buyers.ts'
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

const parcel = (input: Parameters<TestShop['make']['product']>[0] = {}) => shop.make.product({ category: 'accessories', ...input })
const setStock = (id: string, stock: number) => shop.deps.db.update(products).set({ stock }).where(eq(products.id, id))

async function order(...items: readonly [product: { id: string }, quantity: number][]) {
  for (const [{ id: productId }, quantity] of items) await ann.cart.addItem({ body: { productId, quantity } })
  return checkOut(ann)
}

test('D111 S237 the items of an order go into the cart again at the prices of today, beside what is in it', async () => {
  const [box, bag] = [await parcel({ priceUsdCents: 10_00, stock: 20 }), await parcel({ priceUsdCents: 5_00 })]
  const { id } = await order([box, 3], [bag, 2])
  await ann.cart.addItem({ body: { productId: box.id, quantity: 1 } })
  await shop.deps.db.update(products).set({ priceUsdCents: 6_00, priceEurCents: 5_50 }).where(eq(products.id, bag.id))
  const { cart, addedCount, missing } = await ann.checkout.reorder({ params: { id }, query: { currency: 'EUR' } })
  expect([addedCount, missing]).toEqual([5, []])
  expect(cart.currency).toBe('EUR')
  expect(cart.items.map(({ productId, quantity, previousPrice }) => [productId, quantity, previousPrice])).toEqual(
    expect.arrayContaining([
      [box.id, 4, null],
      [bag.id, 2, null],
    ]),
  )
})

test('what is gone, sold out or short is named, and the rest is in the cart', async () => {
  const seller = await shop.make.business()
  const parcels = [
    await parcel({ name: 'Hidden', businessId: seller.id }),
    await parcel({ name: 'Sold out' }),
    await parcel({ name: 'Short', stock: 10 }),
    await parcel({ name: 'Held', stock: 6 }),
    await parcel({ name: 'There' }),
  ] as const
  const { id } = await order(...parcels.map((product): [{ id: string }, number] => [product, 4]))
  const [, soldOut, short, held] = parcels
  await shop.deps.db.update(businesses).set({ businessStatus: 'suspended' }).where(eq(businesses.id, seller.id))
  await setStock(soldOut.id, 0)
  await setStock(short.id, 3)
  await ann.cart.addItem({ body: { productId: held.id, quantity: 2 } })
  const { addedCount, missing } = await ann.checkout.reorder({ params: { id } })
  expect(addedCount).toBe(3 + 4)
  expect(Object.fromEntries(missing.map(({ name, reason }) => [name, reason]))).toEqual({
    Hidden: 'No longer available',
    'Sold out': 'Out of stock',
    Short: 'Only 3 of 4 units could be added',
    Held: 'Your cart already has all available units',
  })
})

test('only the customer of an order can order it again: for everybody else, staff too, it is 404', async () => {
  const { id } = await order([await parcel(), 1])
  for (const other of [await shop.signIn('customer'), await shop.signIn('super_admin')]) {
    expect((await refusalOf(other.checkout.reorder({ params: { id } }))).status).toBe(404)
  }
  expect((await refusalOf(shop.visitor.checkout.reorder({ params: { id } }))).status).toBe(401)
  expect(await shop.deps.db.$count(cartItems)).toBe(0)
})
