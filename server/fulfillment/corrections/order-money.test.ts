import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { RefundBody } from '#contract/fulfillment/order-money.ts'
import type { Order } from '#contract/orders/orders.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import {
  auditEntries,
  invoices,
  ledgerEntries,
  notifications,
  orders,
  outbox,
  payments,
  products,
  refunds,
  sellerOrders,
  stockMovements,
} from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { checkOut, outcomeOf, refusalOf } from '#server/testing/buyers.ts'
import { balanceOf } from '#server/testing/earners.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

const PASSWORD = 'corrugated-board-7'
let passwordHash: string
let shop: TestShop
let ann: SignedInUser
let staff: SignedInUser
let slip = 0

beforeAll(async () => {
  shop = await openTestShop()
  passwordHash = await hashPassword(PASSWORD)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer', { name: 'Ann Buyer', email: 'ann@test.test' })
  staff = await shop.signIn('application_admin', { name: 'Sam Staff', passwordHash })
})
afterEach(async () => {
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
  const entries = await shop.deps.db.select().from(ledgerEntries)
  expect(entries.reduce((sum, { debitCents }) => sum + debitCents, 0)).toBe(0)
})

/** An order of two sellers: 3 boxes at 133.33 and 1 belt at 10.01, with 10% off. */
async function place(): Promise<Order> {
  slip += 1
  const box = await shop.make.product({ category: 'accessories', name: 'Box', slug: `box-${slip}`, priceUsdCents: 13_333 })
  const belt = await shop.make.product({ category: 'accessories', name: 'Belt', slug: `belt-${slip}`, priceUsdCents: 1001 })
  await ann.cart.addItem({ body: { productId: box.id, quantity: 3 } })
  await ann.cart.addItem({ body: { productId: belt.id, quantity: 1 } })
  await ann.cart.applyPromo({ body: { code: 'SAVE10' } })
  return checkOut(ann)
}
const params = ({ id }: Pick<Order, 'id'>) => ({ params: { id } })
const today = () => shop.deps.now().toISOString().slice(0, 10)
const pay = (order: Order, body: object = {}, by = staff, idempotencyKey?: string) => {
  slip += 1
  const whole = { method: 'bank_transfer' as const, reference: `TRX ${slip}`, paidAt: today(), ...body }
  return by.orderMoney.markPaid({ ...params(order), body: whole, ...(idempotencyKey && { idempotencyKey }) })
}
const refund = (order: Order, body: Partial<RefundBody> = {}, key: string = crypto.randomUUID(), by = staff) =>
  by.orderMoney.refund({ ...params(order), body: { reason: 'Broken', password: PASSWORD, ...body }, idempotencyKey: key })
const rowOf = async ({ id }: Order) => (await shop.deps.db.select().from(orders).where(eq(orders.id, id)))[0]
const cents = (amount: number) => Math.round(amount * 100)
/** The mails to the buyer. */
const templates = async () => {
  const rows = await shop.deps.db.select().from(outbox).orderBy(outbox.id)
  const names = rows.map(({ payload }) => String((payload as { template?: string }).template))
  return names.filter((name) => name.startsWith('order-')).sort()
}

test('D238 a Pay Later order is marked as paid: it goes on, sellers are credited and notified, the buyer gets a mail, an invoice is issued', async () => {
  const placed = await place()
  const paid = await pay(placed, { method: 'cheque', reference: 'Cheque 77' })
  expect(paid).toMatchObject({
    paymentStatus: 'paid',
    status: 'processing',
    paidAmount: placed.totalAmount,
    refundedAmount: 0,
    hasInvoice: true,
  })
  expect(paid.payments).toMatchObject([
    {
      method: 'cheque',
      label: 'Check',
      amount: placed.totalAmount,
      reference: 'Cheque 77',
      by: 'Sam Staff',
      at: `${today()}T00:00:00.000Z`,
    },
  ])
  const mine = await ann.orders.byId(params(placed))
  expect(mine.payments).toMatchObject([{ label: 'Check', amount: placed.totalAmount, reference: null, by: null }])
  expect(await templates()).toEqual(['order-paid', 'order-placed'])
  expect(await shop.deps.db.select({ number: invoices.number }).from(invoices)).toEqual([{ number: 1 }])
  const balances = await Promise.all(placed.fulfilments.map(({ businessId }) => balanceOf(shop.deps.db, businessId, 'USD')))
  expect(Math.min(...balances)).toBeGreaterThan(0)
  const [audit] = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'order.pay'))
  expect(audit).toMatchObject({ actorName: 'Sam Staff', targetId: placed.id })
})

