import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { type PaymentPlan, PLAN_PRESETS } from '#domain/payment-plan.ts'
import { listDisagreements } from '#server/payments/ledger/list-disagreements.ts'
import { auditEntries, ledgerEntries, orders, outbox, payments } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { checkOut, customerForm, outcomeOf, refusalOf } from '#server/testing/buyers.ts'
import { balanceOf } from '#server/testing/earners.ts'
import { raceRounds, raceTimeout } from '#server/testing/race-rounds.ts'
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
  expect(await listDisagreements(shop.deps.db)).toEqual([])
})

/** An order of two sellers: 3 boxes at 133.33 and 1 belt at 10.01. */
async function place(plan?: PaymentPlan): Promise<Order> {
  slip += 1
  const box = await shop.make.product({ category: 'accessories', name: 'Box', slug: `box-${slip}`, priceUsdCents: 13_333 })
  const belt = await shop.make.product({ category: 'accessories', name: 'Belt', slug: `belt-${slip}`, priceUsdCents: 1001 })
  await ann.cart.addItem({ body: { productId: box.id, quantity: 3 } })
  await ann.cart.addItem({ body: { productId: belt.id, quantity: 1 } })
  const order = await checkOut(ann)
  if (!plan) return order
  const paymentPlan = plan.map((milestone) => ({ ...milestone, id: crypto.randomUUID() }))
  await shop.deps.db.update(orders).set({ paymentPlan }).where(eq(orders.id, order.id))
  return read(order)
}
const params = ({ id }: Pick<Order, 'id'>) => ({ params: { id } })
const read = (order: Pick<Order, 'id'>) => staff.orders.adminById(params(order))
const pay = (order: Order, amount?: number, body: object = {}) => {
  slip += 1
  const paidAt = shop.deps.now().toISOString().slice(0, 10)
  const whole = { method: 'bank_transfer' as const, reference: `TRX ${slip}`, paidAt, ...(amount !== undefined && { amount }), ...body }
  return staff.orderMoney.markPaid({ ...params(order), body: whole })
}
const refund = (order: Order, body: object = {}) =>
  staff.orderMoney.refund({
    ...params(order),
    body: { reason: 'Broken', password: PASSWORD, ...body },
    idempotencyKey: crypto.randomUUID(),
  })
const cents = (amount: number) => Math.round(amount * 100)
const balances = (order: Order) => Promise.all(order.fulfilments.map(({ businessId }) => balanceOf(shop.deps.db, businessId, 'USD')))
const mailsOf = async (template: string) =>
  (await shop.deps.db.select().from(outbox).orderBy(outbox.id)).filter(
    ({ payload }) => (payload as { template?: string }).template === template,
  )

test('an order is paid in three parts: partially paid until the last, which starts it; the sellers get the same as by one payment', async () => {
  const whole = await pay(await place())
  const expected = await balances(whole)
  const placed = await place()
  const first = await pay(placed, 100.01)
  expect(first).toMatchObject({ paymentStatus: 'partially_paid', status: 'pending', paidAmount: 100.01 })
  expect(cents(first.dueAmount)).toBe(cents(placed.totalAmount) - 10_001)
  expect(first.howToPay?.dueOn).toBe(placed.howToPay?.dueOn)
  const second = await pay(placed, 0.02)
  expect(second).toMatchObject({ paymentStatus: 'partially_paid', paidAmount: 100.03 })
  const last = await pay(placed)
  expect(last).toMatchObject({
    paymentStatus: 'paid',
    status: 'processing',
    dueAmount: 0,
    paidAmount: placed.totalAmount,
    hasInvoice: true,
  })
  expect(last.payments.map(({ amount }) => amount).sort((one, other) => one - other)).toEqual([
    0.02,
    100.01,
    (cents(placed.totalAmount) - 10_003) / 100,
  ])
  expect(await balances(placed)).toEqual(expected)
  expect(await mailsOf('order-paid')).toHaveLength(4)
  expect((await refusalOf(pay(placed))).code).toBe('already_paid')
})

test('lists, filters and the buyer see an order that is partially paid, and what is left of it', async () => {
  const placed = await place()
  await pay(placed, 50)
  const query = { paymentStatus: 'partially_paid' as const }
  expect((await staff.orders.listAll({ query })).items.map(({ id }) => id)).toEqual([placed.id])
  expect((await staff.orders.listAll({ query: { paymentStatus: 'unpaid' } })).items).toEqual([])
  const own = await ann.orders.byId(params(placed))
  expect(own).toMatchObject({ paymentStatus: 'partially_paid', paidAmount: 50 })
  const { due } = await ann.orders.overview()
  expect(due).toMatchObject([{ currency: 'USD', orderCount: 1, amount: own.dueAmount }])
  const mail = (await mailsOf('order-paid'))[0]?.payload as { facts: { paidCents: number; leftCents: number } }
  expect(mail.facts).toMatchObject({ paidCents: 5000, leftCents: cents(own.dueAmount) })
})

