import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { orders, products } from '#server/db/schema.ts'
import { orderOf, refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

const NOT_CONFIGURED = 'Payment processing is not configured. Please contact support to complete your order.'
const KEYS = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }

let shop: TestShop
let ann: SignedInUser

async function open(settings: Record<string, string> = {}): Promise<void> {
  shop = await openTestShop(settings)
  ann = await shop.signIn('customer')
}
afterEach(() => shop.close())

async function fillCart() {
  const product = await shop.make.product({ category: 'accessories', priceUsdCents: 60_00 })
  return { product, cart: await ann.cart.addItem({ body: { productId: product.id, quantity: 2 } }) }
}

const bodyOf = (cart: Awaited<ReturnType<typeof fillCart>>['cart']) => ({ ...orderOf(cart), amount: cart.totals.total })

test('S277 S282 S287 S300 without keys a card payment is 503 with the specified sentence, for the form of the specification too', async () => {
  await open()
  const { cart } = await fillCart()
  const { items, totals } = cart
  const specified = { amount: totals.total, items: items.map(({ productId, quantity, price }) => ({ id: productId, quantity, price })) }
  for (const body of [bodyOf(cart), specified, { amount: 0, items: [] }]) {
    expect(await refusalOf(ann.checkout.createPaymentIntent({ body }))).toMatchObject({ status: 503, detail: NOT_CONFIGURED })
  }
  expect((await refusalOf(shop.visitor.checkout.createPaymentIntent({ body: specified }))).status).toBe(401)
  expect(await shop.deps.db.$count(orders)).toBe(0)
})

test('S277 with keys the cart is compared with what the buyer saw, and nothing is charged or ordered', async () => {
  await open(KEYS)
  const empty = await refusalOf(ann.checkout.createPaymentIntent({ body: { amount: 0, items: [] } }))
  expect(empty).toMatchObject({ status: 409, code: 'cart_empty' })
  const { cart, product } = await fillCart()
  const body = bodyOf(cart)
  expect(await refusalOf(ann.checkout.createPaymentIntent({ body: { ...body, amount: 1 } }))).toMatchObject({
    status: 409,
    code: 'price_changed',
    errors: [{ field: 'amount', message: 'The total is now $129.60' }],
  })
  expect(await refusalOf(ann.checkout.createPaymentIntent({ body }))).toMatchObject({ status: 503, detail: NOT_CONFIGURED })
  await shop.deps.db.update(products).set({ priceUsdCents: 70_00 }).where(eq(products.id, product.id))
  const changed = await refusalOf(ann.checkout.createPaymentIntent({ body }))
  expect(changed).toMatchObject({ status: 409, cart: { totals: { subtotal: 140 } } })
  expect(changed.errors?.[0]?.message).toBe(`${product.name}: the price is now $70.00`)
  await shop.deps.db.update(products).set({ stock: 0 }).where(eq(products.id, product.id))
  expect(await refusalOf(ann.checkout.createPaymentIntent({ body }))).toMatchObject({ status: 409, code: 'stock_gone' })
  expect(await shop.deps.db.$count(orders)).toBe(0)
})
