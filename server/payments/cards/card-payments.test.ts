import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries, notifications, orders, paymentEvents, payments } from '#server/platform/db/schema.ts'
import { openStripe } from '#server/platform/vendors/stripe.ts'
import { orderOf, refusalOf } from '#server/testing/buyers.ts'
import { countMails, MINUTE, openPaymentShop, provider, shop } from '#server/testing/card-orders.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import type { Trouble } from '#server/testing/stripe-fake.ts'
import { hasWaiting, reconcilePayments } from './reconcile-payments.ts'

openPaymentShop()

test('R-B1 one success reported five times at once, and by five messages: one payment, one mail, always 200', async () => {
  const { orderId, intentId, buyer } = await shop.beginOf(await shop.parcel())
  const paid = shop.provider.pay(intentId)
  const once = shop.message('payment_intent.succeeded', paid)
  const others = Array.from({ length: 5 }, () => shop.message('payment_intent.succeeded', paid))
  expect(await Promise.all([...Array.from({ length: 5 }, () => once), ...others].map(shop.send))).toEqual(Array(10).fill(200))
  expect(await shop.deps.db.$count(payments)).toBe(1)
  expect(await countMails(`order-paid:${orderId}`)).toBe(1)
  expect(await shop.deps.db.$count(paymentEvents)).toBe(6)
  expect(await shop.orderRow(orderId)).toMatchObject({ status: 'processing', paymentStatus: 'paid', paidCents: 129_60, holdUntil: null })
  expect((await buyer.cart.list()).items).toEqual([])
})

/** Steps through the 120 orders: with every commit, each fifth is tried. */
const STEP = TESTS_ALL ? 1 : 10
test(`R-B2 ${120 / STEP} of the 120 orders of five messages come to the same end`, async () => {
  const box = await shop.parcel(500)
  const types = [
    'payment_intent.created',
    'payment_intent.processing',
    'payment_intent.payment_failed',
    'payment_intent.succeeded',
    'charge.refunded',
  ]
  const permute = (rest: string[]): string[][] =>
    rest.length === 0 ? [[]] : rest.flatMap((one) => permute(rest.filter((each) => each !== one)).map((more) => [one, ...more]))
  const buyer = await shop.signIn('customer')
  const ends = new Map<string, number>()
  for (const order of permute(types).filter((_, at) => at % STEP === 0)) {
    await buyer.cart.addItem({ body: { productId: box.id, quantity: 1 } })
    const { orderId, clientSecret } = await shop.begin(buyer)
    const intentId = clientSecret.split('_secret_')[0] ?? ''
    const paid = structuredClone(shop.provider.pay(intentId))
    const states = { 'payment_intent.processing': 'processing', 'payment_intent.succeeded': 'succeeded' } as Record<string, string>
    for (const type of order) {
      const about =
        type === 'charge.refunded'
          ? shop.provider.charge(intentId, paid.amount)
          : { ...paid, status: states[type] ?? 'requires_payment_method' }
      expect(await shop.send(shop.message(type, about))).toBe(200)
    }
    const { status, paymentStatus, paidCents, refundedCents, holdUntil } = await shop.orderRow(orderId)
    const end = JSON.stringify({ status, paymentStatus, paidCents, refundedCents, holdUntil })
    ends.set(end, (ends.get(end) ?? 0) + 1)
    await buyer.cart.clear()
  }
  const end = { status: 'processing', paymentStatus: 'refunded', paidCents: 129_60, refundedCents: 129_60, holdUntil: null }
  expect(Object.fromEntries(ends)).toEqual({ [JSON.stringify(end)]: 120 / STEP })
})

test('R-B3 the success that comes before our own call has been answered pays the order once', async () => {
  const box = await shop.parcel()
  const buyer = await shop.signIn('customer')
  await buyer.cart.addItem({ body: { productId: box.id, quantity: 1 } })
  shop.provider.trouble('POST /v1/payment_intents', 'reset-after')
  shop.provider.trouble('POST /v1/payment_intents', 600)
  const answer = shop.begin(buyer)
  await expect.poll(() => shop.provider.intents.size).toBe(1)
  const [intent] = shop.provider.intents.values()
  expect(await shop.notifyPaid(intent?.id ?? '')).toBe(200)
  const { orderId } = await answer
  expect(await shop.orderRow(orderId)).toMatchObject({ paymentStatus: 'paid', paymentIntentId: intent?.id })
  expect([await shop.deps.db.$count(payments), shop.provider.intents.size]).toEqual([1, 1])
})