test('an order that costs nothing takes no payment', async () => {
  const part = await shop.make.product({ priceUsdCents: 10_000 })
  const free = { items: [{ id: part.id, quantity: 1, price: 0 }], freight: { amount: 0, text: 'Free of charge' }, reason: 'Replacement' }
  const rest = { currency: 'USD', shippingMethod: 'standard', promoCode: null, amount: 0, customer: customerForm } as const
  const placed = await staff.phoneOrders.place({ body: { ...free, ...rest, userId: ann.user.id } })
  for (const amount of [undefined, 5]) expect(await refusalOf(pay(placed, amount))).toMatchObject({ code: 'already_paid' })
})

test('what is more than due is kept for the buyer, named, and refunded once', async () => {
  const placed = await place()
  const paid = await pay(placed, (cents(placed.totalAmount) + 2500) / 100)
  expect(paid).toMatchObject({ paymentStatus: 'paid', paidAmount: placed.totalAmount, keptAmount: 25 })
  expect(await ann.orders.byId(params(placed))).toMatchObject({ keptAmount: 25 })
  expect((await refusalOf(refund(placed, { isKept: true, password: 'wrong-password-1' }))).status).toBe(422)
  const after = await refund(placed, { isKept: true })
  expect(after).toMatchObject({ paymentStatus: 'paid', refundedAmount: 0 })
  expect(after.keptAmount).toBeUndefined()
  expect((await refusalOf(refund(placed, { isKept: true }))).code).toBe('nothing_to_refund')
  expect((await mailsOf('order-refunded')).map(({ payload }) => (payload as { facts: { refundCents: number } }).facts.refundCents)).toEqual(
    [2500],
  )
})

test('one transfer pays two orders; the same reference without saying so is refused as recorded before', async () => {
  const [one, other] = [await place(), await place()]
  await pay(one, undefined, { reference: 'TRX both', isShared: true })
  expect((await pay(other, undefined, { reference: 'TRX both', isShared: true })).paymentStatus).toBe('paid')
  expect((await refusalOf(pay(await place(), 10, { reference: `TRX both, ${one.number}` }))).code).toBe('payment_noted')
  const third = await place()
  await pay(third, 10, { reference: 'TRX both', isShared: true })
  expect((await refusalOf(pay(third, 20, { reference: 'TRX both', isShared: true }))).code).toBe('payment_noted')
})

test('an amount must be above 0', async () => {
  expect((await refusalOf(pay(await place(), 0))).errors).toMatchObject([{ field: 'amount' }])
})

test('a part payment is refunded up to what was paid, and the order stays partially paid', async () => {
  const placed = await place()
  await pay(placed, 100)
  expect((await refusalOf(refund(placed, { amount: 100.01 }))).code).toBe('refund_too_large')
  expect(await refund(placed, { amount: 30 })).toMatchObject({ paymentStatus: 'partially_paid', paidAmount: 100, refundedAmount: 30 })
  const last = await pay(placed)
  expect(last).toMatchObject({ paymentStatus: 'partially_refunded', paidAmount: placed.totalAmount, dueAmount: 0 })
  expect(await refund(placed)).toMatchObject({ paymentStatus: 'refunded' })
  expect(await balances(placed)).toEqual([0, 0])
})

test('a canceled order returns the deposit, whole, and its accounts are empty', async () => {
  const placed = await place(PLAN_PRESETS.deposit.of())
  await pay(placed, 123.45)
  const canceled = await ann.orders.cancel({ ...params(placed), body: { reason: 'Too late' } })
  expect(canceled).toMatchObject({
    status: 'cancelled',
    paymentStatus: 'refunded',
    paidAmount: 123.45,
    refundedAmount: 123.45,
    dueAmount: 0,
  })
  expect(await balances(placed)).toEqual([0, 0])
  const entries = await shop.deps.db.select().from(ledgerEntries)
  const byAccount = Map.groupBy(entries, ({ account }) => account)
  for (const [, own] of byAccount) expect(own.reduce((sum, { debitCents }) => sum + debitCents, 0)).toBe(0)
})

test('a canceled part returns its share of the deposit; the rest stays due for the other', async () => {
  const placed = await place()
  await pay(placed, 200)
  const [first] = placed.fulfilments
  const canceled = await ann.orders.cancel({ ...params(placed), body: { businessId: first?.businessId ?? '', reason: 'Not needed' } })
  expect(canceled.paymentStatus).toBe('partially_paid')
  expect(canceled.refundedAmount).toBeGreaterThan(0)
  const rest = await pay(placed)
  expect(rest).toMatchObject({ paymentStatus: 'partially_refunded', dueAmount: 0 })
  expect(cents(rest.paidAmount) - cents(rest.refundedAmount)).toBe(cents(placed.totalAmount) - cents(first?.total ?? 0))
})

