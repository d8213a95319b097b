import { and, eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { formatLongDate } from '#domain/text.ts'
import { auditEntries, disputes, notifications, paymentEvents } from '#server/platform/db/schema.ts'
import {
  accounts,
  boss,
  close,
  mailsOf,
  open,
  openDisputeShop,
  paidOrder,
  provider,
  ripeOrder,
  shop,
  tell,
} from '#server/testing/disputed-orders.ts'
import { days } from '#server/testing/earners.ts'
import { closeDispute } from '#server/testing/stripe-disputes.ts'
import { hasDisputable, reconcileDisputes } from './reconcile-disputes.ts'

openDisputeShop()

const bellOf = async (title: string) =>
  (await shop.deps.db.select().from(notifications).where(eq(notifications.userId, boss.user.id))).filter((each) =>
    each.title.includes(title),
  )

test('the fee of a dispute in another currency is not booked: staff are asked to do it, once', async () => {
  const { intentId, orderId, first } = await ripeOrder(100_00)
  const dispute = shop.provider.dispute(intentId, { at: shop.deps.now() })
  for (const each of [dispute, ...dispute.balance_transactions]) each.currency = 'gbp'
  await tell('charge.dispute.created', dispute)
  expect(await bellOf('fee')).toEqual([])
  await close(dispute, 'lost')
  await reconcileDisputes(shop.deps, provider())
  expect(await accounts(first.businessId)).toEqual({ seller: 0, commission: 0, fee: 0 })
  const { number } = await shop.orderRow(orderId)
  const [notice, ...more] = await bellOf(`Record the dispute fee for order ${number} manually`)
  expect([notice?.text, notice?.path, more]).toEqual([expect.stringContaining('15.00 GBP'), `/admin/orders/${orderId}`, []])
})

for (const status of ['lost', 'won'] as const) {
  test(`a dispute that was ${status} before the shop knew disputes is kept, and left to staff: nothing is booked`, async () => {
    const { intentId, orderId, first } = await ripeOrder(100_00)
    const dispute = closeDispute(shop.provider.dispute(intentId, { at: new Date(Date.now() - days(60)) }), status)
    const before = await accounts(first.businessId)
    const asked = status === 'lost' ? 1 : 0
    for (const _again of [1, 2]) {
      await reconcileDisputes(shop.deps, provider())
      expect(await accounts(first.businessId)).toEqual(before)
      expect(await shop.orderRow(orderId)).toMatchObject({ refundedCents: 0, paymentStatus: 'paid' })
      expect(await bellOf('A dispute was lost before')).toHaveLength(asked)
      expect(await mailsOf('dispute-closed')).toEqual([])
      expect(await mailsOf(`seller-dispute-${status}`)).toEqual([])
    }
    await tell('charge.dispute.closed', dispute) // sent once more by hand
    expect(await accounts(first.businessId)).toEqual(before)
    const { items } = await boss.disputes.list({ query: {} })
    expect(items).toMatchObject([{ orderId, status, closedAt: null }])
  })
}

test('a dispute that was open before the shop knew disputes, and is lost later, is booked', async () => {
  const { intentId, orderId } = await ripeOrder(100_00)
  const dispute = shop.provider.dispute(intentId, { at: new Date(Date.now() - days(5)) })
  await reconcileDisputes(shop.deps, provider())
  closeDispute(dispute, 'lost')
  await reconcileDisputes(shop.deps, provider())
  expect((await shop.orderRow(orderId)).refundedCents).toBe(100_00)
})

test('no message ever comes: the shop asks the provider, books the loss and the payment it had not heard of', async () => {
  const { intentId, orderId } = await shop.beginOf(await shop.parcel())
  expect(await hasDisputable(shop.deps)).toBe(false)
  shop.provider.pay(intentId)
  const dispute = shop.provider.dispute(intentId, { at: shop.deps.now() })
  expect(await reconcileDisputes(shop.deps, provider())).toBe('1 dispute needs response')
  expect(await shop.orderRow(orderId)).toMatchObject({ paymentStatus: 'paid', paidCents: 120_00 })
  expect(await hasDisputable(shop.deps)).toBe(true)
  closeDispute(dispute, 'lost')
  expect(await reconcileDisputes(shop.deps, provider())).toBe('1 dispute lost')
  expect(await shop.orderRow(orderId)).toMatchObject({ refundedCents: 120_00 })
  await reconcileDisputes(shop.deps, provider())
  expect(await mailsOf('dispute-closed')).toHaveLength(1)
  expect(await shop.deps.db.$count(auditEntries, eq(auditEntries.action, 'order.dispute_lost'))).toBe(1)
})

test('a dispute of a payment that the shop does not know yet: 503 while the provider does not answer, so that the message comes again', async () => {
  const { intentId, orderId } = await shop.beginOf(await shop.parcel())
  shop.provider.pay(intentId)
  const message = shop.message('charge.dispute.created', shop.provider.dispute(intentId, { at: shop.deps.now() }))
  shop.provider.trouble('GET /v1/payment_intents', 'fail', 3)
  expect(await shop.send(message)).toBe(503)
  expect(await shop.deps.db.$count(paymentEvents)).toBe(0)
  expect(await shop.send(message)).toBe(200)
  expect(await shop.orderRow(orderId)).toMatchObject({ paymentStatus: 'paid' })
  expect(await shop.deps.db.$count(disputes)).toBe(1)
})

test('a dispute of nobody we know does nothing; one of a payment that is not booked, and a loss taken back, are left to staff', async () => {
  const { orderId, intentId, first } = await ripeOrder(100_00)
  const stranger = { ...shop.provider.dispute(intentId), id: 'dp_x', payment_intent: 'pi_unknown' }
  expect(await tell('charge.dispute.created', stranger)).toBe(200)
  const noIntent = { ...shop.provider.dispute(intentId), id: 'dp_y', payment_intent: null }
  expect(await tell('charge.dispute.created', noIntent)).toBe(200)
  expect(await shop.deps.db.$count(disputes)).toBe(0)
  shop.provider.disputes.length = 0
  const dispute = await open(intentId)
  await close(dispute, 'lost')
  const before = await accounts(first.businessId)
  await close(dispute, 'won')
  expect(await accounts(first.businessId)).toEqual(before)
  expect((await shop.orderRow(orderId)).paymentProblem).toContain(dispute.id)

  const other = await shop.beginOf(await shop.parcel())
  const paid = { ...shop.provider.pay(other.intentId), amount_received: 1 }
  await tell('payment_intent.succeeded', paid)
  Object.assign(shop.provider.intent(other.intentId), { amount_received: 1 })
  expect(await tell('charge.dispute.created', shop.provider.dispute(other.intentId))).toBe(200)
  expect((await shop.orderRow(other.orderId)).paymentProblem).toContain('is disputed')
  expect(await shop.deps.db.$count(disputes)).toBe(1)
})

test('staff and sellers are notified when it is opened and how it ends, once, by bell and mail; sellers learn nothing of the buyer', async () => {
  const { intentId, orderId, first } = await paidOrder(100_00)
  const dispute = await open(intentId, { reason: 'fraudulent' })
  await tell('charge.dispute.updated', dispute)
  await close(dispute, 'lost')
  const { number } = await shop.orderRow(orderId)
  const due = new Date((dispute.evidence_details.due_by ?? 0) * 1000)
  const [opened] = await mailsOf('dispute-opened')
  expect(opened).toMatchObject({
    to: boss.user.email,
    facts: { number, amountCents: 100_00, reason: 'Reported as fraud', link: `https://dashboard.stripe.com/test/disputes/${dispute.id}` },
  })
  expect(opened?.facts.due).toContain(String(due.getUTCFullYear()))
  expect(await mailsOf('dispute-closed')).toMatchObject([{ to: boss.user.email, facts: { status: 'lost', feeCents: 15_00 } }])
  for (const template of ['seller-dispute-opened', 'seller-dispute-lost']) {
    const mails = await mailsOf(template)
    expect(mails).toMatchObject([{ to: first.user.email, facts: { number, amountCents: 100_00 } }])
    expect(JSON.stringify(mails)).not.toMatch(/Ann Buyer|buyer@test|dashboard\.stripe/)
  }
  const log = await boss.mails.list({ query: { orderId } })
  const subjects = log.items.map(({ template, subject }) => [template, subject])
  const day = formatLongDate(due)
  expect(subjects).toEqual(
    expect.arrayContaining([
      ['dispute-opened', `The payment of order ${number} is disputed: respond by ${day}`],
      ['seller-dispute-opened', `The payment of order ${number} is disputed`],
      ['dispute-closed', `The dispute about order ${number} was lost`],
      ['seller-dispute-lost', `The dispute about order ${number} was lost`],
    ]),
  )
  const bell = (userId: string) =>
    shop.deps.db
      .select()
      .from(notifications)
      .where(and(eq(notifications.userId, userId), like(notifications.kind, '%dispute%')))
      .orderBy(notifications.id)
  expect((await bell(boss.user.id)).map(({ kind, path }) => [kind, path])).toEqual([
    ['dispute-opened', `/admin/orders/${orderId}`],
    ['dispute-closed', `/admin/orders/${orderId}`],
  ])
  expect((await bell(first.user.id)).map(({ kind, path }) => [kind, path])).toEqual([
    ['seller-dispute-opened', `/business/orders/${orderId}`],
    ['seller-dispute-lost', `/business/orders/${orderId}`],
  ])
})
