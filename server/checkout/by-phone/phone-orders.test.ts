import { randomUUID } from 'node:crypto'
import { and, eq, like } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { replayTotals } from '#server/orders/store-pricing.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { auditEntries, carts, orders, outbox, products, promotions, stockMovements, users } from '#server/platform/db/schema.ts'
import { checkOut, customerForm, orderOf, outcomeOf, refusalOf } from '#server/testing/buyers.ts'
import { type CardShop, openCardShop } from '#server/testing/card-shop.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

const NOWHERE = '00000000-0000-4000-8000-000000000000'

let shop: CardShop
let clerk: SignedInUser
let ann: SignedInUser

beforeAll(async () => {
  shop = await openCardShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  clerk = await shop.signIn('application_admin', { name: 'Carla Clerk' })
  ann = await shop.signIn('customer', { name: 'Ann Buyer' })
})
afterEach(async () => {
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
  for (const order of await shop.deps.db.select().from(orders)) {
    expect(replayTotals(order.pricing).totalCents, 'the stored pricing gives the same cents').toBe(order.totalCents)
  }
})

interface Wish {
  items: { id: string; quantity: number }[]
  currency?: 'USD' | 'EUR'
  shippingMethod?: 'standard' | 'express' | 'overnight'
  promoCode?: string | null
  userId?: string
}

const wishOf = ({ items, currency = 'USD', shippingMethod = 'standard', promoCode = null, userId = ann.user.id }: Wish) => ({
  items,
  currency,
  shippingMethod,
  promoCode,
  userId,
})

/** The order as staff send it who saw this preview. */
async function bodyOf(wish: Wish, by: Pick<SignedInUser, 'phoneOrders'> = clerk) {
  const { cart } = await by.phoneOrders.preview({ body: wishOf(wish) })
  const { amount, currency, items, promoCode, shippingMethod } = orderOf(cart)
  return { userId: wish.userId ?? ann.user.id, items, currency, shippingMethod, promoCode, amount, customer: customerForm }
}

async function place(wish: Wish, by: SignedInUser = clerk) {
  return by.phoneOrders.place({ body: await bodyOf(wish, by) })
}

const mailsFor = (orderId: string, shopOf: TestShop = shop) =>
  shopOf.deps.db
    .select()
    .from(outbox)
    .where(and(eq(outbox.kind, 'mail'), like(outbox.dedupeKey, `%${orderId}%`)))

test('D239 staff place an order for a customer: Pay Later, stock taken, customer and sellers notified, history and audit name who did it', async () => {
  const seller = await shop.signIn('business_admin')
  const box = await shop.make.product({ category: 'accessories', stock: 10, businessId: seller.user.businessId ?? '' })
  const order = await place({ items: [{ id: box.id, quantity: 3 }] })
  expect(order).toMatchObject({
    user: { name: 'Ann Buyer', email: ann.user.email },
    paymentMethod: 'pay_later',
    paymentStatus: 'unpaid',
    status: 'pending',
    history: [{ from: null, to: 'pending', by: 'Carla Clerk' }],
  })
  expect(await shop.stockOf(box.id)).toBe(7)
  const [movement] = await shop.deps.db.select().from(stockMovements).where(eq(stockMovements.reference, order.id))
  expect(movement).toMatchObject({ delta: -3, reason: 'order', actorId: clerk.user.id })
  const [entry] = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'order.place'))
  expect(entry).toMatchObject({
    actorId: clerk.user.id,
    actorName: 'Carla Clerk',
    actorRole: 'application_admin',
    targetId: order.id,
    after: { number: order.number, customerId: ann.user.id },
  })
  const mails = (await mailsFor(order.id)).map(({ payload }) => payload as { template: string; to: string; facts: Record<string, unknown> })
  expect(mails.map(({ template, to }) => [template, to])).toEqual(
    expect.arrayContaining([
      ['order-placed', ann.user.email],
      ['seller-new-order', seller.user.email],
    ]),
  )
  expect(mails.find(({ template }) => template === 'order-placed')?.facts).toMatchObject({ placedFor: 'yes', number: order.number })
  const own = await ann.orders.byId({ params: { id: order.id } })
  expect(own.history, 'customers read the shop for its people').toMatchObject([{ by: 'Reflute' }])
  expect((await seller.sellerOrders.list()).items).toHaveLength(1)
  await ann.orders.cancel({ params: { id: order.id } })
  expect(await shop.stockOf(box.id)).toBe(10)
})