test('R-B4 another amount, currency or order in the message: not paid, left for staff, 200', async () => {
  const box = await shop.parcel()
  const staff = await shop.signIn('application_admin')
  const other = await shop.beginOf(box)
  const wrong = [{ amount_received: 1 }, { currency: 'eur' }, { metadata: { orderId: other.orderId } }, { metadata: {} }]
  for (const change of wrong) {
    const { orderId, intentId } = await shop.beginOf(box)
    const paid = { ...shop.provider.pay(intentId), ...change }
    expect(await shop.send(shop.message('payment_intent.succeeded', paid))).toBe(200)
    const row = await shop.orderRow(orderId)
    expect(row).toMatchObject({ status: 'pending', paymentStatus: 'unpaid', paidCents: 0 })
    expect(row.paymentProblem).toMatch(/card payment/i)
  }
  expect(await shop.deps.db.$count(payments)).toBe(0)
  expect(await shop.deps.db.$count(notifications, eq(notifications.userId, staff.user.id))).toBe(wrong.length)
  expect(await shop.deps.db.$count(auditEntries, eq(auditEntries.action, 'order.payment_problem'))).toBe(wrong.length)
  const stranger = { ...shop.provider.intent(other.intentId), id: 'pi_unknown', metadata: {}, status: 'succeeded' }
  expect(await shop.send(shop.message('payment_intent.succeeded', stranger))).toBe(200)
})

test('staff read on the order why its payment is to be checked, its buyer does not; once checked it is gone, unless another came', async () => {
  const staff = await shop.signIn('application_admin')
  const { orderId, intentId, buyer } = await shop.beginOf(await shop.parcel())
  const params = { params: { id: orderId } }
  expect((await staff.orders.adminById(params)).paymentProblem).toBeUndefined()
  const report = (amount: number) =>
    shop.send(shop.message('payment_intent.succeeded', { ...shop.provider.pay(intentId), amount_received: amount }))
  await report(1)
  const { paymentProblem: problem = '' } = await staff.orders.adminById(params)
  expect(problem).toContain('We received a card payment of 0.01 USD')
  expect((await buyer.orders.byId(params)).paymentProblem).toBeUndefined()
  expect(await refusalOf(buyer.orderMoney.checkPayment({ ...params, body: { problem } }))).toMatchObject({ status: 403 })
  await report(2)
  const newer = (await staff.orderMoney.checkPayment({ ...params, body: { problem } })).paymentProblem ?? ''
  expect(newer).toContain('0.02 USD') // it came since
  expect((await staff.orderMoney.checkPayment({ ...params, body: { problem: newer } })).paymentProblem).toBeUndefined()
  const audited = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'order.payment_checked'))
  expect(audited).toMatchObject([{ targetId: orderId, before: { problem: newer } }])
})

test('R-B5 a message whose signature does not hold is 400, one that is too large 413, and leaves nothing', async () => {
  const { orderId, intentId } = await shop.beginOf(await shop.parcel())
  const paid = shop.provider.pay(intentId)
  const make = (more: object = {}) => shop.message('payment_intent.succeeded', paid, more)
  const good = make()
  const refused = [
    make({ secret: 'whsec_other' }),
    { ...good, headers: { 'content-type': 'application/json' } },
    { ...good, headers: { ...good.headers, 'stripe-signature': 'nonsense' } },
    make({ at: new Date(shop.deps.now().getTime() - 301_000) }),
    make({ at: new Date(shop.deps.now().getTime() + 70_000) }),
    { ...good, payload: JSON.stringify(JSON.parse(good.payload), null, 1) },
    { ...good, payload: '' },
  ]
  for (const message of refused) expect(await shop.send(message)).toBe(400)
  const large = `${good.payload.slice(0, -1)},"pad":"${'x'.repeat(300_000)}"}`
  expect(await shop.send({ payload: large, headers: shop.provider.sign(large) })).toBe(413)
  expect(await shop.deps.db.$count(paymentEvents)).toBe(0)
  expect((await shop.orderRow(orderId)).paymentStatus).toBe('unpaid')
  expect(await shop.send(make({ at: new Date(shop.deps.now().getTime() - 290_000) }))).toBe(200)
})

test('while secrets are changed both count; a message of the other mode and an unknown one do nothing', async () => {
  const stripe = { ...(shop.deps.config.stripe ?? expect.fail('no keys')), webhookSecret: 'whsec_new, whsec_stand_in' }
  const { intentId } = await shop.beginOf(await shop.parcel())
  const paid = shop.provider.pay(intentId)
  const both = openStripe(stripe)
  for (const secret of ['whsec_new', 'whsec_stand_in']) {
    const { payload, headers } = shop.message('payment_intent.succeeded', paid, { secret })
    expect((await both.constructEvent(Buffer.from(payload), headers['stripe-signature'] ?? '', new Date()))?.about?.kind).toBe('intent')
  }
  expect(await shop.send(shop.message('payment_intent.succeeded', paid, { livemode: true }))).toBe(200)
  expect(await shop.send(shop.message('customer.created', { id: 'cus_1' }))).toBe(200)
  expect(await shop.deps.db.$count(payments)).toBe(0)
})

const troubles = [
  ['answers 500', 'fail', 3],
  ['cuts the connection after accepting', 'reset-after', 3],
  ['cuts the connection', 'reset', 3],
] as const

