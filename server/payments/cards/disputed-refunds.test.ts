import { expect, test } from 'vitest'
import { refusalOf } from '#server/testing/buyers.ts'
import {
  accounts,
  advance,
  boss,
  close,
  fundsOf,
  open,
  openDisputeShop,
  PASSWORD,
  paidOrder,
  provider,
  ripeOrder,
  sendOut,
  shop,
  tell,
} from '#server/testing/disputed-orders.ts'
import { balanceOf } from '#server/testing/earners.ts'
import { reconcileDisputes } from './reconcile-disputes.ts'

openDisputeShop()

test('while a payment is disputed nothing that refunds is done: by staff, sellers, cancellations, returns; afterwards it is', async () => {
  const { intentId, orderId, first, buyer } = await paidOrder(100_00, 60_00)
  const dispute = await open(intentId)
  const params = { id: orderId }
  const money = { reason: 'Broken', password: PASSWORD }
  const sentence = 'This payment is disputed. Answer it in Stripe first.'
  const refused = { status: 409, code: 'disputed', detail: sentence }
  expect(await refusalOf(boss.orderMoney.refund({ params, body: money, idempotencyKey: 'a' }))).toMatchObject(refused)
  expect(await refusalOf(first.sellerOrders.refund({ params, body: { amount: 1, ...money }, idempotencyKey: 'b' }))).toMatchObject(refused)
  expect(await refusalOf(buyer.orders.cancel({ params, body: {} }))).toMatchObject(refused)
  expect(await refusalOf(boss.orders.setStatus({ params, body: { status: 'cancelled' } }))).toMatchObject(refused)
  const part = { id: orderId, businessId: first.businessId }
  expect(await refusalOf(boss.orders.setPartStatus({ params: part, body: { status: 'cancelled', reason: 'Gone' } }))).toMatchObject(refused)
  expect(await refusalOf(first.sellerOrders.move({ params, body: { status: 'cancelled', reason: 'Gone' } }))).toMatchObject(refused)
  const many = await boss.orders.moveMany({ body: { ids: [orderId], status: 'cancelled' } })
  expect(many).toMatchObject({ moved: 0, refused: [{ id: orderId, reason: sentence }] })
  const read = await boss.orders.adminById({ params })
  expect([read.canCancel, read.nextStatuses, read.fulfilments.map(({ canCancel }) => canCancel)]).toEqual([
    false,
    ['shipped'],
    [false, false],
  ])
  expect((await buyer.orders.byId({ params })).canCancel).toBe(false)
  const own = await first.sellerOrders.byId({ params })
  expect([own.refundable, own.nextStatuses]).toEqual([0, ['shipped']])
  expect(await shop.orderRow(orderId)).toMatchObject({ status: 'processing', refundedCents: 0 })
  expect(await shop.stockOf(first.productId)).toBe(49)

  await first.sellerOrders.move({ params, body: { status: 'shipped' } }) // packing goes on
  await first.sellerOrders.move({ params, body: { status: 'delivered' } })
  const lines = [{ productId: first.productId, quantity: 1 }]
  const back = await buyer.returns.request({ params, body: { businessId: first.businessId, lines, reason: 'faulty' } })
  const move = (status: 'approved' | 'received' | 'refunded') => first.returns.moveAsSeller({ params: { id: back.id }, body: { status } })
  await move('approved')
  await move('received')
  expect(await refusalOf(move('refunded'))).toMatchObject(refused)
  await close(dispute, 'won')
  expect((await move('refunded')).status).toBe('refunded')
  expect((await first.sellerOrders.byId({ params })).refundable).toBe(0)
  expect((await shop.orderRow(orderId)).refundedCents).toBeGreaterThan(0)
})

test('a refund that waits when the dispute is opened is not sent, and can be asked for again once it is won', async () => {
  const { intentId, orderId } = await paidOrder(100_00)
  const refund = (key: string) =>
    boss.orderMoney.refund({ params: { id: orderId }, body: { amount: 40, reason: 'Late', password: PASSWORD }, idempotencyKey: key })
  await refund('a')
  const dispute = await open(intentId)
  await sendOut()
  expect(shop.provider.refunds).toEqual([])
  expect(await shop.orderRow(orderId)).toMatchObject({ refundedCents: 0, paymentStatus: 'paid' })
  await close(dispute, 'won')
  await refund('b')
  await sendOut()
  expect(shop.provider.refunds).toMatchObject([{ amount: 40_00 }])
  expect(await shop.orderRow(orderId)).toMatchObject({ refundedCents: 40_00, paymentStatus: 'partially_refunded' })
})

test('a lost dispute takes what a refund that has not left was to take; never more than was paid', async () => {
  const { intentId, orderId, first } = await ripeOrder(100_00)
  await boss.orderMoney.refund({ params: { id: orderId }, body: { amount: 40, reason: 'Late', password: PASSWORD }, idempotencyKey: 'a' })
  const dispute = await open(intentId)
  await close(dispute, 'lost')
  await sendOut()
  expect(shop.provider.refunds).toEqual([])
  expect(await shop.orderRow(orderId)).toMatchObject({ paidCents: 100_00, refundedCents: 100_00, paymentStatus: 'refunded' })
  expect((await accounts(first.businessId)).seller).toBe(0)
})

