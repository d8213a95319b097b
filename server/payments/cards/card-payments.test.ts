import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { listLedgerDisagreements } from '#server/orders/ledger-disagreements.ts'
import { listMoneyDisagreements } from '#server/payments/ledger/money-disagreements.ts'
import { auditEntries, notifications, orders, outbox, paymentEvents, payments, refunds } from '#server/platform/db/schema.ts'
import { openStripe } from '#server/platform/vendors/stripe.ts'
import { checkOut, orderOf, outcomeOf, refusalOf } from '#server/testing/buyers.ts'
import { type CardShop, openCardShop } from '#server/testing/card-shop.ts'
import { raceRounds, raceTimeout } from '#server/testing/race-rounds.ts'
import type { Trouble } from '#server/testing/stripe-fake.ts'
import { expireHolds, hasEndedHold } from './expire-holds.ts'
import { hasWaiting, reconcilePayments } from './reconcile-payments.ts'
import { sendRefunds } from './send-refunds.ts'

let shop: CardShop

beforeAll(async () => {
  shop = await openCardShop()
})
afterAll(() => shop.close())
beforeEach(() => shop.reset())
afterEach(async () => {
  expect(await listLedgerDisagreements(shop.deps.db)).toEqual([])
  expect(await listMoneyDisagreements(shop.deps.db)).toEqual([])
})

const MINUTE = 60_000
const provider = () => openStripe(shop.deps.config.stripe ?? expect.fail('no keys'))
const countMails = (template: string) => shop.deps.db.$count(outbox, eq(outbox.dedupeKey, template))
const sendOut = () => sendRefunds(shop.deps, provider())