test('T5 staff hear that a VAT id is impossible before they place the order', async () => {
  const box = await shop.make.product({ category: 'accessories' })
  const body = await bodyOf({ items: [{ id: box.id, quantity: 1 }] })
  const customer = { ...customerForm, vatId: 'DE123456789' }
  const problem = await refusalOf(clerk.phoneOrders.place({ body: { ...body, customer } }))
  expect(problem).toMatchObject({ status: 422, errors: [{ field: 'customer.vatId' }] })
  const order = await clerk.phoneOrders.place({ body: { ...body, customer: { ...customer, vatId: 'IE 1234567T' } } })
  expect(order.customer.vatId).toBe('IE1234567T')
})

test('D239 only staff read a customer, a preview, or place an order', async () => {
  const box = await shop.parcel()
  const body = await bodyOf({ items: [{ id: box.id, quantity: 1 }] })
  const calls = (who: Pick<SignedInUser, 'phoneOrders'>): Promise<unknown>[] => [
    who.phoneOrders.customer({ params: { id: ann.user.id } }),
    who.phoneOrders.preview({ body: wishOf({ items: [{ id: box.id, quantity: 1 }] }) }),
    who.phoneOrders.place({ body }),
  ]
  const statuses = async (who: Pick<SignedInUser, 'phoneOrders'>) =>
    (await Promise.all(calls(who).map((call) => outcomeOf(call)))).map(({ status }) => status)
  expect(await statuses(shop.visitor)).toEqual([401, 401, 401])
  for (const role of ['customer', 'business_admin'] as const) expect(await statuses(await shop.signIn(role))).toEqual([403, 403, 403])
  expect(await shop.deps.db.$count(orders)).toBe(0)
  for (const role of ['application_admin', 'super_admin'] as const) expect(await statuses(await shop.signIn(role))).toEqual([200, 200, 200])
})

test('D239 D101 totals are those of the checkout for the same products, code, currency and shipping, to the cent', async () => {
  const machine = await shop.make.product({ stock: 50, priceUsdCents: 1999_99, priceEurCents: 1850_01 })
  const box = await shop.parcel()
  const cases: Omit<Wish, 'items'>[] = [{}, { currency: 'EUR' }, { promoCode: 'save10' }, { promoCode: 'SAVE10', currency: 'EUR' }]
  for (const more of cases) {
    for (const items of [
      [{ id: box.id, quantity: 2 }],
      [
        { id: box.id, quantity: 3 },
        { id: machine.id, quantity: 5 },
      ],
    ]) {
      const buyer = await shop.signIn('customer')
      const query = { currency: more.currency ?? 'USD' }
      for (const { id: productId, quantity } of items) await buyer.cart.addItem({ query, body: { productId, quantity } })
      if (more.promoCode) await buyer.cart.applyPromo({ query, body: { code: more.promoCode } })
      const cart = await buyer.cart.list({ query })
      const preview = await clerk.phoneOrders.preview({ body: wishOf({ items, ...more, userId: buyer.user.id }) })
      expect(preview.cart.totals).toEqual(cart.totals)
      expect(preview.cart.steps).toEqual(cart.steps)
      const byPhone = await place({ items, ...more, userId: buyer.user.id })
      const online = await buyer.checkout.placeOrder({ body: orderOf(cart) })
      const amounts = ({ subtotal, discount, shipping, tax, totalAmount, totalUSD, promoCode }: typeof online) =>
        JSON.stringify({ subtotal, discount, shipping, tax, totalAmount, totalUSD, promoCode })
      expect(amounts(byPhone)).toBe(amounts(online))
    }
  }
})