test('a dispute larger than what is left of the payment takes what is left, and no more', async () => {
  const { intentId, orderId, first } = await ripeOrder(100_00)
  await boss.orderMoney.refund({ params: { id: orderId }, body: { amount: 70, reason: 'Late', password: PASSWORD }, idempotencyKey: 'a' })
  await sendOut()
  const dispute = await open(intentId)
  await close(dispute, 'lost')
  expect(await shop.orderRow(orderId)).toMatchObject({ paidCents: 100_00, refundedCents: 100_00, paymentStatus: 'refunded' })
  expect(await accounts(first.businessId)).toEqual({ seller: 0, commission: 0, fee: -15_00 })
})

test('a part of the payment of two sellers is lost: each gives its share, a payout that left before is owed, and the rest can be refunded', async () => {
  const { intentId, orderId, sellers } = await ripeOrder(300_00, 100_00)
  expect((await boss.payouts.prepare()).map(({ amount }) => amount)).toEqual([270, 90])
  const dispute = await open(intentId, { amount: 200_00 })
  for (const { businessId } of sellers) expect(await fundsOf(businessId)).toMatchObject({ balance: 0, available: 0 })
  await close(dispute, 'lost')
  const left = await Promise.all(sellers.map(({ businessId }) => balanceOf(shop.deps.db, businessId, 'USD')))
  expect(left).toEqual([-135_00, -45_00])
  expect(await shop.orderRow(orderId)).toMatchObject({ refundedCents: 200_00, paymentStatus: 'partially_refunded' })
  const [own] = sellers
  expect(await own?.disputes.listOwn({ query: {} })).toMatchObject({ items: [{ amount: 150, status: 'lost' }], total: 1 })
  await boss.orderMoney.refund({ params: { id: orderId }, body: { reason: 'Rest', password: PASSWORD }, idempotencyKey: 'a' })
  expect((await shop.orderRow(orderId)).refundedCents).toBe(400_00)
  shop.provider.disputes.length = 0 // the provider would refuse it after a loss in this fake
  await sendOut()
  // what the provider sent back by itself is not mixed up with what the bank took
  await tell('charge.refunded', shop.provider.charge(intentId, 200_00))
  expect((await shop.orderRow(orderId)).refundedCents).toBe(400_00)
})

test('a refund that is asked for after a loss in part stays, however often the loss is reported', async () => {
  const { intentId, orderId } = await ripeOrder(100_00)
  const dispute = await open(intentId, { amount: 60_00 })
  await close(dispute, 'lost')
  await boss.orderMoney.refund({ params: { id: orderId }, body: { reason: 'Rest', password: PASSWORD }, idempotencyKey: 'a' })
  await tell('charge.dispute.funds_withdrawn', dispute)
  await reconcileDisputes(shop.deps, provider())
  const { refunds } = await boss.orders.adminById({ params: { id: orderId } })
  expect(refunds.map(({ amount, status }) => [amount, status])).toEqual([
    [60, 'settled'],
    [40, 'requested'],
  ])
  expect((await shop.orderRow(orderId)).refundedCents).toBe(100_00)
})

test('money sent back by hand at the provider after a loss in part is taken over', async () => {
  const { intentId, orderId } = await ripeOrder(400_00)
  await close(await open(intentId, { amount: 200_00 }), 'lost')
  await tell('charge.refunded', shop.provider.charge(intentId, 50_00))
  expect(await shop.orderRow(orderId)).toMatchObject({ refundedCents: 250_00, paymentStatus: 'partially_refunded' })
  await tell('charge.refunded', shop.provider.charge(intentId, 50_00))
  expect((await shop.orderRow(orderId)).refundedCents).toBe(250_00)
})

test('a refund whose first answer was lost is asked about again while its payment is disputed: what was made is booked', async () => {
  const { intentId, orderId } = await paidOrder(100_00)
  const body = { amount: 40, reason: 'Late', password: PASSWORD }
  await boss.orderMoney.refund({ params: { id: orderId }, body, idempotencyKey: 'a' })
  shop.provider.trouble('POST /v1/refunds', 'fail-after', 3)
  expect(await sendOut()).toBe('0 done, 1 to retry.')
  expect(shop.provider.refunds).toMatchObject([{ amount: 40_00, status: 'succeeded' }])
  const dispute = await open(intentId, { amount: 60_00 })
  advance(60_000)
  expect(await sendOut()).toBe('1 done.')
  expect(shop.provider.refunds).toHaveLength(1)
  expect(await shop.orderRow(orderId)).toMatchObject({ refundedCents: 40_00, paymentStatus: 'partially_refunded' })
  await close(dispute, 'lost')
  expect((await shop.orderRow(orderId)).refundedCents).toBe(100_00)
})