test('an order is paid once: again 409, also for a card order, a cancelled one, an older version and a day to come', async () => {
  const first = await place()
  await pay(first)
  expect(await refusalOf(pay(first))).toMatchObject({ status: 409, code: 'already_paid' })
  const cancelled = await place()
  await ann.orders.cancel(params(cancelled))
  expect(await refusalOf(pay(cancelled))).toMatchObject({ status: 409, code: 'order_cancelled' })
  const byCard = await place()
  await shop.deps.db.update(orders).set({ paymentMethod: 'card' }).where(eq(orders.id, byCard.id))
  await shop.deps.db.update(sellerOrders).set({ isShown: false }).where(eq(sellerOrders.orderId, byCard.id)) // its copy
  expect(await refusalOf(pay(byCard))).toMatchObject({ status: 409, code: 'order_by_card' })
  const open = await place()
  expect(await refusalOf(pay(open, { version: open.version - 1 }))).toMatchObject({ code: 'edit_conflict', current: { id: open.id } })
  expect(await refusalOf(pay(open, { paidAt: '2199-01-01' }))).toMatchObject({ errors: [{ field: 'paidAt' }] })
  expect(await refusalOf(pay(open, { paidAt: '2026-02-31' }))).toMatchObject({ errors: [{ field: 'paidAt' }] })
  await pay(open, { method: 'cash', reference: 'Till 4' })
  const other = await place()
  expect(await refusalOf(pay(other, { method: 'cash', reference: 'Till 4' }))).toMatchObject({
    code: 'payment_noted',
    detail: `This payment is already recorded: Cash, reference Till 4, for order ${open.number}. If it's another payment, use a different reference.`,
  })
  expect((await rowOf(other))?.paidCents).toBe(0)
})

test('ruling 6: only staff mark as paid and refund; others get 403, and nothing changes', async () => {
  const placed = await place()
  const seller = await shop.signIn('business_admin', { businessId: placed.fulfilments[0]?.businessId ?? null, passwordHash })
  for (const by of [ann, seller]) {
    expect(await refusalOf(pay(placed, {}, by))).toMatchObject({ status: 403 })
    expect(await refusalOf(refund(placed, {}, 'k', by))).toMatchObject({ status: 403 })
  }
  expect(await refusalOf(refund({ ...placed, id: crypto.randomUUID() }))).toMatchObject({ status: 404 })
  expect(await rowOf(placed)).toMatchObject({ paidCents: 0, refundedCents: 0, version: placed.version })
})

test('twenty people mark an order as paid at once: one payment; the same key again gets the first answer', async () => {
  const placed = await place()
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcomeOf(pay(placed))))
  expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
  const other = await place()
  const body = { reference: 'Same' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => pay(other, body, staff, 'pay-once')))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await refusalOf(pay(other, { reference: 'Another' }, staff, 'pay-once'))).toMatchObject({ code: 'idempotency_key_reused' })
  expect(await shop.deps.db.$count(payments)).toBe(2)
})

test('D237 a line goes back at what it cost: its price after its share of the discount, with its share of the tax', async () => {
  const placed = await pay(await place())
  const box = placed.items.find(({ name }) => name === 'Box')
  const belt = placed.items.find(({ name }) => name === 'Belt')
  if (!box || !belt) throw new Error('no items')
  expect(cents(box.cost) + cents(belt.cost) + cents(placed.shipping)).toBe(cents(placed.totalAmount))
  let left = placed
  for (let unit = 1; unit <= 3; unit += 1) left = await refund(placed, { lines: [{ productId: box.productId, quantity: 1 }] })
  expect(cents(left.refundedAmount)).toBe(cents(box.cost))
  expect(left).toMatchObject({ paymentStatus: 'partially_refunded' })
  expect(left.refunds.map(({ lines, status, by }) => [lines[0]?.name, lines[0]?.quantity, status, by])).toEqual(
    Array.from({ length: 3 }, () => ['Box', 1, 'settled', 'Sam Staff']),
  )
  expect(await refusalOf(refund(placed, { lines: [{ productId: box.productId, quantity: 1 }] }))).toMatchObject({
    status: 409,
    detail: 'You can still refund up to 0 of Box.',
  })
  const whole = await refund(placed)
  expect(whole).toMatchObject({ paymentStatus: 'refunded', refundedAmount: placed.totalAmount })
  expect(await refusalOf(refund(placed))).toMatchObject({ status: 409, code: 'nothing_to_refund' })
  for (const { businessId } of placed.fulfilments) expect(await balanceOf(shop.deps.db, businessId, 'USD')).toBe(0)
})