/** The provider is in trouble: the order stays, and the next try has the one payment. */
async function expectOnePayment(trouble: Trouble, times: number): Promise<void> {
  const box = await shop.parcel()
  const buyer = await shop.signIn('customer')
  await buyer.cart.addItem({ body: { productId: box.id, quantity: 1 } })
  shop.provider.trouble('POST /v1/payment_intents', trouble, times)
  const refusal = await refusalOf(shop.begin(buyer))
  expect(refusal).toMatchObject({ status: 503, code: 'payment_unavailable' })
  expect(shop.provider.troubles.length > 0).toBe(trouble === 'hang') // of who says nothing there is no time for a third try
  const [order] = await shop.deps.db.select().from(orders)
  expect(order).toMatchObject({ status: 'pending', paymentStatus: 'unpaid' })
  expect(await shop.stockOf(box.id)).toBe(99)
  shop.provider.troubles.length = 0
  const answer = await shop.begin(buyer)
  expect(answer.orderId).toBe(order?.id)
  const asked = shop.provider.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/payment_intents')
  expect(new Set(asked.map(({ key }) => key))).toEqual(new Set([`order:${order?.id}:0`]))
  expect([shop.provider.intents.size, await shop.deps.db.$count(orders)]).toEqual([1, 1])
}

test.each(troubles)(
  'R-B7 the provider %s: 503 after three tries, the order stays, and the next try has one and the same payment',
  (_name, trouble, times) => expectOnePayment(trouble, times),
)

test('R-B7 after a lost answer the buyer may change the cart: the same payment follows it', async () => {
  const box = await shop.parcel()
  const buyer = await shop.signIn('customer')
  await buyer.cart.addItem({ body: { productId: box.id, quantity: 1 } })
  shop.provider.trouble('POST /v1/payment_intents', 'reset-after', 3)
  await refusalOf(shop.begin(buyer))
  await buyer.cart.addItem({ body: { productId: box.id, quantity: 1 } })
  shop.provider.troubles.length = 0
  const { amount } = await shop.begin(buyer)
  expect([amount, [...shop.provider.intents.values()].map((intent) => intent.amount)]).toEqual([259.2, [259_20]])
})

test('R-B8 what the browser says of amounts counts for nothing: the provider sees our own cents, and any difference is 409', async () => {
  const box = await shop.parcel()
  const buyer = await shop.signIn('customer')
  await buyer.cart.addItem({ body: { productId: box.id, quantity: 2 } })
  const { items, ...seen } = orderOf(await buyer.cart.list())
  const [item] = items
  if (!item) throw new Error('no item')
  for (const body of [
    { ...seen, items, amount: 0.01 },
    { ...seen, items: [{ ...item, price: 0.01 }] },
    { ...seen, items: [{ ...item, quantity: 1 }] },
    { ...seen, items, currency: 'EUR' as const },
    { ...seen, items: [item, item] },
  ]) {
    expect(await refusalOf(buyer.checkout.createPaymentIntent({ body }))).toMatchObject({ status: 409, code: 'price_changed' })
  }
  expect([shop.provider.intents.size, await shop.deps.db.$count(orders)]).toEqual([0, 0])
  await buyer.checkout.createPaymentIntent({ body: { ...seen, items } })
  const [sent] = shop.provider.requests
  expect([sent?.form.get('amount'), sent?.form.get('currency')]).toEqual(['25920', 'usd'])
})

test('R-B9 the browser is closed after paying: the message alone pays the order', async () => {
  const { orderId, intentId } = await shop.beginOf(await shop.parcel())
  expect(await shop.notifyPaid(intentId)).toBe(200)
  expect(await shop.orderRow(orderId)).toMatchObject({ status: 'processing', paymentStatus: 'paid', paidCents: 129_60 })
})

test('R-B10 no message ever comes: the reconciler finds the payment', async () => {
  const { orderId, intentId } = await shop.beginOf(await shop.parcel())
  const waiting = await shop.beginOf(await shop.parcel())
  shop.provider.pay(intentId)
  expect(await hasWaiting(shop.deps)).toBe(false)
  shop.advance(3 * MINUTE)
  expect(await hasWaiting(shop.deps)).toBe(true)
  expect(await reconcilePayments(shop.deps, provider())).toContain('1 paid')
  expect(await shop.orderRow(orderId)).toMatchObject({ status: 'processing', paymentStatus: 'paid' })
  expect((await shop.orderRow(waiting.orderId)).paymentStatus).toBe('unpaid')
})

test('D119 a buyer who comes back has the provider asked, and need not wait for the message', async () => {
  const { orderId, intentId, buyer } = await shop.beginOf(await shop.parcel())
  const params = { id: orderId }
  expect((await buyer.cardPayments.check({ params })).paymentStatus).toBe('unpaid')
  shop.provider.pay(intentId)
  expect(await buyer.cardPayments.check({ params })).toMatchObject({ paymentStatus: 'paid', status: 'processing' })
  const stranger = await shop.signIn('customer')
  expect((await refusalOf(stranger.cardPayments.check({ params }))).status).toBe(404)
})

// the last one: what the provider was asked then goes on in the background
test('R-B7 the provider does not answer: 503 without a third try, the order stays, and the next try has one and the same payment', () =>
  expectOnePayment('hang', 3))
