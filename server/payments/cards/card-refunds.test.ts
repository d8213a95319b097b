import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { notifications, outbox, refunds } from '#server/platform/db/schema.ts'
import { outboxBacklog } from '#server/platform/health/backlog-stats.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { checkOut } from '#server/testing/buyers.ts'
import { MINUTE, openPaymentShop, sendOut, shop } from '#server/testing/card-orders.ts'
import { PROVIDER_REQUESTS } from './card-payment-record.ts'

openPaymentShop()

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
  expect((await shop.orderRow(orderId)).paymentProblem).toContain("couldn't be refunded")
  expect(await shop.notifyPaid(intentId)).toBe(200)
  expect((await shop.orderRow(orderId)).paymentProblem).toContain("couldn't be refunded") // not "It's being refunded." again
})

test('D237 a refund is asked for under its own key until it is answered; a refused one is not counted and staff are notified', async () => {
  const staff = await shop.signIn('super_admin')
  const { orderId, intentId, buyer } = await shop.beginOf(await shop.parcel())
  await shop.notifyPaid(intentId)
  await buyer.orders.cancel({ params: { id: orderId } })
  shop.provider.trouble('POST /v1/refunds', 'fail-after', 3)
  expect(await sendOut()).toContain('to retry')
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

test('a refund that was given up has notified staff and is no dead message; an abandoned cancellation of a payment stays one', async () => {
  const staff = await shop.signIn('application_admin')
  const { orderId, intentId, buyer } = await shop.beginOf(await shop.parcel())
  await shop.notifyPaid(intentId)
  await buyer.orders.cancel({ params: { id: orderId } })
  await shop.beginOf(await shop.parcel())
  await shop.deps.db.insert(outbox).values({ kind: 'intent-cancel', dedupeKey: 'cancel', payload: { intentId: 'pi_gone' } })
  shop.provider.trouble('POST /v1/refunds', 'fail', 99)
  shop.provider.trouble('POST /v1/payment_intents/pi_gone/cancel', 'fail', 99)
  shop.provider.trouble('GET /v1/payment_intents/pi_gone', 'fail', 99)
  const attempts = PROVIDER_REQUESTS.maxAttempts - 2
  await shop.deps.db
    .update(outbox)
    .set({ attempts })
    .where(inArray(outbox.kind, ['refund', 'intent-cancel']))
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    await sendOut()
    shop.advance(24 * 60 * MINUTE)
  }
  expect(await shop.deps.db.select().from(notifications).where(eq(notifications.kind, 'refund-failed'))).toMatchObject([
    { userId: staff.user.id, path: `/admin/orders/${orderId}` },
  ])
  const dead = await outboxBacklog(shop.deps.db, [PROVIDER_REQUESTS], shop.deps.now())
  expect(Object.fromEntries(dead.map((queue) => [queue.kind, queue.dead]))).toEqual({ 'intent-cancel': 1, 'intent-return': 0, refund: 0 })
  const [row] = await shop.deps.db.select().from(outbox).where(eq(outbox.kind, 'refund'))
  expect(row?.lastError).toBeTruthy()
})

test('F7.3.14 staff see an order with a refused refund under "To refund" until that refund was made again', async () => {
  const password = 'a box of old boxes'
  const staff = await shop.signIn('application_admin', { passwordHash: await hashPassword(password) })
  const waiting = async () => (await staff.orders.listAll({ query: { waitsFor: 'refund' } })).items.map(({ id }) => id)
  const { orderId, intentId } = await shop.beginOf(await shop.parcel())
  await shop.notifyPaid(intentId)
  const refund = () =>
    staff.orderMoney.refund({
      params: { id: orderId },
      body: { reason: 'Late', password, amount: 7 },
      idempotencyKey: crypto.randomUUID(),
    })
  shop.provider.refundStatus = 'failed'
  await refund()
  await sendOut()
  expect(await waiting()).toEqual([orderId])
  shop.provider.refundStatus = 'succeeded'
  shop.advance(MINUTE)
  await refund()
  await sendOut()
  expect(await shop.orderRow(orderId)).toMatchObject({ refundedCents: 700, paymentStatus: 'partially_refunded' })
  expect(await waiting()).toEqual([])
})
