import { afterAll, beforeAll, expect, test } from 'vitest'
import { workKinds } from '#server/jobs.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { createQueue, type Queue } from '#server/platform/vendors/queue.ts'
import { type CardShop, openCardShop } from '#server/testing/card-shop.ts'

let shop: CardShop
let queue: Queue

beforeAll(async () => {
  shop = await openCardShop({ HOLD_MINUTES: '0.02' })
  queue = createQueue(shop.database)
})
afterAll(async () => {
  await queue.stop(2000)
  await shop.close()
})

test('D107 R-B10 by itself the shop ends holds, finds payments that no message reported, and sends refunds', async () => {
  const box = await shop.parcel(9)
  const left = await shop.beginOf(box, 3)
  const paid = await shop.beginOf(box, 2)
  shop.provider.pay(paid.intentId)
  await queue.start(workKinds(shop.deps), () => {})
  await expect.poll(async () => (await shop.orderRow(left.orderId)).status).toBe('cancelled')
  await expect.poll(async () => (await shop.orderRow(paid.orderId)).paymentStatus).toBe('paid')
  expect(shop.provider.intent(left.intentId).status).toBe('canceled')
  expect(await shop.stockOf(box.id)).toBe(7)
  await paid.buyer.orders.cancel({ params: { id: paid.orderId } })
  await expect.poll(async () => (await shop.orderRow(paid.orderId)).paymentStatus).toBe('refunded')
  expect(shop.provider.refunds).toHaveLength(1)
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
})