test('D237 an amount is spread over the parts, or taken from one; more than is left is refused with what is left', async () => {
  const placed = await pay(await place())
  const most = `$${placed.totalAmount.toFixed(2)}`
  expect(await refusalOf(refund(placed, { amount: placed.totalAmount + 0.01 }))).toMatchObject({
    status: 409,
    detail: `You can still refund up to ${most}.`,
  })
  expect(await refusalOf(refund(placed, { amount: 0 }))).toMatchObject({ errors: [{ field: 'amount' }] })
  expect(await refund(placed, { amount: 10.01 })).toMatchObject({ refundedAmount: 10.01 })
  const part = placed.fulfilments[0]?.businessId ?? ''
  const rest = await refund(placed, { businessId: part })
  const belongs = await refund(placed, {})
  expect(cents(rest.refundedAmount)).toBeLessThan(cents(placed.totalAmount))
  expect(belongs.refundedAmount).toBe(placed.totalAmount)
  expect(await templates()).toEqual(['order-paid', 'order-placed', 'order-refunded', 'order-refunded', 'order-refunded'])
})

test('a refund needs the password and a key, and money that came in', async () => {
  const unpaid = await place()
  expect(await refusalOf(refund(unpaid))).toMatchObject({ status: 409, code: 'nothing_to_refund' })
  const placed = await pay(unpaid)
  expect(await refusalOf(refund(placed, { password: 'wrong' }))).toMatchObject({ code: 'wrong_password', errors: [{ field: 'password' }] })
  expect(await refusalOf(refund(placed, { password: '' }))).toMatchObject({ errors: [{ field: 'password' }] })
  const body = { reason: 'x', password: PASSWORD }
  expect(await refusalOf(staff.orderMoney.refund({ ...params(placed), body }))).toMatchObject({
    status: 400,
    code: 'idempotency_key_missing',
  })
  const line = { productId: crypto.randomUUID(), quantity: 1 }
  expect(await refusalOf(refund(placed, { lines: [line] }))).toMatchObject({ errors: [{ field: 'lines' }] })
  expect(await refusalOf(refund(placed, { lines: [line], amount: 1 }))).toMatchObject({ errors: [{ field: 'amount' }] })
  expect(await refusalOf(refund(placed, { version: 1 }))).toMatchObject({ code: 'edit_conflict' })
  expect(await rowOf(placed)).toMatchObject({ refundedCents: 0 })
  expect(JSON.stringify(await shop.deps.db.select().from(auditEntries))).not.toContain(PASSWORD)
})

test('a refund without a reason works: the buyer reads the amount alone, the audit log that none was given', async () => {
  const placed = await pay(await place())
  const call = (body: { reason?: string | null }, idempotencyKey: string) =>
    staff.orderMoney.refund({ ...params(placed), body: { amount: 5, password: PASSWORD, ...body }, idempotencyKey })
  await call({}, 'none')
  await call({ reason: null }, 'null')
  const refunded = await call({ reason: ' ' }, 'blank')
  expect(refunded.refunds.map(({ amount, reason }) => [amount, reason])).toEqual(Array.from({ length: 3 }, () => [5, '']))
  const rows = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'order.refund'))
  expect(rows.map(({ after }) => after)).toMatchObject(Array.from({ length: 3 }, () => ({ amountCents: 500, reason: 'No reason given' })))
  const sent = (await shop.deps.db.select().from(outbox).orderBy(outbox.id)).flatMap(({ payload }) => {
    const { template, facts } = payload as { template: string; facts: Record<string, unknown> }
    return template === 'order-refunded' ? [facts] : []
  })
  expect(sent).toHaveLength(3)
  expect(sent[0]).toMatchObject({ refundCents: 500, reason: '' })
})

test('R-A12 twenty refunds of 60% at once: one is accepted, never more than was paid', async () => {
  const placed = await pay(await place())
  const amount = Math.round(placed.totalAmount * 60) / 100
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcomeOf(refund(placed, { amount }))))
  expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(outcomes.flatMap(({ problem }) => problem?.code ?? []))).toEqual(new Set(['refund_too_large']))
  expect(await rowOf(placed)).toMatchObject({ refundedCents: cents(amount), paymentStatus: 'partially_refunded' })
  expect(await shop.deps.db.$count(refunds)).toBe(1)
})

