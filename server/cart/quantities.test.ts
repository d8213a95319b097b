import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { orders, products } from '#server/platform/db/schema.ts'
import { checkOut, orderOf, refusalOf } from '#server/testing/buyers.ts'
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

const make = (input: Parameters<TestShop['make']['product']>[0] = {}) =>
  shop.make.product({ category: 'accessories', name: 'Belt', priceUsdCents: 10_00, minQuantity: 5, quantityStep: 3, ...input })
const add = (productId: string, quantity: number) => ann.cart.addItem({ body: { productId, quantity } })
const setProduct = (id: string, set: Partial<typeof products.$inferInsert>) =>
  shop.deps.db.update(products).set(set).where(eq(products.id, id))

const BELOW = { status: 422, code: 'below_minimum', detail: 'The minimum quantity for Belt is 5.' }
const ODD = { status: 422, code: 'not_a_multiple', detail: 'Belt is sold in multiples of 3.' }

test('F1: the cart takes the minimum and any number of steps more, and refuses what is between them', async () => {
  const { id } = await make()
  expect(await refusalOf(add(id, 4))).toMatchObject({ ...BELOW, errors: [{ field: 'quantity', message: BELOW.detail }] })
  expect(await refusalOf(add(id, 6))).toMatchObject(ODD)
  expect((await add(id, 5)).items).toMatchObject([{ quantity: 5, minQuantity: 5, quantityStep: 3, available: true }])
  expect(await refusalOf(add(id, 1))).toMatchObject(ODD) // six in all
  expect((await add(id, 3)).items).toMatchObject([{ quantity: 8 }])
  const set = (quantity: number) => ann.cart.setQuantity({ params: { productId: id }, body: { quantity } })
  expect(await refusalOf(set(4))).toMatchObject(BELOW)
  expect(await refusalOf(set(9))).toMatchObject(ODD)
  expect((await set(11)).items).toMatchObject([{ quantity: 11, lineTotal: 110 }])
  expect((await set(0)).items).toEqual([])
})

test('F1: the last units below the minimum are not sold, and only whole steps of the rest', async () => {
  const { id } = await make({ stock: 4 })
  expect(await refusalOf(add(id, 5))).toMatchObject({ status: 409, detail: 'Product is out of stock' })
  await setProduct(id, { stock: 10 })
  expect(await refusalOf(add(id, 11))).toMatchObject({ status: 409, detail: 'Only 8 items available' })
  await add(id, 8)
  await setProduct(id, { stock: 4 })
  expect(await ann.cart.list()).toMatchObject({ canCheckOut: false, items: [{ available: false, notice: 'Out of stock' }] })
  await setProduct(id, { stock: 7 })
  expect(await ann.cart.list()).toMatchObject({ canCheckOut: false, items: [{ available: false, notice: 'Only 5 left' }] })
})

test('F1: an order is refused when the seller has raised the minimum meanwhile, with the cart as it is; then it goes through', async () => {
  const { id } = await make({ minQuantity: 1, quantityStep: 1 })
  const seen = await add(id, 4)
  await setProduct(id, { minQuantity: 5, quantityStep: 3 })
  expect(await ann.cart.list()).toMatchObject({ canCheckOut: false, items: [{ available: false, notice: BELOW.detail }] })
  const refused = await refusalOf(ann.checkout.placeOrder({ body: orderOf(seen) }))
  expect(refused).toMatchObject({ ...BELOW, errors: [{ field: `items.${id}`, message: BELOW.detail }], cart: { canCheckOut: false } })
  expect(await shop.deps.db.$count(orders)).toBe(0)
  await ann.cart.setQuantity({ params: { productId: id }, body: { quantity: 8 } })
  const order = await checkOut(ann)
  expect(order.items).toMatchObject([{ quantity: 8, unitPrice: 10 }])
  const [row] = await shop.deps.db.select({ stock: products.stock }).from(products).where(eq(products.id, id))
  expect(row?.stock).toBe(92)
})

test('F1: staff on the phone are refused as the buyer would be', async () => {
  const { id } = await make()
  const clerk = await shop.signIn('super_admin')
  const body = { userId: ann.user.id, currency: 'USD', shippingMethod: 'standard', items: [{ id, quantity: 6 }] } as const
  expect((await clerk.phoneOrders.preview({ body: { ...body, items: [...body.items] } })).cart.items).toMatchObject([
    { available: false, notice: ODD.detail },
  ])
})

test('F1: ordering again takes as many units as may be ordered today', async () => {
  const { id } = await make({ minQuantity: 1, quantityStep: 1, stock: 40 })
  await add(id, 9)
  const order = await checkOut(ann)
  await setProduct(id, { minQuantity: 5, quantityStep: 3 })
  const again = await ann.checkout.reorder({ params: { id: order.id } })
  expect(again).toMatchObject({ addedCount: 8, missing: [{ reason: 'Only 8 of 9 units could be added' }] })
  expect(again.cart.items).toMatchObject([{ quantity: 8, available: true }])
  await ann.cart.clear()
  await setProduct(id, { minQuantity: 12 })
  expect(await ann.checkout.reorder({ params: { id: order.id } })).toMatchObject({
    addedCount: 0,
    missing: [{ reason: 'The minimum quantity for Belt is 12.' }],
  })
})

test('F1: the price breaks of a seller apply in cart and order, with two decimals, and none where there are none', async () => {
  const ladder = [
    { minQuantity: 5, discountPercent: 2.25 },
    { minQuantity: 8, discountPercent: 12.5 },
  ]
  const { id } = await make({ ladder })
  expect((await add(id, 5)).items).toMatchObject([{ price: 9.78, discountPercent: 2.25, discountFrom: 5, lineTotal: 48.9 }])
  expect((await add(id, 3)).items).toMatchObject([{ price: 8.75, discountPercent: 12.5, discountFrom: 8, lineTotal: 70 }])
  expect((await checkOut(ann)).items).toMatchObject([{ unitPrice: 8.75, quantity: 8 }])
  const machine = await shop.make.product({ priceUsdCents: 100_00, ladder: [] })
  expect((await add(machine.id, 10)).items).toMatchObject([{ price: 100, discountPercent: 0, discountFrom: null }])
})
