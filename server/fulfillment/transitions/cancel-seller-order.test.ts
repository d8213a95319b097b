import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { listMoneyDisagreements } from '#server/payments/ledger/money-disagreements.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { auditEntries, notifications, orders, outbox, products, refunds, stockMovements } from '#server/platform/db/schema.ts'
import { checkOut, outcomeOf, pay, refusalOf } from '#server/testing/buyers.ts'
import { raceRounds } from '#server/testing/race-rounds.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

/* The buyer cancels one seller's part of an order, and what else may happen to it at the same moment. */

const ROUNDS = raceRounds(30)
let shop: TestShop
let ann: SignedInUser
let staff: SignedInUser
let sol: SignedInUser
let tia: SignedInUser
let box: { id: string; businessId: string }
let bag: { id: string; businessId: string }

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer', { name: 'Ann Buyer', email: 'ann@test.test' })
  staff = await shop.signIn('application_admin', { name: 'Sam Staff' })
  const [sun, tin] = [await shop.make.business({ name: 'Sun Boxes' }), await shop.make.business({ name: 'Tin Bags' })]
  sol = await shop.signIn('business_admin', { name: 'Sol Seller', email: 'sol@test.test', businessId: sun.id })
  tia = await shop.signIn('business_admin', { name: 'Tia Seller', email: 'tia@test.test', businessId: tin.id })
  const defaults = { category: 'accessories', stock: 1000 }
  box = await shop.make.product({ ...defaults, name: 'Sun Box', businessId: sun.id, priceUsdCents: 40_33 })
  bag = await shop.make.product({ ...defaults, name: 'Tin Bag', businessId: tin.id, priceUsdCents: 60_01 })
})
afterEach(async () => {
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
  expect(await listMoneyDisagreements(shop.deps.db)).toEqual([])
})

const params = ({ id }: Pick<Order, 'id'>) => ({ params: { id } })
const stockOf = async ({ id }: { id: string }) => (await shop.deps.db.select().from(products).where(eq(products.id, id)))[0]?.stock
const cancelPart = (order: Order, businessId: string, by = ann, reason?: string) =>
  by.orders.cancel({ ...params(order), body: { businessId, ...(reason && { reason }) } })
const partOf = ({ fulfilments }: Order, businessId: string) => fulfilments.find((part) => part.businessId === businessId)

/** An order of three boxes and two bags. */
async function place(buyer = ann): Promise<Order> {
  await buyer.cart.addItem({ body: { productId: box.id, quantity: 3 } })
  await buyer.cart.addItem({ body: { productId: bag.id, quantity: 2 } })
  return checkOut(buyer)
}

async function mailsOf(template: string) {
  const rows = await shop.deps.db.select().from(outbox).where(eq(outbox.kind, 'mail')).orderBy(outbox.id)
  const mails = rows.map(({ payload }) => payload as { template: string; to: string; facts: Record<string, unknown> })
  return mails.filter((mail) => mail.template === template)
}

test('D116 C23 the buyer cancels the part of one seller that is paid: its stock and exactly its money return, the other part goes on', async () => {
  const placed = await place()
  await pay(shop, placed.id)
  expect((await ann.orders.byId(params(placed))).fulfilments.map(({ canCancel }) => canCancel)).toEqual([true, true])
  const left = await cancelPart(placed, box.businessId, ann, 'Too many')
  const part = partOf(left, box.businessId)
  expect(left).toMatchObject({ status: 'processing', paymentStatus: 'partially_refunded', refundedAmount: part?.total, canCancel: true })
  expect(part).toMatchObject({ status: 'cancelled', canCancel: false, refunded: part?.total })
  expect(part?.history.at(-1)).toMatchObject({ from: 'processing', to: 'cancelled', by: 'Ann Buyer', note: 'Too many' })
  expect(partOf(left, bag.businessId)).toMatchObject({ status: 'processing', refunded: 0, canCancel: true })
  expect([await stockOf(box), await stockOf(bag)]).toEqual([1000, 998])
  expect(await refusalOf(cancelPart(placed, box.businessId))).toMatchObject({ status: 409, code: 'part_not_cancellable' })
  expect(await shop.deps.db.select({ cause: refunds.cause }).from(refunds)).toEqual([{ cause: `cancel:${placed.id}:${box.businessId}` }])
  const [audit] = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'order.cancel'))
  expect(audit).toMatchObject({ actorName: 'Ann Buyer', targetId: placed.id, after: { reason: 'Too many' } })
  expect(await tia.sellerOrders.byId(params(placed))).toMatchObject({ status: 'processing', refunded: 0 })
})

test('D116 the buyer and that seller are mailed once, and only that seller is notified not to send it', async () => {
  const placed = await place()
  await cancelPart(placed, box.businessId, ann, 'Too many')
  expect(await mailsOf('order-cancelled')).toMatchObject([{ to: 'ann@test.test', facts: { seller: 'Sun Boxes', others: 'yes' } }])
  const toSeller = await mailsOf('seller-order-cancelled')
  expect(toSeller).toMatchObject([{ to: 'sol@test.test', facts: { number: placed.number, reason: 'Too many', name: 'Sol Seller' } }])
  expect(JSON.stringify(toSeller)).not.toMatch(/ann@test|Tin Bag/)
  const notified = await shop.deps.db.select().from(notifications).where(eq(notifications.kind, 'order-cancelled'))
  expect(notified.map(({ userId }) => userId)).toEqual([sol.user.id])
  await ann.orders.cancel(params(placed))
  expect((await mailsOf('seller-order-cancelled')).map(({ to }) => to)).toEqual(['sol@test.test', 'tia@test.test'])
  expect([await stockOf(box), await stockOf(bag)]).toEqual([1000, 1000])
})

