import { asc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { isOrderNumber } from '#domain/order.ts'
import { replayTotals, replayUsdTotals } from '#server/orders/store-pricing.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import {
  auditEntries,
  cartItems,
  idempotencyKeys,
  orderEvents,
  orders,
  outbox,
  products,
  promotions,
  stockMovements,
} from '#server/platform/db/schema.ts'
import { checkOut, customerForm, orderOf, refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let ann: SignedInUser

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer', { name: 'Ann Buyer', email: 'ann@test.test' })
})
afterEach(async () => {
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
  for (const order of await shop.deps.db.select().from(orders)) {
    expect(replayTotals(order.pricing).totalCents, 'the stored pricing gives the same cents').toBe(order.totalCents)
    expect(replayUsdTotals(order.pricing).totalCents).toBe(order.totalUsdCents)
  }
})

const add = (buyer: SignedInUser, productId: string, quantity = 1) => buyer.cart.addItem({ body: { productId, quantity } })
const parcel = (input: Parameters<TestShop['make']['product']>[0] = {}) => shop.make.product({ category: 'accessories', ...input })
const stockOf = async (id: string) => (await shop.deps.db.select().from(products).where(eq(products.id, id)))[0]?.stock
const countOrders = () => shop.deps.db.$count(orders)
const post = (buyer: SignedInUser, payload: object, key?: string) =>
  shop.app.inject({
    method: 'POST',
    url: '/api/orders',
    headers: { authorization: `Bearer ${buyer.token}`, ...(key && { 'idempotency-key': key }) },
    payload,
  })

/** Says that nothing of an order is there, and the cart is as it was. */
async function expectNothingHappened(lines: number): Promise<void> {
  const { db } = shop.deps
  expect(await countOrders()).toBe(0)
  expect(await db.$count(orderEvents)).toBe(0)
  expect(await db.$count(outbox, eq(outbox.kind, 'mail'))).toBe(0)
  expect(await db.$count(idempotencyKeys)).toBe(0)
  expect(await db.$count(stockMovements, eq(stockMovements.reason, 'order'))).toBe(0)
  expect(await db.$count(cartItems)).toBe(lines)
}

test('T5 an order has no impossible VAT id, and keeps a possible one in its plain form', async () => {
  await add(ann, (await parcel()).id)
  const order = orderOf(await ann.cart.list())
  const withVatId = (vatId: string) => ({ body: { ...order, customer: { ...customerForm, vatId } } })
  const message = "This isn't a valid VAT ID. Check the country prefix and the digits."
  expect(await refusalOf(ann.checkout.placeOrder(withVatId('NOT-A-VAT-ID')))).toMatchObject({
    status: 422,
    errors: [{ field: 'customer.vatId', message }],
  })
  await expectNothingHappened(1)
  expect((await ann.checkout.placeOrder(withVatId('de 111 111 117'))).customer.vatId).toBe('DE111111117')
})

test('S285 S230 S324 a Pay Later order copies the cart, takes the stock and empties the cart', async () => {
  const [maker, dealer] = [await shop.make.business({ name: 'Maker' }), await shop.make.business({ name: 'Dealer' })]
  const mat = await shop.make.product({ name: 'EcoMat', priceUsdCents: 1000_00, businessId: maker.id, stock: 10, leadTimeDays: 5 })
  const box = await parcel({ name: 'Box', priceUsdCents: 12_50, businessId: dealer.id })
  await add(ann, mat.id, 3)
  await add(ann, box.id, 2)
  await ann.cart.applyPromo({ body: { code: 'welcome10' } })
  const order = await checkOut(ann)
  expect(isOrderNumber(order.number)).toBe(true)
  expect(order).toMatchObject({
    user: { name: 'Ann Buyer', email: 'ann@test.test' },
    customer: customerForm,
    items: [
      { productId: mat.id, slug: 'ecomat', name: 'EcoMat', businessName: 'Maker', quantity: 3, unitPrice: 950, lineTotal: 2850 },
      { productId: box.id, name: 'Box', businessName: 'Dealer', quantity: 2, unitPrice: 12.5, lineTotal: 25 },
    ],
    currency: 'USD',
    subtotal: 2875,
    discount: 287.5,
    promoCode: 'WELCOME10',
    shippingMethod: 'standard',
    shipping: 0,
    taxRate: 0.08,
    tax: 207,
    totalAmount: 2794.5,
    totalUSD: 2794.5,
    status: 'pending',
    paymentMethod: 'pay_later',
    paymentStatus: 'unpaid',
    history: [{ from: null, to: 'pending', by: 'Ann Buyer', note: null }],
    nextStatuses: [],
    canCancel: true,
    version: 1,
  })
  expect(order.fulfilments.map(({ businessName, status }) => [businessName, status])).toEqual([
    ['Dealer', 'pending'],
    ['Maker', 'pending'],
  ])
  expect(await ann.orders.byId({ params: { id: order.id } })).toEqual(order)
  expect(await ann.orders.byId({ params: { id: order.number } })).toEqual(order)
  expect([await stockOf(mat.id), await stockOf(box.id)]).toEqual([7, 98])
  expect(await ann.cart.list()).toMatchObject({ items: [], appliedPromoCode: null, shippingMethod: 'standard' })
})