test('R-A12 many people refund units and amounts at once: together never more than was paid', async () => {
  const placed = await pay(await place())
  const colleague = await shop.signIn('super_admin', { passwordHash })
  const box = placed.items.find(({ name }) => name === 'Box')
  const ways: Partial<RefundBody>[] = [{ amount: 25 }, { lines: [{ productId: box?.productId ?? '', quantity: 2 }] }, {}, { amount: 31.07 }]
  const calls = Array.from({ length: 16 }, (_, at) => refund(placed, ways[at % 4], crypto.randomUUID(), at % 3 === 0 ? staff : colleague))
  const outcomes = await Promise.all(calls.map(outcomeOf))
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect(await rowOf(placed)).toMatchObject({ refundedCents: cents(placed.totalAmount), paymentStatus: 'refunded' })
  for (const { businessId } of placed.fulfilments) expect(await balanceOf(shop.deps.db, businessId, 'USD')).toBe(0)
})

/** More than the pool has connections. */
const AT_ONCE = TESTS_ALL ? 50 : 20

test(`one key sent ${AT_ONCE} times at once is one refund, and all answers are the same`, async () => {
  const placed = await pay(await place())
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => refund(placed, { amount: 5 }, 'refund-once')))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await rowOf(placed)).toMatchObject({ refundedCents: 500 })
  expect(await refusalOf(refund(placed, { amount: 6 }, 'refund-once'))).toMatchObject({ code: 'idempotency_key_reused' })
})

test('the money of a card goes back by its provider: asked for once, not settled yet; its customer reads amount, reason and state only', async () => {
  const placed = await pay(await place())
  await shop.deps.db.update(orders).set({ paymentMethod: 'card' }).where(eq(orders.id, placed.id))
  const asked = await refund(placed, { amount: 5, reason: 'Late' })
  expect(asked.refunds).toMatchObject([{ status: 'requested', settledAt: null, amount: 5, reason: 'Late', by: 'Sam Staff' }])
  const jobs = await shop.deps.db.select().from(outbox).where(eq(outbox.kind, 'refund'))
  expect(jobs).toHaveLength(1)
  const mine = await ann.orders.byId(params(placed))
  expect(mine.refunds).toMatchObject([{ amount: 5, reason: 'Late', status: 'requested', by: null, reference: null, problem: null }])
})

test('a part that was cancelled before the payment is neither paid for nor refunded', async () => {
  const placed = await place()
  const belt = placed.items.find(({ name }) => name === 'Belt')
  const first = placed.fulfilments.find(({ businessId }) => businessId === belt?.businessId)
  await shop.deps.db
    .update(sellerOrders)
    .set({ status: 'cancelled' })
    .where(eq(sellerOrders.businessId, first?.businessId ?? ''))
  const line = placed.items.find(({ businessId }) => businessId === first?.businessId)
  await shop.deps.db
    .insert(stockMovements)
    .values({ productId: line?.productId ?? '', delta: line?.quantity ?? 0, reason: 'cancel', reference: placed.id })
  await shop.deps.db
    .update(products)
    .set({ stock: 100 })
    .where(eq(products.id, line?.productId ?? ''))
  const paid = await pay(placed)
  expect(paid.paidAmount).toBeLessThan(placed.totalAmount)
  const lines = [{ productId: line?.productId ?? '', quantity: 1 }]
  expect(await refusalOf(refund(placed, { lines }))).toMatchObject({ status: 409, code: 'nothing_to_refund' })
  const back = await refund(placed)
  expect(back).toMatchObject({ refundedAmount: paid.paidAmount, paymentStatus: 'refunded' })
  expect(await balanceOf(shop.deps.db, first?.businessId ?? '', 'USD')).toBe(0)
})

test('sellers read in the bell that an order is paid, and when money of their part goes back; of a cancelled part they read only that it is cancelled', async () => {
  const placed = await place()
  const seller = await shop.signIn('business_admin', { businessId: placed.fulfilments[0]?.businessId ?? null })
  await pay(placed)
  const businessId = placed.fulfilments[0]?.businessId ?? ''
  await refund(placed, { amount: 5, businessId, reason: 'Late' })
  const other = placed.fulfilments[1]?.businessId ?? ''
  await refund(placed, { amount: 1, businessId: other })
  await staff.orders.setStatus({ ...params(placed), body: { status: 'cancelled', reason: 'Gone' } })
  const notified = await shop.deps.db.select().from(notifications).where(eq(notifications.userId, seller.user.id)).orderBy(notifications.id)
  expect(notified.map(({ title, text }) => [title, text])).toEqual([
    [`Order ${placed.number} is paid`, expect.any(String)],
    [`Refund of $5.00 for order ${placed.number}`, 'Late'],
    [`Order ${placed.number} was canceled`, "Don't ship it. Gone"],
  ])
})