test("D239 the customer's own cart, code, and open card order stay as they are, and what that order holds is not there for another", async () => {
  const box = await shop.parcel(5)
  await ann.cart.addItem({ body: { productId: box.id, quantity: 3 } })
  await ann.cart.applyPromo({ body: { code: 'SAVE10' } })
  const held = await shop.begin(ann)
  const now = async () => {
    const cart = await ann.cart.list()
    return { ...cart, items: cart.items.map(({ stock: _left, ...item }) => item), order: await shop.orderRow(held.orderId) }
  }
  const before = await now()
  const seen = await clerk.phoneOrders.preview({ body: wishOf({ items: [{ id: box.id, quantity: 3 }] }) })
  expect(seen.cart.items[0]).toMatchObject({ available: false, notice: 'Only 2 left' })
  expect(await refusalOf(place({ items: [{ id: box.id, quantity: 3 }] }))).toMatchObject({ status: 409, code: 'stock_gone' })
  await place({ items: [{ id: box.id, quantity: 2 }] })
  expect(await now()).toEqual(before)
  expect(await shop.stockOf(box.id)).toBe(0)
  const intentId = held.clientSecret.split('_secret_')[0] ?? ''
  await shop.notifyPaid(intentId)
  expect(await shop.orderRow(held.orderId)).toMatchObject({ paymentStatus: 'paid', status: 'processing' })
})

test('D239 a code that the open card order of the customer uses is used up for the phone, and says so', async () => {
  await shop.deps.db.update(promotions).set({ perCustomerLimit: 1 }).where(eq(promotions.code, 'SAVE10'))
  const box = await shop.parcel()
  await ann.cart.addItem({ body: { productId: box.id, quantity: 1 } })
  await ann.cart.applyPromo({ body: { code: 'SAVE10' } })
  await shop.begin(ann)
  const wish = { items: [{ id: box.id, quantity: 1 }], promoCode: 'SAVE10' }
  const preview = await clerk.phoneOrders.preview({ body: wishOf(wish) })
  expect(preview).toMatchObject({ codeProblem: 'SAVE10 has been used up', cart: { totals: { discount: 0 } } })
  const body = { ...(await bodyOf(wish)), promoCode: 'SAVE10' }
  expect(await refusalOf(clerk.phoneOrders.place({ body }))).toMatchObject({ status: 409, code: 'price_changed' })
  const unknown = await clerk.phoneOrders.preview({ body: wishOf({ ...wish, promoCode: 'NO SUCH' }) })
  expect(unknown.codeProblem).toBe('This code does not exist')
})

test('D239 a price that changed since staff saw it is 409 with the new totals, and nothing is taken', async () => {
  const box = await shop.parcel(10)
  const body = await bodyOf({ items: [{ id: box.id, quantity: 2 }] })
  await shop.deps.db.update(products).set({ priceUsdCents: 130_00 }).where(eq(products.id, box.id))
  const refused = await refusalOf(clerk.phoneOrders.place({ body }))
  expect(refused).toMatchObject({
    status: 409,
    code: 'price_changed',
    errors: [{ field: `items.${box.id}`, message: expect.stringContaining('the price is now $130.00') }],
    cart: { totals: { total: 280.8 } },
  })
  const cheap = { ...body, items: body.items.map((item) => ({ ...item, price: 0.01 })), amount: 0.02 }
  expect((await refusalOf(clerk.phoneOrders.place({ body: cheap }))).code).toBe('price_changed')
  expect([await shop.deps.db.$count(orders), await shop.stockOf(box.id)]).toEqual([0, 10])
})