test('an order leaves one mail to its buyer and one to its seller, one audit entry and one movement for each product', async () => {
  const box = await parcel()
  await add(ann, box.id, 2)
  const order = await checkOut(ann)
  const { db } = shop.deps
  expect(await db.select().from(outbox).orderBy(asc(outbox.dedupeKey))).toMatchObject([
    {
      kind: 'mail',
      dedupeKey: `order-placed:${order.id}`,
      payload: { template: 'order-placed', to: 'ann@test.test', facts: { number: order.number } },
    },
    { kind: 'mail', payload: { template: 'seller-new-order', facts: { number: order.number } } },
  ])
  expect(await db.select().from(auditEntries).where(eq(auditEntries.targetId, order.id))).toMatchObject([
    { action: 'order.place', actorId: ann.user.id, targetType: 'order' },
  ])
  expect(await db.select().from(stockMovements).where(eq(stockMovements.reference, order.id))).toMatchObject([
    { productId: box.id, delta: -2, reason: 'order', actorId: ann.user.id },
  ])
})

test('S325 S326 S139 the estimate and the method are those that were chosen', async () => {
  const box = await parcel({ priceUsdCents: 10_00 })
  await add(ann, box.id)
  const standard = await checkOut(ann)
  const inSevenDays = new Date(shop.deps.now().getTime() + 7 * 86_400_000).toISOString().slice(0, 10)
  expect(standard.estimatedDelivery).toBe(inSevenDays)
  await add(ann, box.id)
  await ann.cart.setShipping({ body: { shippingMethod: 'overnight' } })
  const overnight = await checkOut(ann)
  expect(overnight).toMatchObject({ shippingMethod: 'overnight', shipping: 39.99, totalAmount: 50.79 })
  expect(overnight.estimatedDelivery < inSevenDays).toBe(true)
})

test('B345 an order in EUR keeps its own total and the USD total of the same items', async () => {
  const box = await parcel({ priceUsdCents: 200_00, priceEurCents: 150_00 })
  await add(ann, box.id)
  const cart = await ann.cart.list({ query: { currency: 'EUR' } })
  const order = await ann.checkout.placeOrder({ body: orderOf(cart) })
  expect(order).toMatchObject({ currency: 'EUR', totalAmount: 162, totalUSD: 216 })
})

test('later edits of the product, its price, its seller and the shop change nothing in an order', async () => {
  const box = await parcel({ name: 'Box', priceUsdCents: 10_00 })
  await add(ann, box.id)
  const order = await checkOut(ann)
  await shop.deps.db
    .update(products)
    .set({ name: 'Crate', slug: 'crate', priceUsdCents: 99_00, status: 'Deleted' })
    .where(eq(products.id, box.id))
  expect(await ann.orders.byId({ params: { id: order.id } })).toEqual(order)
})

test('an empty cart cannot be ordered', async () => {
  const body = { ...orderOf(await ann.cart.list()), items: [] }
  expect(await refusalOf(ann.checkout.placeOrder({ body }))).toMatchObject({ status: 409, code: 'cart_empty' })
  await expectNothingHappened(0)
})

