import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { orderLines, products } from '#server/platform/db/schema.ts'
import { addDemoTaxes } from '#server/seed/seed-demo.ts'
import { customerForm, orderOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let ann: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  await addDemoTaxes(shop.deps)
  ann = await shop.signIn('customer')
})

const NOTICE = 'Needs 400 V, 50 Hz. Mains in the United States have 60 Hz.'
const machineFor = (value: string) =>
  shop.make.product({ category: 'mat-maker', weightGrams: 200_000, specifications: [{ name: 'Supply', value }] })
const customer = (country: string) => ({ ...customerForm, country, state: country === 'US' ? 'IL' : '', buyerKind: 'business' as const })
const cartIn = (country: string) => ann.cart.list({ query: { currency: 'USD', country } })
const linesOf = async (cart: Awaited<ReturnType<typeof cartIn>>) =>
  Object.fromEntries(cart.items.map(({ productId, supplyNotice, hasSupply }) => [productId, [supplyNotice, hasSupply]]))

test('35.1.1 the product page, the cart and the order say that the mains do not suit a machine, and keep what its buyer says to it', async () => {
  const [only50, both] = [
    await machineFor('400 V, 50 Hz, three phase, 16 A'),
    await machineFor('400 V, 50 Hz or 480 V, 60 Hz, three phase'),
  ]
  const page = (country: string, slug = only50.slug) => shop.visitor.products.bySlug({ params: { slug }, query: { country } })
  expect((await page('US')).supplyNotice).toBe(NOTICE)
  expect((await page('DE')).supplyNotice).toBeNull()
  expect((await page('US', both.slug)).supplyNotice).toBeNull()
  expect(await shop.visitor.products.bySlug({ params: { slug: only50.slug } })).not.toHaveProperty('supplyNotice')

  for (const { id } of [only50, both]) await ann.cart.addItem({ body: { productId: id, quantity: 1 } })
  const cart = await cartIn('US')
  expect(await linesOf(cart)).toEqual({ [only50.id]: [NOTICE, false], [both.id]: [null, false] })
  expect(cart.canCheckOut).toBe(true)
  expect(await linesOf(await cartIn('GB'))).toEqual({ [only50.id]: [null, false], [both.id]: [null, false] })

  const say = (confirmedSupply: string | null) =>
    ann.cart.setQuantity({
      params: { productId: only50.id },
      query: { currency: 'USD', country: 'US' },
      body: { quantity: 1, confirmedSupply },
    })
  expect((await linesOf(await say(NOTICE)))[only50.id]).toEqual([NOTICE, true])
  expect((await linesOf(await cartIn('CA')))[only50.id]).toEqual(['Needs 400 V, 50 Hz. Mains in Canada have 60 Hz.', false])
  expect((await linesOf(await say(null)))[only50.id]).toEqual([NOTICE, false])
  await say(NOTICE)
  await ann.cart.addItem({ body: { productId: only50.id, quantity: 1 } })
  expect((await linesOf(await cartIn('US')))[only50.id]).toEqual([NOTICE, true])

  const order = await ann.checkout.placeOrder({ body: { ...orderOf(await cartIn('US')), customer: customer('US') } })
  const said = (items: { productId: string; supplyNotice: string | null; hasSupply: boolean }[]) =>
    Object.fromEntries(items.map(({ productId, supplyNotice, hasSupply }) => [productId, [supplyNotice, hasSupply]]))
  expect(said(order.items)).toEqual({ [only50.id]: [NOTICE, true], [both.id]: [null, false] })
  const staff = await shop.signIn('application_admin')
  expect(said((await staff.orders.byId({ params: { id: order.id } })).items)).toEqual(said(order.items))
  await shop.deps.db.update(products).set({ specifications: [] }).where(eq(products.id, only50.id))
  expect(said((await ann.orders.byId({ params: { id: order.id } })).items)).toEqual(said(order.items))
})

test('35.1.1 nothing is blocked: without a word the order is placed, and its line says so', async () => {
  const { id } = await machineFor('230 V, 50 Hz, single phase')
  await ann.cart.addItem({ body: { productId: id, quantity: 1 } })
  await ann.checkout.placeOrder({ body: { ...orderOf(await cartIn('US')), customer: customer('US') } })
  const [line] = await shop.deps.db.select().from(orderLines)
  expect(line).toMatchObject({ supplyNotice: 'Needs 230 V, 50 Hz. Mains in the United States have 60 Hz.', hasSupply: false })
})

test('35.1.1 a word about the supply accepts no new price', async () => {
  const { id } = await machineFor('400 V, 50 Hz, three phase')
  await ann.cart.addItem({ body: { productId: id, quantity: 1 } })
  await shop.deps.db.update(products).set({ priceUsdCents: 99_00 }).where(eq(products.id, id))
  const query = { currency: 'USD', country: 'US' } as const
  const cart = await ann.cart.setQuantity({ params: { productId: id }, query, body: { quantity: 1, confirmedSupply: NOTICE } })
  expect(cart.items[0]).toMatchObject({ hasSupply: true, listPrice: 99, previousPrice: expect.any(Number) })
  const accepted = await ann.cart.setQuantity({ params: { productId: id }, query, body: { quantity: 1 } })
  expect(accepted.items[0]).toMatchObject({ hasSupply: true, previousPrice: null })
})