test('D239 what cannot be ordered is refused: nothing, unknown products, a product twice, half units, a customer who is not active, a bad address', async () => {
  const box = await shop.parcel()
  const body = await bodyOf({ items: [{ id: box.id, quantity: 1 }] })
  const [item] = body.items
  if (!item) throw new Error('no item')
  const place1 = (change: object) => refusalOf(clerk.phoneOrders.place({ body: { ...body, ...change } }))
  expect(await place1({ items: [] })).toMatchObject({ status: 422, detail: 'Please add at least one product.' })
  expect(await place1({ items: [item, { ...item, id: NOWHERE }] })).toMatchObject({ status: 409, code: 'stock_gone' })
  expect((await place1({ items: [item, { ...item, id: item.id.toUpperCase() }] })).status).toBe(422)
  for (const quantity of [0, -1, 1.5, 100_001]) expect((await place1({ items: [{ ...item, quantity }] })).status).toBe(422)
  expect(await place1({ customer: { ...customerForm, zipCode: '' } })).toMatchObject({ errors: [{ field: 'customer.zipCode' }] })
  expect((await place1({ userId: NOWHERE })).errors?.[0]?.field).toBe('userId')
  for (const status of ['Inactive', 'Suspended', 'Deleted'] as const) {
    await shop.deps.db.update(users).set({ status }).where(eq(users.id, ann.user.id))
    expect((await place1({})).errors?.[0]?.field).toBe('userId')
    expect((await refusalOf(clerk.phoneOrders.customer({ params: { id: ann.user.id } }))).status).toBe(404)
  }
  expect([await shop.deps.db.$count(orders), await shop.stockOf(box.id)]).toEqual([0, 100])
})

test('D239 freight forbids fast shipping here too', async () => {
  const machine = await shop.make.product({ shippingClass: 'freight' })
  const wish = { items: [{ id: machine.id, quantity: 1 }], shippingMethod: 'overnight' as const }
  const { cart } = await clerk.phoneOrders.preview({ body: wishOf(wish) })
  expect(cart.shippingMethod).toBe('standard')
  const body = { ...(await bodyOf(wish)), shippingMethod: 'overnight' as const }
  expect(await refusalOf(clerk.phoneOrders.place({ body }))).toMatchObject({ code: 'price_changed' })
})

test('R-A4 D239 one key sent 20 times at once makes one order; the same key with other products is refused', async () => {
  const box = await shop.parcel(10)
  const body = await bodyOf({ items: [{ id: box.id, quantity: 1 }] })
  const answers = await Promise.all(Array.from({ length: 20 }, () => clerk.phoneOrders.place({ body, idempotencyKey: 'once' })))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  const other = await bodyOf({ items: [{ id: box.id, quantity: 2 }] })
  expect((await refusalOf(clerk.phoneOrders.place({ body: other, idempotencyKey: 'once' }))).code).toBe('idempotency_key_reused')
  expect([await shop.deps.db.$count(orders), await shop.stockOf(box.id)]).toEqual([1, 9])
})

test('R-A1 D239 the last unit goes once, whether to the phone or to the checkout', async () => {
  const box = await shop.parcel(1)
  const buyers = await Promise.all(Array.from({ length: 5 }, () => shop.signIn('customer')))
  const carts = await Promise.all(buyers.map((buyer) => buyer.cart.addItem({ body: { productId: box.id, quantity: 1 } })))
  const body = await bodyOf({ items: [{ id: box.id, quantity: 1 }] })
  const outcomes = await Promise.all([
    ...buyers.map((buyer, at) => outcomeOf(buyer.checkout.placeOrder({ body: orderOf(carts[at] ?? expect.fail('no cart')) }))),
    ...buyers.map(({ user }) => outcomeOf(clerk.phoneOrders.place({ body: { ...body, userId: user.id } }))),
  ])
  expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(outcomes.flatMap(({ problem }) => problem?.code ?? []))).toEqual(new Set(['stock_gone']))
  expect([await shop.deps.db.$count(orders), await shop.stockOf(box.id)]).toEqual([1, 0])
})