test('D116 a part that has left stays, the other may still be cancelled; the whole order no more', async () => {
  const placed = await place()
  await pay(shop, placed.id)
  await sol.sellerOrders.move({ ...params(placed), body: { status: 'shipped' } })
  expect(await refusalOf(cancelPart(placed, box.businessId))).toMatchObject({ status: 409, code: 'part_not_cancellable' })
  expect(await refusalOf(ann.orders.cancel(params(placed)))).toMatchObject({ code: 'order_not_cancellable' })
  const left = await cancelPart(placed, bag.businessId)
  expect(left).toMatchObject({ status: 'shipped', refundedAmount: partOf(left, bag.businessId)?.total })
})

test('a part is cancelled by its buyer or by staff who say why; to strangers and sellers the order is not there', async () => {
  const placed = await place()
  for (const by of [await shop.signIn('customer'), sol]) {
    expect(await refusalOf(cancelPart(placed, box.businessId, by))).toMatchObject({ status: 404 })
  }
  const other = await shop.make.business({})
  expect(await refusalOf(cancelPart(placed, other.id))).toMatchObject({ status: 422, errors: [{ field: 'businessId' }] })
  expect(await refusalOf(cancelPart(placed, 'x'))).toMatchObject({ status: 422 })
  expect(await refusalOf(cancelPart(placed, box.businessId, staff))).toMatchObject({ status: 422, errors: [{ field: 'reason' }] })
  expect(partOf(await cancelPart(placed, box.businessId, staff, 'Broken'), box.businessId)).toMatchObject({ status: 'cancelled' })
})

test('a seller who has bought their own products cancels them as a buyer', async () => {
  const placed = await place(sol)
  const left = await cancelPart(placed, box.businessId, sol)
  expect(partOf(left, box.businessId)?.history.at(-1)).toMatchObject({ by: 'Sol Seller' })
  expect(await mailsOf('seller-order-cancelled')).toHaveLength(1)
})

test('an order that waits for its card is cancelled whole or not at all', async () => {
  const placed = await place()
  await shop.deps.db.update(orders).set({ paymentMethod: 'card', paymentStatus: 'failed' }).where(eq(orders.id, placed.id))
  expect(await refusalOf(cancelPart(placed, box.businessId))).toMatchObject({ status: 409, code: 'part_not_cancellable' })
  expect((await ann.orders.byId(params(placed))).fulfilments.map(({ canCancel }) => canCancel)).toEqual([false, false])
  await shop.deps.db.update(orders).set({ paymentMethod: 'pay_later', paymentStatus: 'unpaid' }).where(eq(orders.id, placed.id))
})

test(`C23 cancelling a part while its seller ships it: one of the two happens, ${ROUNDS} times`, async () => {
  const ends: unknown[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const placed = await place()
    await pay(shop, placed.id)
    const cancel = () => outcomeOf<unknown>(cancelPart(placed, box.businessId))
    const ship = () => outcomeOf<unknown>(sol.sellerOrders.move({ ...params(placed), body: { status: 'shipped' } }))
    const outcomes = await Promise.all((round % 2 === 0 ? [cancel, ship] : [ship, cancel]).map((call) => call()))
    expect(outcomes.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
    const after = await ann.orders.byId(params(placed))
    const part = partOf(after, box.businessId)
    expect(after.status).toBe('processing')
    expect(part?.refunded).toBe(part?.status === 'cancelled' ? part?.total : 0)
    ends.push(part?.status)
  }
  expect(ends.every((end) => end === 'cancelled' || end === 'shipped')).toBe(true)
  const cancelled = ends.filter((end) => end === 'cancelled').length
  expect(await stockOf(box)).toBe(1000 - 3 * (ROUNDS - cancelled))
})

test(`C23 cancelling a part while the whole order is cancelled: all is cancelled, stock and money return once, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const placed = await place()
    if (round % 3 !== 0) await pay(shop, placed.id)
    const calls = [
      () => outcomeOf(cancelPart(placed, box.businessId)),
      () => outcomeOf(ann.orders.cancel(params(placed))),
      () => outcomeOf(cancelPart(placed, bag.businessId)),
      () => outcomeOf(cancelPart(placed, box.businessId)),
    ]
    const outcomes = await Promise.all(calls.toSorted(() => Math.random() - 0.5).map((call) => call()))
    for (const { status } of outcomes) expect([200, 409]).toContain(status)
    const after = await ann.orders.byId(params(placed))
    expect(after).toMatchObject({ status: 'cancelled', refundedAmount: after.paidAmount })
    expect(after.paidAmount).toBe(round % 3 === 0 ? 0 : placed.totalAmount)
  }
  expect([await stockOf(box), await stockOf(bag)]).toEqual([1000, 1000])
  expect(await shop.deps.db.$count(stockMovements, eq(stockMovements.reason, 'cancel'))).toBe(2 * ROUNDS)
})
