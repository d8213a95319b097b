import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OwnRefundBody } from '#contract/fulfillment/seller-orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import { listMoneyDisagreements } from '#server/payments/ledger/money-disagreements.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import {
  auditEntries,
  businesses,
  notifications,
  orderLines,
  orders,
  outbox,
  refunds,
  returns,
  sellerOrders,
} from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { checkOut, outcomeOf, pay, refusalOf } from '#server/testing/buyers.ts'
import { balanceOf } from '#server/testing/earners.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

/* A seller sends money of its own part back. */

const PASSWORD = 'corrugated-board-7'
let passwordHash: string
let shop: TestShop
let ann: SignedInUser
let staff: SignedInUser
let sol: SignedInUser
let tia: SignedInUser
let box: { id: string; businessId: string }
let bag: { id: string; businessId: string }

beforeAll(async () => {
  shop = await openTestShop()
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer', { name: 'Ann Buyer', email: 'ann@test.test' })
  staff = await shop.signIn('application_admin', { name: 'Sam Staff', passwordHash })
  const [sun, tin] = [await shop.make.business({ name: 'Sun Boxes' }), await shop.make.business({ name: 'Tin Bags' })]
  sol = await shop.signIn('business_admin', { name: 'Sol Seller', businessId: sun.id, passwordHash })
  tia = await shop.signIn('business_admin', { name: 'Tia Seller', businessId: tin.id, passwordHash })
  const defaults = { category: 'accessories', stock: 1000 }
  box = await shop.make.product({ ...defaults, name: 'Sun Box', businessId: sun.id, priceUsdCents: 40_33 })
  bag = await shop.make.product({ ...defaults, name: 'Tin Bag', businessId: tin.id, priceUsdCents: 60_01 })
})
afterEach(async () => {
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
  expect(await listMoneyDisagreements(shop.deps.db)).toEqual([])
})

const params = ({ id }: Pick<Order, 'id'>) => ({ params: { id } })
const refund = (order: Pick<Order, 'id'>, body: Partial<OwnRefundBody> = {}, by = sol, idempotencyKey: string = crypto.randomUUID()) =>
  by.sellerOrders.refund({ ...params(order), body: { reason: 'A dent', password: PASSWORD, ...body }, idempotencyKey })
const partOf = async ({ id }: Order, businessId: string) => {
  const rows = await shop.deps.db.select().from(sellerOrders).where(eq(sellerOrders.orderId, id))
  return rows.find((part) => part.businessId === businessId)
}

/** An order of three boxes and two bags, paid. */
async function place(isToBePaid = true): Promise<Order> {
  await ann.cart.addItem({ body: { productId: box.id, quantity: 3 } })
  await ann.cart.addItem({ body: { productId: bag.id, quantity: 2 } })
  const placed = await checkOut(ann)
  if (isToBePaid) await pay(shop, placed.id)
  return placed
}

test('D289 a seller refunds an amount of its own part, then all that is left of it, and nothing of the other part', async () => {
  const placed = await place()
  const own = await sol.sellerOrders.byId(params(placed))
  expect(own).toMatchObject({ refundable: own.total, refunded: 0, refunds: [] })
  const some = await refund(placed, { amount: 10.01, version: own.version })
  expect(some).toMatchObject({
    refunded: 10.01,
    version: own.version + 1,
    refunds: [{ amount: 10.01, reason: 'A dent', status: 'settled' }],
  })
  const all = await refund(placed, { reason: 'Never arrived' })
  expect(all).toMatchObject({ refunded: own.total, refundable: 0 })
  expect(await refusalOf(refund(placed))).toMatchObject({ status: 409, code: 'nothing_to_refund' })
  expect(await refusalOf(refund(placed, { amount: 1 }))).toMatchObject({ status: 409, code: 'nothing_to_refund' })
  const other = await tia.sellerOrders.byId(params(placed))
  expect(other).toMatchObject({ refunded: 0, refundable: other.total, refunds: [] })
  expect(await ann.orders.byId(params(placed))).toMatchObject({ paymentStatus: 'partially_refunded', refundedAmount: own.total })
  expect(await balanceOf(shop.deps.db, box.businessId, 'USD')).toBe(0)
})

test('D289 the buyer is mailed and notified as of any refund, staff are notified to transfer it, and it is in the audit log', async () => {
  const placed = await place()
  await refund(placed, { amount: 5 })
  const mails = (await shop.deps.db.select().from(outbox).orderBy(outbox.id)).map(
    ({ payload }) => payload as { template: string; to: string; facts: Record<string, unknown> },
  )
  expect(mails.filter(({ template }) => template === 'order-refunded')).toMatchObject([
    { to: 'ann@test.test', facts: { refundCents: 500, reason: 'A dent' } },
  ])
  const notified = await shop.deps.db.select().from(notifications)
  const kinds = notified.flatMap(({ kind, userId }) => (/refund/.test(kind) ? [`${kind} ${userId}`] : []))
  expect(kinds.sort()).toEqual([`order-refunded ${ann.user.id}`, `refund-to-send ${staff.user.id}`])
  const [audit] = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'order.refund'))
  expect(audit).toMatchObject({
    actorName: 'Sol Seller',
    targetId: placed.id,
    after: { amountCents: 500, reason: 'A dent', parts: [{ businessId: box.businessId, amountCents: 500 }] },
  })
  expect(JSON.stringify([audit, mails])).not.toContain(PASSWORD)
})