test('R-A7 D239 the last use of a code goes once, to the phone or to the checkout of the same customer', async () => {
  await shop.deps.db.update(promotions).set({ perCustomerLimit: 1 }).where(eq(promotions.code, 'SAVE10'))
  const box = await shop.parcel()
  await ann.cart.addItem({ body: { productId: box.id, quantity: 1 } })
  const cart = await ann.cart.applyPromo({ body: { code: 'SAVE10' } })
  const body = await bodyOf({ items: [{ id: box.id, quantity: 1 }], promoCode: 'SAVE10' })
  const outcomes = await Promise.all([
    outcomeOf(ann.checkout.placeOrder({ body: orderOf(cart) })),
    ...Array.from({ length: 4 }, () => outcomeOf(clerk.phoneOrders.place({ body }))),
  ])
  expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
  const rows = await shop.deps.db.select().from(orders)
  expect(rows.map(({ promoCode }) => promoCode)).toEqual(['SAVE10'])
})

test('D106 D239 staff go beyond a limit knowingly only, and it is written down; orders of both ways at once never pass it unseen', async () => {
  const boss = await shop.signIn('super_admin')
  await boss.settings.update({ body: { payLater: { offered: true, limit: 300 } } })
  const box = await shop.parcel()
  const wish = { items: [{ id: box.id, quantity: 1 }] }
  const body = await bodyOf(wish)
  const cart = await ann.cart.addItem({ body: { productId: box.id, quantity: 1 } })
  const calls = Array.from({ length: 6 }, (_, at) =>
    outcomeOf(at === 1 ? ann.checkout.placeOrder({ body: orderOf(cart) }) : clerk.phoneOrders.place({ body })),
  )
  const outcomes = (await Promise.all(calls)).map(({ status }) => status)
  expect(outcomes.filter((status) => status === 200)).toHaveLength(2)
  await boss.settings.update({ body: { payLater: { offered: false, limit: 300 } } })
  const { payLater } = await clerk.phoneOrders.preview({ body: wishOf(wish) })
  expect(payLater).toEqual({ limit: 300, open: 259.2, order: 129.6, isForNew: false, isBeyond: true })
  expect(await refusalOf(clerk.phoneOrders.place({ body }))).toMatchObject({
    status: 409,
    code: 'pay_later_limit',
    detail: 'This customer can have up to $300.00 open. $259.20 is open already, and this order is $129.60.',
  })
  const order = await clerk.phoneOrders.place({ body: { ...body, beyondLimit: true } })
  const [entry] = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'order.exceed_limit'))
  expect(entry).toMatchObject({ actorId: clerk.user.id, targetId: order.id, after: { limitUsdCents: 300_00, openUsdCents: 259_20 } })
})

test('D100 D239 the form begins with the default address, else with where the last order went, without what belonged to that order', async () => {
  const read = () => clerk.phoneOrders.customer({ params: { id: ann.user.id } })
  expect(await read()).toEqual({ id: ann.user.id, name: 'Ann Buyer', email: ann.user.email, businessName: null, start: null })
  const box = await shop.parcel()
  const body = await bodyOf({ items: [{ id: box.id, quantity: 1 }] })
  await clerk.phoneOrders.place({ body: { ...body, customer: { ...customerForm, poNumber: 'PO-7', notes: 'Ring twice' } } })
  expect((await read()).start).toEqual(customerForm)
  await ann.addresses.add({ body: { ...customerForm, city: 'Boston', state: 'MA', zipCode: '02108' } })
  expect((await read()).start).toMatchObject({ city: 'Boston', zipCode: '02108' })
})

test('D239 an order by phone for somebody who is being deleted either comes before, and loses its name, or is refused', async () => {
  const box = await shop.parcel()
  const body = await bodyOf({ items: [{ id: box.id, quantity: 1 }] })
  const [placed] = await Promise.all([
    outcomeOf(clerk.phoneOrders.place({ body })),
    outcomeOf(clerk.users.remove({ params: { id: ann.user.id } })),
  ])
  const rows = await shop.deps.db.select().from(orders)
  expect(rows).toHaveLength(placed.status === 200 ? 1 : 0)
  for (const row of rows) expect(JSON.stringify(row)).not.toContain('Ann Buyer')
  expect(await shop.deps.db.$count(carts, eq(carts.userId, ann.user.id))).toBe(0)
})