test('what the buyer saw must be the cart: any difference is 409 with the new cart, and nothing happens', async () => {
  const [box, bag] = [await parcel({ name: 'Box', priceUsdCents: 10_00 }), await parcel({ name: 'Bag' })]
  await add(ann, box.id, 2)
  await add(ann, bag.id, 1)
  const cart = await ann.cart.list()
  const seen = orderOf(cart)
  const [first, second] = seen.items
  if (!first || !second) throw new Error('two lines')
  const wrong: [object, string][] = [
    [{ items: [first] }, `items.${bag.id}`],
    [{ items: [first, second, { ...second, id: crypto.randomUUID() }] }, 'items'],
    [{ items: [{ ...first, quantity: 1 }, second] }, `items.${box.id}`],
    [{ items: [{ ...first, price: 9.99 }, second] }, `items.${box.id}`],
    [{ items: [{ ...first, price: 10.001 }, second] }, `items.${box.id}`],
    [{ items: [{ ...first, price: -10 }, second] }, `items.${box.id}`],
    [{ items: [{ ...first, quantity: 1 }, { ...first, quantity: 1 }, second] }, `items.${box.id}`],
    [{ items: [first, first, second] }, 'items'],
    [{ items: [] }, `items.${box.id}`],
    [{ currency: 'EUR' }, `items.${box.id}`],
    [{ shippingMethod: 'express' }, 'shippingMethod'],
    [{ promoCode: 'WELCOME10' }, 'promoCode'],
  ]
  for (const [change, field] of wrong) {
    const answer = await post(ann, { ...seen, ...change })
    expect(answer.statusCode, JSON.stringify(change)).toBe(409)
    const problem = answer.json()
    expect(problem.code).toBe('price_changed')
    expect(problem.errors.map((error: { field: string }) => error.field)).toContain(field)
    expect(problem.cart.items).toHaveLength(2)
    if (problem.cart.currency === 'USD') expect(problem.cart).toEqual(cart)
  }
  await expectNothingHappened(2)
  expect((await post(ann, { ...seen, items: [...seen.items].reverse() })).statusCode).toBe(201)
})

test('a code that the buyer did not see, or that lapsed since, is a difference; one that gives nothing is not asked for', async () => {
  const box = await parcel({ priceUsdCents: 60_00 })
  await add(ann, box.id)
  const withCode = await ann.cart.applyPromo({ body: { code: 'FREESHIP' } })
  const { promoCode: _none, ...withoutCode } = orderOf(withCode)
  expect(await refusalOf(ann.checkout.placeOrder({ body: withoutCode }))).toMatchObject({
    code: 'price_changed',
    errors: [{ field: 'promoCode' }],
  })
  await shop.deps.db.update(promotions).set({ isActive: false }).where(eq(promotions.code, 'FREESHIP'))
  expect(await refusalOf(ann.checkout.placeOrder({ body: orderOf(withCode) }))).toMatchObject({
    code: 'price_changed',
    errors: [{ field: 'promoCode', message: 'FREESHIP is not active' }],
  })
  await expectNothingHappened(1)
  const order = await checkOut(ann)
  expect(order).toMatchObject({ promoCode: null, shipping: 9.99 })
})

test('products that are gone are named one by one, and nothing is taken', async () => {
  const [mat, box, bag, ok] = [
    await parcel({ name: 'EcoMat 1000', stock: 9 }),
    await parcel({ name: 'Box' }),
    await parcel({ name: 'Bag' }),
    await parcel(),
  ]
  for (const product of [mat, box, bag, ok]) await add(ann, product.id, 5)
  const body = orderOf(await ann.cart.list())
  const set = (id: string, values: Partial<typeof products.$inferInsert>) =>
    shop.deps.db.update(products).set(values).where(eq(products.id, id))
  const restock = async (id: string, stock: number, delta: number) => {
    await set(id, { stock })
    await shop.deps.db.insert(stockMovements).values({ productId: id, delta, reason: 'edit', reference: 'test' })
  }
  await restock(mat.id, 3, -6)
  await restock(box.id, 0, -100)
  await set(bag.id, { status: 'Inactive' })
  expect(await refusalOf(ann.checkout.placeOrder({ body }))).toMatchObject({
    status: 409,
    code: 'stock_gone',
    detail: 'EcoMat 1000: Only 3 items available; Box: Product is out of stock; Bag is no longer available',
    cart: { canCheckOut: false },
  })
  await expectNothingHappened(4)
  expect(await stockOf(ok.id)).toBe(100)
})

test('S249 the checkout form is checked on the server', async () => {
  const box = await parcel()
  await add(ann, box.id)
  const seen = orderOf(await ann.cart.list())
  for (const field of ['email', 'firstName', 'lastName', 'address', 'city', 'state', 'zipCode']) {
    const answer = await post(ann, { ...seen, customer: { ...customerForm, [field]: ' ' } })
    expect(answer.statusCode, field).toBe(422)
    expect(answer.json().errors.map((error: { field: string }) => error.field)).toContain(`customer.${field}`)
  }
  await expectNothingHappened(1)
})

test('D98 a form without a country goes to the United States with its ZIP code as it is; with one, the ZIP code is checked', async () => {
  const box = await parcel()
  await add(ann, box.id)
  const seen = orderOf(await ann.cart.list())
  const { country: _country, ...plain } = customerForm
  const refused = await post(ann, { ...seen, customer: { ...plain, zipCode: '1010', country: 'US' } })
  expect([refused.statusCode, refused.json().errors[0].field]).toEqual([422, 'customer.zipCode'])
  const { state: _state, ...german } = { ...plain, zipCode: '8001', country: 'CH' }
  const { amount: _amount, ...items } = seen
  expect((await post(ann, { ...items, customer: german })).json().customer).toMatchObject({ country: 'CH', state: '' })
  await add(ann, box.id)
  expect((await post(ann, { ...seen, customer: { ...plain, zipCode: '1010' } })).json().customer).toMatchObject({
    country: 'US',
    zipCode: '1010',
  })
})