test('a seller refunds without a reason, too', async () => {
  const placed = await place()
  const body = { amount: 5, password: PASSWORD }
  const part = await sol.sellerOrders.refund({ ...params(placed), body, idempotencyKey: 'no-reason' })
  expect(part.refunds).toMatchObject([{ amount: 5, reason: '', status: 'settled' }])
})

test('a reason that staff gave for parts of several sellers is not shown to each of them', async () => {
  const placed = await place()
  const body = { reason: 'Tin Bags were late', password: PASSWORD }
  await staff.orderMoney.refund({ ...params(placed), body: { ...body, amount: 20 }, idempotencyKey: 'both' })
  await staff.orderMoney.refund({
    ...params(placed),
    body: { ...body, businessId: box.businessId, reason: 'Yours' },
    idempotencyKey: 'one',
  })
  const { refunds: seen, refundable } = await sol.sellerOrders.byId(params(placed))
  expect(seen.map(({ reason }) => reason)).toEqual([null, 'Yours'])
  expect(refundable).toBe(0)
})

test('D289 nobody but the people of an approved seller, and of their own part: 401, 403, 404, and nothing moves', async () => {
  const only = await (async () => {
    await ann.cart.addItem({ body: { productId: box.id, quantity: 1 } })
    const placed = await checkOut(ann)
    await pay(shop, placed.id)
    return placed
  })()
  const before = await partOf(only, box.businessId)
  for (const by of [ann, staff, await shop.signIn('super_admin', { passwordHash })]) {
    expect(await refusalOf(refund(only, {}, by))).toMatchObject({ status: 403 })
  }
  const body = { reason: 'x', password: PASSWORD }
  expect(await refusalOf(shop.visitor.sellerOrders.refund({ ...params(only), body }))).toMatchObject({ status: 401 })
  expect(await refusalOf(refund(only, {}, tia))).toMatchObject({ status: 404 })
  expect(await refusalOf(refund({ id: crypto.randomUUID() }))).toMatchObject({ status: 404 })
  await shop.deps.db.update(businesses).set({ businessStatus: 'suspended' }).where(eq(businesses.id, box.businessId))
  expect(await refusalOf(refund(only))).toMatchObject({ status: 403, code: 'business_not_approved' })
  expect(await sol.sellerOrders.byId(params(only))).toMatchObject({ refundable: 0 })
  expect(await partOf(only, box.businessId)).toEqual(before)
})

test('a refund by a seller needs the password, a key, an amount above 0 and the part as it is now', async () => {
  const unpaid = await place(false)
  expect(await sol.sellerOrders.byId(params(unpaid))).toMatchObject({ refundable: 0 })
  expect(await refusalOf(refund(unpaid))).toMatchObject({ status: 409, code: 'nothing_to_refund' })
  const placed = await place()
  expect(await refusalOf(refund(placed, { password: 'wrong' }))).toMatchObject({ code: 'wrong_password', errors: [{ field: 'password' }] })
  expect(await refusalOf(refund(placed, { amount: 0 }))).toMatchObject({ errors: [{ field: 'amount' }] })
  const body = { reason: 'x', password: PASSWORD }
  expect(await refusalOf(sol.sellerOrders.refund({ ...params(placed), body }))).toMatchObject({ code: 'idempotency_key_missing' })
  expect(await refusalOf(refund(placed, { version: 1 }))).toMatchObject({ code: 'edit_conflict', current: { id: placed.id } })
  const part = await partOf(placed, box.businessId)
  const most = (part?.totalCents ?? 0) / 100
  const above = ((part?.totalCents ?? 0) + 1) / 100
  expect(await refusalOf(refund(placed, { amount: above }))).toMatchObject({
    status: 409,
    detail: `You can still refund up to $${most.toFixed(2)}.`,
  })
  expect(await shop.deps.db.$count(refunds)).toBe(0)
})

test('a card order that is not paid is not there for its sellers', async () => {
  const placed = await place(false)
  await shop.deps.db.update(orders).set({ paymentMethod: 'card' }).where(eq(orders.id, placed.id))
  await shop.deps.db.update(sellerOrders).set({ isShown: false }).where(eq(sellerOrders.orderId, placed.id))
  expect(await refusalOf(refund(placed))).toMatchObject({ status: 404 })
})