test('D106 staff find the orders that are unpaid for 30 days, and nothing that is paid, cancelled, by card, or young', async () => {
  const plain = await openTestShop()
  const boss = await plain.signIn('super_admin')
  const buyer = await plain.signIn('customer')
  const { id: productId } = await plain.make.product({ category: 'accessories' })
  const order = async () => {
    await buyer.cart.addItem({ body: { productId, quantity: 1 } })
    return checkOut(buyer)
  }
  const [late, paid, cancelled] = [await order(), await order(), await order()]
  const paidAt = plain.deps.now().toISOString()
  await boss.orderMoney.markPaid({ params: { id: paid.id }, body: { method: 'cash', reference: 'R', paidAt } })
  await buyer.orders.cancel({ params: { id: cancelled.id } })
  plain.advance(20 * 86_400_000)
  const young = await order()
  const found = async (unpaidDays: string) =>
    (await boss.orders.listAll({ query: { unpaidDays, sort: 'createdAt' } })).items.map(({ id }) => id)
  expect([await found('30'), await found('14'), await found('0')]).toEqual([[], [late.id], [late.id, young.id]])
  plain.advance(10 * 86_400_000)
  expect(await found('30')).toEqual([late.id])
  await boss.orders.setStatus({ params: { id: late.id }, body: { status: 'cancelled', reason: 'Unpaid' } })
  expect(await found('30')).toEqual([])
  await plain.close()
})

test('staff find what is overdue by the terms of each buyer, and milestones whose event has come', async () => {
  const plain = await openTestShop()
  const boss = await plain.signIn('super_admin')
  const { id: productId } = await plain.make.product({ category: 'accessories', stock: 100 })
  const orderOf = async (days: 0 | 14 | 60 | null) => {
    const buyer = await plain.signIn('customer')
    if (days !== null) await boss.customers.setTerms({ params: { id: buyer.user.id }, body: { days, limit: null, reason: 'Agreed' } })
    await buyer.cart.addItem({ body: { productId, quantity: 1 } })
    return checkOut(buyer)
  }
  const plan = async (percents: readonly [trigger: 'order' | 'dispatch', percent: number][]) => {
    const { id } = await orderOf(null)
    const paymentPlan = percents.map(([trigger, percent]) => ({ id: randomUUID(), trigger, percent, days: 0 }))
    await plain.deps.db.update(orders).set({ paymentPlan }).where(eq(orders.id, id))
    return { id }
  }
  const [atOnce, usual, late] = [await orderOf(0), await orderOf(null), await orderOf(60)]
  const [deposit, dispatch] = [
    await plan([
      ['order', 30],
      ['dispatch', 70],
    ]),
    await plan([['dispatch', 100]]),
  ]
  const overdue = async () => (await boss.orders.listAll({ query: { waitsFor: 'payment', limit: '50' } })).items.map(({ id }) => id).sort()
  const idsOf = (...found: { id: string }[]) => found.map(({ id }) => id).sort()
  expect(await overdue()).toEqual([])
  plain.advance(2 * 86_400_000)
  expect(await overdue()).toEqual(idsOf(atOnce, deposit))
  plain.advance(14 * 86_400_000)
  expect(await overdue()).toEqual(idsOf(atOnce, deposit, usual))
  expect((await boss.staff.dashboardStats()).waiting.overdue).toBe(3)
  const body = { method: 'cash' as const, reference: 'Till', paidAt: plain.deps.now().toISOString().slice(0, 10) }
  const { plan: parts } = await boss.orders.adminById({ params: { id: deposit.id } })
  const paidBody = { ...body, amount: parts?.[0]?.amount ?? 0 }
  await boss.orderMoney.markPaid({ params: { id: deposit.id }, body: paidBody })
  for (const status of ['processing', 'shipped'] as const)
    await boss.orders.setStatus({ params: { id: dispatch.id }, body: { status, unpaidReason: 'Agreed' } })
  expect(await overdue()).toEqual(idsOf(atOnce, usual, dispatch))
  plain.advance(45 * 86_400_000)
  expect(await overdue()).toEqual(idsOf(atOnce, usual, dispatch, late))
  await plain.close()
})
