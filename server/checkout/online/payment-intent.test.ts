import { eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { replayTotals } from '#server/orders/store-pricing.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { orders, outbox, products, promotions } from '#server/platform/db/schema.ts'
import { checkOut, customerForm, orderOf, outcomeOf, refusalOf } from '#server/testing/buyers.ts'
import { type CardShop, openCardShop } from '#server/testing/card-shop.ts'
import { openTestShop, type SignedInUser } from '#server/testing/test-shop.ts'

const NOT_CONFIGURED = 'Payment processing is not configured. Please contact support to complete your order.'

let shop: CardShop
let ann: SignedInUser

beforeAll(async () => {
  shop = await openCardShop({ HOLD_MINUTES: '0.5' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer', { name: 'Ann Buyer' })
})
afterEach(async () => {
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
  for (const order of await shop.deps.db.select().from(orders)) {
    expect(replayTotals(order.pricing).totalCents, 'the stored pricing gives the same cents').toBe(order.totalCents)
  }
})

const add = (productId: string, quantity = 1, buyer = ann) => buyer.cart.addItem({ body: { productId, quantity } })
const only = async () => {
  const rows = await shop.deps.db.select().from(orders)
  expect(rows).toHaveLength(1)
  return rows[0] ?? expect.fail('no order')
}

test('R-B11 S277 S282 S287 S300 without keys a card payment is 503 with the specified sentence, and Pay Later works', async () => {
  const plain = await openTestShop()
  const bob = await plain.signIn('customer')
  const { id: productId } = await plain.make.product({ category: 'accessories' })
  const cart = await bob.cart.addItem({ body: { productId, quantity: 2 } })
  const items = cart.items.map((item) => ({ id: item.productId, quantity: item.quantity, price: item.price }))
  for (const body of [orderOf(cart), { amount: cart.totals.total, items }, { amount: 0, items: [] }]) {
    expect(await refusalOf(bob.checkout.createPaymentIntent({ body }))).toMatchObject({
      status: 503,
      code: 'payment_not_configured',
      detail: NOT_CONFIGURED,
    })
  }
  expect((await refusalOf(plain.visitor.checkout.createPaymentIntent({ body: { amount: 0, items: [] } }))).status).toBe(401)
  expect(await plain.deps.db.$count(orders)).toBe(0)
  expect((await checkOut(bob)).paymentMethod).toBe('pay_later')
  await plain.close()
})

test('T5 a card payment does not begin with an impossible VAT id', async () => {
  await add((await shop.parcel(10)).id)
  const order = orderOf(await ann.cart.list())
  const body = { ...order, customer: { ...customerForm, vatId: 'NOT-A-VAT-ID' } }
  expect(await refusalOf(ann.checkout.createPaymentIntent({ body }))).toMatchObject({ status: 422, errors: [{ field: 'customer.vatId' }] })
  expect(await shop.deps.db.$count(orders)).toBe(0)
})

test('the provider is asked in the version of its API that the library describes, and for cards only', async () => {
  await add((await shop.parcel(10)).id)
  await shop.begin(ann)
  const [intent] = shop.provider.intents.values()
  expect(intent?.payment_method_types).toEqual(['card'])
  expect(shop.provider.requests.map(({ version }) => version)).toEqual([Stripe.API_VERSION])
})

test('D102 D107 an order that waits comes before its payment: stock reserved, cart kept, nobody notified', async () => {
  const box = await shop.parcel(10)
  await add(box.id, 3)
  const answer = await shop.begin(ann)
  const order = await only()
  const [intent] = shop.provider.intents.values()
  expect(answer).toEqual({
    clientSecret: intent?.client_secret,
    orderId: order.id,
    orderNumber: order.number,
    amount: 388.8,
    currency: 'USD',
    expiresAt: order.holdUntil?.toISOString(),
  })
  expect(intent?.metadata).toEqual({ orderId: order.id, orderNumber: order.number })
  expect(order).toMatchObject({ status: 'pending', paymentMethod: 'card', paymentStatus: 'unpaid', paymentIntentId: intent?.id })
  expect((order.holdUntil?.getTime() ?? 0) - shop.deps.now().getTime()).toBeLessThanOrEqual(30_000)
  expect((await shop.visitor.products.byId({ params: { id: box.id } })).stock).toBe(7)
  expect((await ann.cart.list()).items).toMatchObject([{ quantity: 3, stock: 10, available: true }])
  expect(await shop.deps.db.$count(outbox, eq(outbox.kind, 'mail'))).toBe(0)
  expect(shop.provider.requests.map(({ key }) => key)).toEqual([`order:${order.id}:0`])
})

test("the buyer's own hold never blocks the buyer: all of the last units can be asked for again and changed", async () => {
  const box = await shop.parcel(4)
  await add(box.id, 4)
  await shop.begin(ann)
  expect(await shop.stockOf(box.id)).toBe(0)
  await shop.begin(ann)
  await ann.cart.setQuantity({ params: { productId: box.id }, body: { quantity: 2 } })
  await shop.begin(ann)
  expect(await shop.stockOf(box.id)).toBe(2)
  await ann.cart.setQuantity({ params: { productId: box.id }, body: { quantity: 4 } })
  await shop.begin(ann)
  expect(await shop.stockOf(box.id)).toBe(0)
  expect(await refusalOf(add(box.id, 1))).toMatchObject({ status: 409, detail: 'Only 0 items available' })
  const bob = await shop.signIn('customer')
  expect(await refusalOf(add(box.id, 1, bob))).toMatchObject({ status: 409, detail: 'Product is out of stock' })
  expect([(await only()).totalCents, shop.provider.intents.size]).toEqual([518_40, 1])
})

test('D102 a second call writes the open order and its one payment anew: items, currency, address', async () => {
  const [box, bag] = [await shop.parcel(), await shop.parcel()]
  await add(box.id, 2)
  const first = await shop.begin(ann)
  await ann.cart.removeItem({ params: { productId: box.id } })
  await add(bag.id, 1)
  const cart = await ann.cart.list({ query: { currency: 'EUR' } })
  const customer = { ...customerForm, city: 'Milwaukee' }
  const second = await ann.checkout.createPaymentIntent({ body: { ...orderOf(cart), customer } })
  expect([second.orderId, second.orderNumber, second.clientSecret]).toEqual([first.orderId, first.orderNumber, first.clientSecret])
  expect([second.amount, second.currency]).toEqual([cart.totals.total, 'EUR'])
  const [intent] = shop.provider.intents.values()
  expect(intent).toMatchObject({ amount: Math.round(cart.totals.total * 100), currency: 'eur' })
  expect([await shop.stockOf(box.id), await shop.stockOf(bag.id)]).toEqual([100, 99])
  const order = await ann.orders.byId({ params: { id: first.orderId } })
  expect(order).toMatchObject({ customer: { city: 'Milwaukee' }, items: [{ productId: bag.id, quantity: 1 }] })
  expect(shop.provider.intents.size).toBe(1)
})

test('the form of the specification is enough: shipping and code are those of the cart, the address that of the book', async () => {
  const box = await shop.parcel()
  await ann.addresses.add({ body: { ...customerForm, city: 'Evanston' } })
  const { items, totals } = await add(box.id, 2)
  const body = { amount: totals.total, items: items.map((item) => ({ id: item.productId, quantity: item.quantity, price: item.price })) }
  const { orderId } = await ann.checkout.createPaymentIntent({ body })
  expect((await ann.orders.byId({ params: { id: orderId } })).customer).toMatchObject({ city: 'Evanston', email: ann.user.email })
})

test('S277 the cart is compared with what the buyer saw, and nothing is held where it differs', async () => {
  expect(await refusalOf(ann.checkout.createPaymentIntent({ body: { amount: 0, items: [] } }))).toMatchObject({ code: 'cart_empty' })
  const box = await shop.parcel()
  const body = orderOf(await add(box.id, 2))
  await shop.deps.db.update(products).set({ priceUsdCents: 130_00 }).where(eq(products.id, box.id))
  expect(await refusalOf(ann.checkout.createPaymentIntent({ body }))).toMatchObject({ status: 409, cart: { totals: { subtotal: 260 } } })
  await shop.deps.db.update(products).set({ status: 'Inactive' }).where(eq(products.id, box.id))
  expect(await refusalOf(ann.checkout.createPaymentIntent({ body }))).toMatchObject({ status: 409, code: 'stock_gone' })
  expect([await shop.deps.db.$count(orders), shop.provider.requests.length]).toEqual([0, 0])
})

test('R-A4 R-A5 one key sent twenty times at once is one order and one payment; with another body it is 422', async () => {
  const box = await shop.parcel()
  const body = orderOf(await add(box.id, 2))
  const send = () => ann.checkout.createPaymentIntent({ body, idempotencyKey: 'once' })
  const answers = await Promise.all(Array.from({ length: 20 }, send))
  expect(new Set(answers.map(({ orderId, clientSecret }) => `${orderId} ${clientSecret}`)).size).toBe(1)
  const other = { ...body, customer: { ...customerForm, firstName: 'Eve' } }
  expect((await refusalOf(ann.checkout.createPaymentIntent({ body: other, idempotencyKey: 'once' }))).status).toBe(422)
  expect([await shop.deps.db.$count(orders), shop.provider.intents.size, await shop.stockOf(box.id)]).toEqual([1, 1, 98])
})

test('R-A6 a double click without a key is one order and one payment', async () => {
  const box = await shop.parcel()
  const body = orderOf(await add(box.id, 2))
  const answers = await Promise.all(Array.from({ length: 5 }, () => ann.checkout.createPaymentIntent({ body })))
  expect(new Set(answers.map(({ orderId, clientSecret }) => `${orderId} ${clientSecret}`)).size).toBe(1)
  expect([await shop.deps.db.$count(orders), shop.provider.intents.size, await shop.stockOf(box.id)]).toEqual([1, 1, 98])
})

test('R-A1 many buyers pay for the last units by card at once: as many orders as units, the rest 409', async () => {
  const box = await shop.parcel(5)
  const buyers = await Promise.all(Array.from({ length: 15 }, () => shop.signIn('customer')))
  for (const buyer of buyers) await add(box.id, 1, buyer)
  const outcomes = await Promise.all(buyers.map((buyer) => outcomeOf(shop.begin(buyer))))
  expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(new Set(outcomes.flatMap(({ problem }) => problem?.code ?? []))).toEqual(new Set(['stock_gone']))
  expect([await shop.stockOf(box.id), shop.provider.intents.size]).toEqual([0, 5])
})

test('D105 a buyer who began to pay by card may still pay later: the same order, and its payment is ended', async () => {
  const box = await shop.parcel(3)
  await add(box.id, 3)
  const { orderId } = await shop.begin(ann)
  const order = await checkOut(ann)
  expect(order).toMatchObject({ id: orderId, paymentMethod: 'pay_later', paymentStatus: 'unpaid', status: 'pending' })
  expect(await only()).toMatchObject({ holdUntil: null })
  expect(await shop.stockOf(box.id)).toBe(0)
  expect(await shop.deps.db.$count(outbox, eq(outbox.dedupeKey, `order-placed:${orderId}`))).toBe(1)
  expect(await shop.deps.db.$count(outbox, eq(outbox.kind, 'intent-cancel'))).toBe(1)
  expect((await ann.cart.list()).items).toEqual([])
})

test('D106 an order whose card was refused is unpaid like any other once it is to be paid later', async () => {
  const box = await shop.parcel(3)
  await add(box.id, 1)
  await shop.begin(ann)
  const [intent] = shop.provider.intents.values()
  expect(await shop.send(shop.message('payment_intent.payment_failed', intent ?? {}))).toBe(200)
  expect(await only()).toMatchObject({ paymentStatus: 'failed' })
  expect(await checkOut(ann)).toMatchObject({ paymentMethod: 'pay_later', paymentStatus: 'unpaid' })
})

test('a payment that waits for the card holder follows the cart, too', async () => {
  const box = await shop.parcel(3)
  await add(box.id, 1)
  await shop.begin(ann)
  const [intent] = shop.provider.intents.values()
  if (!intent) throw new Error('no intent')
  intent.status = 'requires_action'
  await add(box.id, 1)
  expect(await shop.begin(ann)).toMatchObject({ amount: 259.2 })
  expect(intent.amount).toBe(259_20)
})

test('a code that counts once for each customer counts for the open order, too, however often it is written anew', async () => {
  await shop.deps.db.update(promotions).set({ perCustomerLimit: 1, usageLimit: 1 }).where(eq(promotions.code, 'SAVE10'))
  const box = await shop.parcel()
  await add(box.id, 1)
  await ann.cart.applyPromo({ body: { code: 'SAVE10' } })
  await shop.begin(ann)
  await add(box.id, 1)
  await shop.begin(ann)
  expect(await only()).toMatchObject({ promoCode: 'SAVE10', subtotalCents: 240_00, discountCents: 24_00 })
  expect((await shop.deps.db.select().from(promotions).where(eq(promotions.code, 'SAVE10')))[0]?.timesUsed).toBe(1)
  await ann.cart.removePromo()
  await shop.begin(ann)
  expect((await shop.deps.db.select().from(promotions).where(eq(promotions.code, 'SAVE10')))[0]?.timesUsed).toBe(0)
})

test('an order that is paid, or being paid, is not begun again; products put into the cart meanwhile stay there', async () => {
  const [box, bag] = [await shop.parcel(), await shop.parcel()]
  await add(box.id, 2)
  const { orderNumber, orderId } = await shop.begin(ann)
  const [intent] = shop.provider.intents.values()
  if (!intent) throw new Error('no intent')
  intent.status = 'processing'
  expect(await refusalOf(shop.begin(ann))).toMatchObject({ status: 409, code: 'payment_processing' })
  await add(bag.id, 1)
  shop.provider.pay(intent.id)
  expect(await refusalOf(shop.begin(ann))).toMatchObject({ status: 409, code: 'already_paid', orderNumber })
  expect((await ann.orders.byId({ params: { id: orderId } })).paymentStatus).toBe('paid')
  expect((await ann.cart.list()).items).toMatchObject([{ productId: bag.id, quantity: 1 }])
})

test('sums that no card can be charged with are refused before anything is held', async () => {
  const dear = await shop.make.product({ category: 'accessories', priceUsdCents: 600_000_00, stock: 10 })
  await add(dear.id, 2)
  expect(await refusalOf(shop.begin(ann))).toMatchObject({ status: 422, code: 'card_amount' })
  expect(await shop.deps.db.$count(orders)).toBe(0)
})

test('staff see that an open card order waits: it can be cancelled, not sent', async () => {
  const { orderId } = await shop.beginOf(await shop.parcel())
  const staff = await shop.signIn('application_admin')
  const params = { id: orderId }
  expect((await staff.orders.adminById({ params })).nextStatuses).toEqual(['cancelled'])
  expect(await refusalOf(staff.orders.setStatus({ params, body: { status: 'processing' } }))).toMatchObject({ code: 'order_unpaid' })
  expect((await staff.orders.setStatus({ params, body: { status: 'cancelled' } })).status).toBe('cancelled')
})

test('a user begins ten card payments a minute, then waits; another user does not, and asking how a payment stands is none', async () => {
  const limited = await openCardShop({ RATE_LIMIT: 'on' })
  const [bob, cid] = [await limited.signIn('customer'), await limited.signIn('customer')]
  const box = await limited.parcel(50)
  for (const buyer of [bob, cid]) await buyer.cart.addItem({ body: { productId: box.id, quantity: 1 } })
  const body = orderOf(await bob.cart.list())
  const ids = new Set<string>()
  for (let attempt = 0; attempt < 10; attempt += 1) ids.add((await bob.checkout.createPaymentIntent({ body })).orderId)
  expect(ids.size).toBe(1)
  const refused = await refusalOf(bob.checkout.createPaymentIntent({ body }))
  expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' })
  expect(refused.retryAfter).toBeGreaterThan(0)
  expect(refused.retryAfter).toBeLessThanOrEqual(60)
  const [id = ''] = ids
  expect((await bob.cardPayments.check({ params: { id } })).paymentStatus).toBe('unpaid')
  expect((await cid.checkout.createPaymentIntent({ body: orderOf(await cid.cart.list()) })).orderId).toBeTruthy()
  limited.advance(60_000)
  expect((await bob.checkout.createPaymentIntent({ body })).orderId).toBe(id)
  await limited.close()
})