test('R-A12 both sellers and staff refund at once, twenty times each: no part refunds more than was paid for it', async () => {
  const placed = await place()
  const ways: Partial<OwnRefundBody>[] = [{ amount: 25 }, {}, { amount: 31.07 }, { amount: 60.5 }]
  const calls = Array.from({ length: 20 }, (_, at) => [
    refund(placed, ways[at % 4]),
    refund(placed, ways[(at + 1) % 4], tia),
    ...(at % 5 === 0
      ? [
          staff.orderMoney.refund({
            ...params(placed),
            body: { reason: 'Late', password: PASSWORD, amount: 7 },
            idempotencyKey: crypto.randomUUID(),
          }),
        ]
      : []),
  ]).flat()
  const outcomes = await Promise.all(calls.map((call) => outcomeOf<unknown>(call)))
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200, 409]))
  for (const { businessId } of [box, bag]) {
    const part = await partOf(placed, businessId)
    expect(part?.refundedCents).toBe(part?.totalCents)
    expect(await balanceOf(shop.deps.db, businessId, 'USD')).toBe(0)
  }
  expect(await ann.orders.byId(params(placed))).toMatchObject({ paymentStatus: 'refunded', refundedAmount: placed.totalAmount })
})

test('one key sent twenty times at once is one refund; with another amount it is refused', async () => {
  const placed = await place()
  const answers = await Promise.all(Array.from({ length: 20 }, () => refund(placed, { amount: 5 }, sol, 'once')))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await refusalOf(refund(placed, { amount: 6 }, sol, 'once'))).toMatchObject({ code: 'idempotency_key_reused' })
  expect(await partOf(placed, box.businessId)).toMatchObject({ refundedCents: 500 })
})

test('F7.3.14 a seller lists the orders with a refund to make of its own part, and those that nobody has paid, no other seller’s', async () => {
  const waiting = async (seller: SignedInUser, waitsFor: 'refund' | 'payment') =>
    (await seller.sellerOrders.list({ query: { waitsFor } })).items.map(({ number }) => number)
  const [unpaid, refused, returned] = [await place(false), await place(), await place()]
  expect(await waiting(sol, 'refund')).toEqual([])
  expect(await waiting(sol, 'payment')).toEqual([unpaid.number])
  expect(await waiting(tia, 'payment')).toEqual([unpaid.number])

  // a refund of the boxes that the bank refused, and boxes that came back
  await refund(refused, { amount: 5 })
  await shop.deps.db.update(refunds).set({ status: 'failed' }).where(eq(refunds.orderId, refused.id))
  await shop.deps.db.update(orders).set({ refundedCents: 0 }).where(eq(orders.id, refused.id))
  await shop.deps.db.update(sellerOrders).set({ refundedCents: 0 }).where(eq(sellerOrders.orderId, refused.id))
  const line = (await shop.deps.db.select().from(orderLines).where(eq(orderLines.orderId, returned.id))).find(
    ({ businessId }) => businessId === box.businessId,
  )
  const back = {
    number: 'RMA-TEST-1',
    orderId: returned.id,
    businessId: line?.businessId ?? '',
    userId: ann.user.id,
    reason: 'damaged' as const,
  }
  await shop.deps.db.insert(returns).values({ ...back, status: 'received' })
  expect((await waiting(sol, 'refund')).toSorted()).toEqual([refused.number, returned.number].toSorted())
  expect(await waiting(tia, 'refund')).toEqual([])
  expect((await sol.sellerOrders.list({ query: { waitsFor: 'refund' } })).total).toBe(2)
  const file = await shop.app.inject({
    url: '/api/business/orders/export?waitsFor=refund',
    headers: { authorization: `Bearer ${tia.token}` },
  })
  expect(file.body).not.toMatch(/ORD-/)

  // made once more, it waits no longer
  await refund(refused, { amount: 5 })
  expect(await waiting(sol, 'refund')).toEqual([returned.number])

  // its part is canceled and nothing went back; the other part is still sold
  await shop.deps.db.update(returns).set({ status: 'refunded' })
  await shop.deps.db.update(refunds).set({ status: 'settled' })
  await shop.deps.db
    .update(sellerOrders)
    .set({ status: 'cancelled' })
    .where(and(eq(sellerOrders.orderId, returned.id), eq(sellerOrders.businessId, bag.businessId)))
  expect([await waiting(sol, 'refund'), await waiting(tia, 'refund')]).toEqual([[], [returned.number]])
  await shop.deps.db
    .update(sellerOrders)
    .set({ status: 'shipped' })
    .where(and(eq(sellerOrders.orderId, returned.id), eq(sellerOrders.businessId, bag.businessId)))

  await sol.sellerOrders.move({ ...params(unpaid), body: { status: 'cancelled', reason: 'Out of board' } })
  expect([await waiting(sol, 'payment'), await waiting(tia, 'payment')]).toEqual([[], [unpaid.number]])
  for (const other of [ann, staff]) {
    expect(await refusalOf(other.sellerOrders.list({ query: { waitsFor: 'payment' } }))).toMatchObject({ status: 403 })
  }
  expect(await refusalOf(shop.visitor.sellerOrders.list({ query: { waitsFor: 'payment' } }))).toMatchObject({ status: 401 })
  await shop.reset() // rows set by hand do not add up
})
