import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { workKinds } from '#server/jobs.ts'
import { orders } from '#server/platform/db/schema.ts'
import { checkOut, outcomeOf } from '#server/testing/buyers.ts'
import { countMails, MINUTE, openPaymentShop, provider, sendOut, shop } from '#server/testing/card-orders.ts'
import { raceRounds, raceTimeout } from '#server/testing/race-rounds.ts'
import { expireHolds, hasEndedHold } from './expire-holds.ts'

openPaymentShop()

test('R-B6 a success after the hold ended and the products were sold: all is sent back once, the order stays cancelled, the buyer is notified', async () => {
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

test('a cancelled order lets nobody pay any more: its payment is ended at the provider', async () => {
  const { orderId, intentId, buyer } = await shop.beginOf(await shop.parcel())
  await buyer.orders.cancel({ params: { id: orderId } })
  await sendOut()
  expect(shop.provider.intent(intentId).status).toBe('canceled')
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

test('D107 holds also end after the settings of card payments are taken away; what was paid meanwhile is found once they are back', async () => {
  const box = await shop.parcel(5)
  const left = await shop.beginOf(box, 2)
  const paid = await shop.beginOf(box, 1)
  const withoutCards = { ...shop.deps, config: { ...shop.deps.config, stripe: null } }
  const expiry = workKinds(withoutCards).find(({ name }) => name === 'hold-expiry') ?? expect.fail('nothing ends reservations')
  expect(await expiry.often?.isDue()).toBe(false)
  shop.advance(16 * MINUTE)
  expect(await expiry.often?.isDue()).toBe(true)
  expect(await expiry.run({ id: '', data: null, retries: 0, isLastTry: true, signal: AbortSignal.timeout(MINUTE) })).toBe('2 ended.')
  expect(await expiry.often?.isDue()).toBe(false)
  expect([await shop.stockOf(box.id), (await shop.orderRow(left.orderId)).status]).toEqual([5, 'cancelled'])
  shop.provider.pay(paid.intentId)
  await sendOut()
  expect(shop.provider.intent(left.intentId).status).toBe('canceled')
  expect(await shop.orderRow(paid.orderId)).toMatchObject({ status: 'processing', paymentStatus: 'paid' })
  expect(await shop.stockOf(box.id)).toBe(4)
})

test(`R-A11 the buyer cancels while the payment comes in and staff send, ${raceRounds(30)} times: a legal end, stock and money back once or never`, {
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

test(
  'two servers that end reservations at once give the stock back once',
  async () => {
    const rounds = raceRounds(40)
    const box = await shop.parcel(rounds)
    for (let round = 0; round < rounds; round += 1) await shop.beginOf(box)
    expect(await shop.stockOf(box.id)).toBe(0)
    shop.advance(16 * MINUTE)
    while (await hasEndedHold(shop.deps))
      await Promise.all([expireHolds(shop.deps, provider()), expireHolds(shop.deps, provider()), expireHolds(shop.deps, null)])
    expect(await shop.stockOf(box.id)).toBe(rounds)
  },
  raceTimeout(40),
)