test('B1 one success reported five times at once, and by five messages: one payment, one mail, always 200', async () => {
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

test('B2 all 120 orders of five messages come to the same end', { timeout: 240_000 }, async () => {
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
  for (const order of permute(types)) {
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
  expect(Object.fromEntries(ends)).toEqual({ [JSON.stringify(end)]: 120 })
})

test('B3 the success that comes before our own call has been answered pays the order once', async () => {
  const box = await shop.parcel()
  const buyer = await shop.signIn('customer')
  await buyer.cart.addItem({ body: { productId: box.id, quantity: 1 } })
  shop.provider.trouble('POST /v1/payment_intents', 'reset-after')
  shop.provider.trouble('POST /v1/payment_intents', 600)
  const answer = shop.begin(buyer)
  await expect.poll(() => shop.provider.intents.size, { timeout: 10_000 }).toBe(1)
  const [intent] = shop.provider.intents.values()
  expect(await shop.notifyPaid(intent?.id ?? '')).toBe(200)
  const { orderId } = await answer
  expect(await shop.orderRow(orderId)).toMatchObject({ paymentStatus: 'paid', paymentIntentId: intent?.id })
  expect([await shop.deps.db.$count(payments), shop.provider.intents.size]).toEqual([1, 1])
})

test('B4 another amount, currency or order in the message: not paid, left for staff, 200', async () => {
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
    expect(row.paymentProblem).toContain('card payment')
  }
  expect(await shop.deps.db.$count(payments)).toBe(0)
  expect(await shop.deps.db.$count(notifications, eq(notifications.userId, staff.user.id))).toBe(wrong.length)
  expect(await shop.deps.db.$count(auditEntries, eq(auditEntries.action, 'order.payment_problem'))).toBe(wrong.length)
  const stranger = { ...shop.provider.intent(other.intentId), id: 'pi_unknown', metadata: {}, status: 'succeeded' }
  expect(await shop.send(shop.message('payment_intent.succeeded', stranger))).toBe(200)
})

test('B5 a message whose signature does not hold is 400, one that is too large 413, and leaves nothing', async () => {
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
    expect(both.constructEvent(Buffer.from(payload), headers['stripe-signature'] ?? '', new Date())?.about?.kind).toBe('intent')
  }
  expect(await shop.send(shop.message('payment_intent.succeeded', paid, { livemode: true }))).toBe(200)
  expect(await shop.send(shop.message('customer.created', { id: 'cus_1' }))).toBe(200)
  expect(await shop.deps.db.$count(payments)).toBe(0)
})

test('B6 a success after the hold ended and the products were sold: all is sent back once, the order stays cancelled, the buyer is notified', async () => {
  const box = await shop.parcel(2)
  const { orderId, intentId, buyer } = await shop.beginOf(box, 2)
  shop.advance(16 * MINUTE)
  expect(await expireHolds(shop.deps, provider())).toBe('1 ended.')
  expect(await shop.stockOf(box.id)).toBe(2)
  await shop.beginOf(box, 1)
  Object.assign(shop.provider.intent(intentId), { status: 'succeeded', amount_received: shop.provider.intent(intentId).amount })
  const late = () => shop.message('payment_intent.succeeded', shop.provider.intent(intentId), { at: shop.deps.now() })
  expect(await Promise.all([late(), late(), late()].map(shop.send))).toEqual([200, 200, 200])
  expect(await shop.orderRow(orderId)).toMatchObject({ status: 'cancelled', paymentStatus: 'paid', refundedCents: 259_20 })
  await sendOut()
  await sendOut()
  expect(shop.provider.refunds).toMatchObject([{ amount: 259_20, payment_intent: intentId }])
  expect(await shop.orderRow(orderId)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' })
  expect(await countMails(`order-late:${orderId}`)).toBe(1)
  expect(await shop.stockOf(box.id)).toBe(1)
  expect((await buyer.orders.byId({ params: { id: orderId } })).status).toBe('cancelled')
})

test('a success after the hold ended while the products are still there brings the order back', async () => {
  const box = await shop.parcel(3)
  const { orderId, intentId } = await shop.beginOf(box, 2)
  shop.advance(16 * MINUTE)
  await expireHolds(shop.deps, provider())
  Object.assign(shop.provider.intent(intentId), { status: 'succeeded', amount_received: shop.provider.intent(intentId).amount })
  expect(await shop.send(shop.message('payment_intent.succeeded', shop.provider.intent(intentId), { at: shop.deps.now() }))).toBe(200)
  expect(await shop.orderRow(orderId)).toMatchObject({ status: 'processing', paymentStatus: 'paid' })
  expect(await shop.stockOf(box.id)).toBe(1)
})

test('a success after the customer has cancelled is sent back, though the products are there', async () => {
  const box = await shop.parcel(3)
  const { orderId, intentId, buyer } = await shop.beginOf(box)
  await buyer.orders.cancel({ params: { id: orderId } })
  expect(await shop.notifyPaid(intentId)).toBe(200)
  await sendOut()
  expect(shop.provider.refunds).toHaveLength(1)
  expect(await shop.orderRow(orderId)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' })
  expect(await shop.stockOf(box.id)).toBe(3)
})

test('a success after the buyer went over to Pay Later and cancelled goes back to the card, not merely into the books', async () => {
  const box = await shop.parcel(3)
  const { orderId, intentId, buyer } = await shop.beginOf(box)
  await checkOut(buyer)
  await buyer.orders.cancel({ params: { id: orderId } })
  expect(await shop.notifyPaid(intentId)).toBe(200)
  expect(await shop.orderRow(orderId)).toMatchObject({ status: 'cancelled', paymentStatus: 'paid', refundedCents: 129_60 })
  await sendOut()
  expect(shop.provider.refunds).toMatchObject([{ amount: 129_60, payment_intent: intentId }])
  expect(await shop.orderRow(orderId)).toMatchObject({ paymentMethod: 'card', paymentStatus: 'refunded' })
})

test('an order that is paid later does not wait for its card: its buyer may cancel it while the card is asked', async () => {
  const { orderId, intentId, buyer } = await shop.beginOf(await shop.parcel(3))
  await checkOut(buyer)
  shop.provider.intent(intentId).status = 'processing'
  await sendOut()
  expect(await shop.orderRow(orderId)).toMatchObject({ paymentMethod: 'pay_later', paymentStatus: 'unpaid' })
  expect((await buyer.orders.cancel({ params: { id: orderId } })).status).toBe('cancelled')
})

test('a second payment that the provider will not send back is reported to staff', async () => {
  const staff = await shop.signIn('application_admin')
  const { orderId, intentId, buyer } = await shop.beginOf(await shop.parcel(3))
  await checkOut(buyer)
  const slip = { method: 'cheque' as const, reference: 'Cheque 1', paidAt: shop.deps.now().toISOString().slice(0, 10) }
  await staff.orderMoney.markPaid({ params: { id: orderId }, body: slip })
  expect(await shop.notifyPaid(intentId)).toBe(200)
  shop.provider.refundStatus = 'failed'
  await sendOut()
  await sendOut()
  const notified = await shop.deps.db.select().from(notifications).where(eq(notifications.kind, 'refund-failed'))
  expect(notified).toMatchObject([{ userId: staff.user.id, path: `/admin/orders/${orderId}` }])
  expect((await shop.orderRow(orderId)).paymentProblem).toContain('not be sent back')
  expect(await shop.notifyPaid(intentId)).toBe(200)
  expect((await shop.orderRow(orderId)).paymentProblem).toContain('not be sent back') // not "It is sent back." again
})

test('a cancelled order lets nobody pay any more: its payment is ended at the provider', async () => {
  const { orderId, intentId, buyer } = await shop.beginOf(await shop.parcel())
  await buyer.orders.cancel({ params: { id: orderId } })
  await sendOut()
  expect(shop.provider.intent(intentId).status).toBe('canceled')
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
  const startedAt = performance.now()
  const refusal = await refusalOf(shop.begin(buyer))
  expect(refusal).toMatchObject({ status: 503, code: 'payment_unavailable' })
  expect(performance.now() - startedAt).toBeLessThan(10_000)
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
  'B7 the provider %s: 503 in ten seconds, the order stays, and the next try has one and the same payment',
  (_name, trouble, times) => expectOnePayment(trouble, times),
)

test('B7 after a lost answer the buyer may change the cart: the same payment follows it', async () => {
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

test('B8 what the browser says of amounts counts for nothing: the provider sees our own cents, and any difference is 409', async () => {
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

test('B9 the browser is closed after paying: the message alone pays the order', async () => {
  const { orderId, intentId } = await shop.beginOf(await shop.parcel())
  expect(await shop.notifyPaid(intentId)).toBe(200)
  expect(await shop.orderRow(orderId)).toMatchObject({ status: 'processing', paymentStatus: 'paid', paidCents: 129_60 })
})

test('B10 no message ever comes: the reconciler finds the payment', async () => {
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

test('D107 the end of a hold: the payment is ended first; while the provider does not answer, the products stay reserved', async () => {
  const box = await shop.parcel(5)
  const { orderId, intentId } = await shop.beginOf(box, 2)
  expect(await hasEndedHold(shop.deps)).toBe(false)
  shop.advance(16 * MINUTE)
  expect(await hasEndedHold(shop.deps)).toBe(true)
  shop.provider.trouble(`POST /v1/payment_intents/${intentId}/cancel`, 'reset', 3)
  await expect(expireHolds(shop.deps, provider())).rejects.toThrow()
  expect([await shop.stockOf(box.id), (await shop.orderRow(orderId)).status]).toEqual([3, 'pending'])
  await expireHolds(shop.deps, provider())
  expect([await shop.stockOf(box.id), (await shop.orderRow(orderId)).status]).toEqual([5, 'cancelled'])
  expect(shop.provider.intent(intentId).status).toBe('canceled')
})

test('D107 what turns out to be paid when its hold ends is settled, what is being processed waits on', async () => {
  const box = await shop.parcel(5)
  const paid = await shop.beginOf(box)
  const slow = await shop.beginOf(box)
  shop.provider.pay(paid.intentId)
  shop.provider.intent(slow.intentId).status = 'processing'
  shop.advance(16 * MINUTE)
  await expireHolds(shop.deps, provider())
  expect(await shop.orderRow(paid.orderId)).toMatchObject({ status: 'processing', paymentStatus: 'paid' })
  const waiting = await shop.orderRow(slow.orderId)
  expect(waiting).toMatchObject({ status: 'pending', paymentStatus: 'processing' })
  expect(waiting.holdUntil?.getTime()).toBeGreaterThan(shop.deps.now().getTime())
  expect(await shop.stockOf(box.id)).toBe(3)
})

test('D237 a refund is asked for under its own key until it is answered; a refused one is not counted and staff are notified', async () => {
  const staff = await shop.signIn('super_admin')
  const { orderId, intentId, buyer } = await shop.beginOf(await shop.parcel())
  await shop.notifyPaid(intentId)
  await buyer.orders.cancel({ params: { id: orderId } })
  shop.provider.trouble('POST /v1/refunds', 'fail-after', 3)
  expect(await sendOut()).toContain('to be tried again')
  shop.advance(MINUTE)
  await sendOut()
  expect(shop.provider.refunds).toHaveLength(1)
  expect(await shop.orderRow(orderId)).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' })
  const [refund] = await shop.deps.db.select().from(refunds)
  const keys = shop.provider.requests.filter(({ path }) => path === '/v1/refunds').map(({ key }) => key)
  expect(new Set(keys)).toEqual(new Set([`refund:${refund?.id}`]))

  const other = await shop.beginOf(await shop.parcel())
  await shop.notifyPaid(other.intentId)
  shop.provider.refundStatus = 'failed'
  await other.buyer.orders.cancel({ params: { id: other.orderId } })
  await sendOut()
  expect(await shop.orderRow(other.orderId)).toMatchObject({ refundedCents: 0, paymentStatus: 'paid' })
  expect(await shop.deps.db.$count(notifications, eq(notifications.userId, staff.user.id))).toBeGreaterThan(0)
})

test('a refund that counts as sent and does not arrive is reported to staff, once', async () => {
  const staff = await shop.signIn('application_admin')
  const { orderId, intentId, buyer } = await shop.beginOf(await shop.parcel())
  await shop.notifyPaid(intentId)
  shop.provider.refundStatus = 'pending'
  await buyer.orders.cancel({ params: { id: orderId } })
  await sendOut()
  expect(await shop.orderRow(orderId)).toMatchObject({ paymentStatus: 'refunded', paymentProblem: null })
  const lost = { ...shop.provider.refunds[0], status: 'failed', failure_reason: 'lost_or_stolen_card' }
  for (const type of ['refund.updated', 'refund.failed', 'charge.refund.updated'])
    expect(await shop.send(shop.message(type, lost))).toBe(200)
  const notified = await shop.deps.db.select().from(notifications).where(eq(notifications.kind, 'refund-failed'))
  expect(notified).toMatchObject([{ userId: staff.user.id, path: `/admin/orders/${orderId}` }])
  expect(await shop.orderRow(orderId)).toMatchObject({ refundedCents: 129_60 })
  expect((await shop.orderRow(orderId)).paymentProblem).toContain('lost_or_stolen_card')
})

test('what was sent back at the provider by hand is taken over, once, and our own refunds are known', async () => {
  const { orderId, intentId } = await shop.beginOf(await shop.parcel())
  await shop.notifyPaid(intentId)
  const tell = (cents: number) => shop.send(shop.message('charge.refunded', shop.provider.charge(intentId, cents)))
  expect(await Promise.all([tell(10_00), tell(10_00), tell(10_00)])).toEqual([200, 200, 200])
  expect(await shop.orderRow(orderId)).toMatchObject({ refundedCents: 10_00, paymentStatus: 'partially_refunded' })
  expect(await tell(129_60)).toBe(200)
  expect(await shop.orderRow(orderId)).toMatchObject({ refundedCents: 129_60, paymentStatus: 'refunded' })
  await sendOut()
  expect(shop.provider.refunds).toEqual([])
})

test('A11 the buyer cancels while the payment comes in and staff send, 30 times: a legal end, stock and money back once or never', {
  timeout: raceTimeout(30),
}, async () => {
  const staff = await shop.signIn('application_admin')
  const box = await shop.parcel(raceRounds(30))
  for (let round = 0; round < raceRounds(30); round += 1) {
    const { buyer, orderId, intentId } = await shop.beginOf(box)
    const params = { id: orderId }
    await Promise.all([
      outcomeOf(buyer.orders.cancel({ params })),
      shop.notifyPaid(intentId),
      outcomeOf(staff.orders.setStatus({ params, body: { status: 'shipped' } })),
      shop.send(shop.message('payment_intent.succeeded', shop.provider.intent(intentId))),
      outcomeOf(buyer.orders.cancel({ params })),
    ])
    await sendOut()
    const row = await shop.orderRow(orderId)
    const isCancelled = row.status === 'cancelled'
    expect(['processing', 'shipped', 'cancelled']).toContain(row.status)
    expect([row.paidCents, row.refundedCents, row.paymentStatus]).toEqual(isCancelled ? [129_60, 129_60, 'refunded'] : [129_60, 0, 'paid'])
  }
  expect(shop.provider.refunds).toHaveLength(await shop.deps.db.$count(orders, eq(orders.status, 'cancelled')))
})

// the last one: what the provider was asked then goes on in the background
test('B7 the provider does not answer: 503 in ten seconds, the order stays, and the next try has one and the same payment', () =>
  expectOnePayment('hang', 3))