test('no body can set price, total, status, user or payment', async () => {
  const bob = await shop.signIn('customer')
  const box = await parcel({ priceUsdCents: 10_00 })
  await add(ann, box.id)
  const seen = orderOf(await ann.cart.list())
  const evil = {
    ...seen,
    id: crypto.randomUUID(),
    number: 'ORD-1',
    userId: bob.user.id,
    status: 'delivered',
    paymentStatus: 'paid',
    totalAmount: 0.01,
    total: 0,
    discount: 999,
    taxRate: 0,
  }
  const items = seen.items.map((item) => ({ ...item, businessId: bob.user.id, unitPrice: 0, lineTotal: 0, name: 'Free' }))
  const order: Order = (await post(ann, { ...evil, items })).json()
  expect(order).toMatchObject({
    status: 'pending',
    paymentStatus: 'unpaid',
    totalAmount: 20.79,
    items: [{ unitPrice: 10, businessId: box.businessId }],
  })
  expect(order.number).not.toBe('ORD-1')
  expect((await bob.orders.listOwn()).total).toBe(0)
  expect((await ann.orders.listOwn()).total).toBe(1)
})

test('the same key and body answer the first answer again, even after the order has moved on', async () => {
  const box = await parcel()
  await add(ann, box.id)
  const body = orderOf(await ann.cart.list())
  const first = await post(ann, body, 'key-1')
  expect(first.headers['idempotency-replayed']).toBeUndefined()
  await ann.orders.cancel({ params: { id: first.json().id } })
  const { customer, ...rest } = body
  const again = await post(ann, { customer: Object.fromEntries(Object.entries(customer).reverse()), ...rest }, 'key-1')
  expect(again.statusCode).toBe(201)
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect(again.json()).toEqual(first.json())
  expect(await countOrders()).toBe(1)
})

test('R-A5 the same key with another body is 422, and another user may use the same key', async () => {
  const box = await parcel()
  const bob = await shop.signIn('customer')
  await add(ann, box.id)
  await add(bob, box.id)
  const body = orderOf(await ann.cart.list())
  await post(ann, body, 'key-1')
  await add(ann, box.id, 2)
  const other = await post(ann, { ...body, shippingMethod: 'express' }, 'key-1')
  expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency_key_reused'])
  expect(await countOrders()).toBe(1)
  expect((await post(bob, body, 'key-1')).statusCode).toBe(201)
})

test('a refused order does not use its key up, and a key that is no key is 422', async () => {
  const box = await parcel()
  await add(ann, box.id)
  const body = orderOf(await ann.cart.list())
  expect((await post(ann, { ...body, shippingMethod: 'express' }, 'key-1')).statusCode).toBe(409)
  expect((await post(ann, body, 'key 1')).statusCode).toBe(422)
  expect((await post(ann, body, 'x'.repeat(256))).statusCode).toBe(422)
  expect((await post(ann, body, 'key-1')).statusCode).toBe(201)
})

test('a code with a limit for each customer counts once for each, and its use comes back with a cancellation', async () => {
  await shop.deps.db.update(promotions).set({ perCustomerLimit: 1, usageLimit: 5 }).where(eq(promotions.code, 'SAVE10'))
  const box = await parcel()
  const apply = async () => {
    await add(ann, box.id)
    return ann.cart.applyPromo({ body: { code: 'SAVE10' } })
  }
  await apply()
  const order = await checkOut(ann)
  expect(order.promoCode).toBe('SAVE10')
  expect(await refusalOf(apply())).toMatchObject({ errors: [{ message: 'SAVE10 has been used up' }] })
  await ann.orders.cancel({ params: { id: order.id } })
  expect((await apply()).appliedPromoCode?.active).toBe(true)
  const [code] = await shop.deps.db.select().from(promotions).where(eq(promotions.code, 'SAVE10'))
  expect(code?.timesUsed).toBe(0)
})

test('every role may order for itself, a visitor may not', async () => {
  const box = await parcel()
  for (const role of ['business_admin', 'application_admin', 'super_admin'] as const) {
    const user = await shop.signIn(role)
    await add(user, box.id)
    expect((await checkOut(user)).status).toBe('pending')
  }
  expect((await shop.app.inject({ method: 'POST', url: '/api/orders', payload: {} })).statusCode).toBe(401)
})