test('30, 60 and 10 percent: work waits for the deposit, the shipment for the second part, unless staff say why not', async () => {
  const placed = await place(PLAN_PRESETS.retention.of(30))
  const amounts = placed.plan?.map(({ amount }) => cents(amount)) ?? []
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(cents(placed.totalAmount))
  const start = (body: object = {}) => staff.orders.setStatus({ ...params(placed), body: { status: 'processing', ...body } })
  expect(await refusalOf(start())).toMatchObject({ code: 'milestone_unpaid' })
  const deposit = await pay(placed, (amounts[0] ?? 0) / 100)
  expect(deposit).toMatchObject({ status: 'processing', paymentStatus: 'partially_paid' })
  expect(deposit.plan?.map(({ open }) => cents(open))).toEqual([0, amounts[1], amounts[2]])
  const seller = await shop.signIn('business_admin', { businessId: placed.fulfilments[0]?.businessId ?? null })
  const ship = (unpaidReason?: string) =>
    staff.orders.setStatus({ ...params(placed), body: { status: 'shipped', ...(unpaidReason && { unpaidReason }) } })
  const own = { ...params(placed), body: { status: 'shipped' as const, unpaidReason: 'I want to' } }
  expect((await refusalOf(seller.sellerOrders.move(own))).code).toBe('milestone_unpaid') // only staff say why not
  expect((await refusalOf(ship())).code).toBe('milestone_unpaid')
  const shipped = await ship('The bank confirmed the transfer by phone')
  expect(shipped.plan?.[1]).toMatchObject({ released: 'The bank confirmed the transfer by phone', open: (amounts[1] ?? 0) / 100 })
  expect((await ann.orders.byId(params(placed))).plan?.[1]?.released).toBeNull()
  const audits = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'order.release_milestone'))
  expect(audits).toHaveLength(1)
  const delivered = await staff.orders.setStatus({ ...params(placed), body: { status: 'delivered' } })
  expect(delivered.plan?.[2]?.dueOn).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(await pay(placed)).toMatchObject({ paymentStatus: 'paid', dueAmount: 0 })
})

test('a refund after two milestones takes from what was paid, and the last part stays due', async () => {
  const placed = await place(PLAN_PRESETS.retention.of(30))
  const amounts = placed.plan?.map(({ amount }) => amount) ?? []
  await pay(placed, amounts[0])
  const second = await pay(placed, amounts[1])
  expect(cents(second.dueAmount)).toBe(cents(amounts[2] ?? 0))
  const after = await refund(placed, { amount: 40 })
  expect(after).toMatchObject({ paymentStatus: 'partially_paid', refundedAmount: 40, dueAmount: amounts[2] })
})

test.runIf(inject('database').kind === 'postgres')(
  'two part payments at once never pay more than the order: the rest of the second is kept',
  async () => {
    for (let round = 0; round < raceRounds(50); round += 1) {
      const placed = await place()
      const half = Math.ceil(cents(placed.totalAmount) * 0.6) / 100
      const outcomes = await Promise.all([outcomeOf(pay(placed, half)), outcomeOf(pay(placed, half))])
      expect(outcomes.map(({ status }) => status)).toEqual([200, 200])
      const after = await read(placed)
      expect(after).toMatchObject({ paymentStatus: 'paid', paidAmount: placed.totalAmount })
      expect(cents(after.keptAmount ?? 0)).toBe(2 * cents(half) - cents(placed.totalAmount))
    }
  },
  raceTimeout(50),
)

test.runIf(inject('database').kind === 'postgres')(
  'a payment against a cancellation: the order is canceled, and nothing of the money is kept',
  async () => {
    for (let round = 0; round < raceRounds(50); round += 1) {
      const placed = await place()
      const [paid] = await Promise.all([outcomeOf(pay(placed, 50)), outcomeOf(ann.orders.cancel({ ...params(placed), body: null }))])
      const after = await read(placed)
      expect(after).toMatchObject({ status: 'cancelled', refundedAmount: paid.status === 200 ? 50 : 0 })
      if (paid.status !== 200) expect(paid.problem?.code).toBe('order_cancelled')
      const rows = await shop.deps.db.select().from(payments).where(eq(payments.orderId, placed.id))
      expect(rows.map(({ kind }) => kind).sort()).toEqual(paid.status === 200 ? ['payment', 'refund'] : [])
    }
  },
  raceTimeout(50),
)
