import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { formatMoney } from '#domain/money.ts'
import { type PaymentPlan, PLAN_PRESETS } from '#domain/payment-plan.ts'
import { listDisagreements } from '#server/payments/ledger/list-disagreements.ts'
import { documents, orders } from '#server/platform/db/schema.ts'
import { deliverDueMails } from '#server/platform/mail/deliver-mails.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import type { OutgoingMail } from '#server/platform/vendors/mailer.ts'
import { checkOut } from '#server/testing/buyers.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { attachDocuments } from './attach-documents.ts'

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
  staff = await shop.signIn('application_admin', { passwordHash })
})
afterEach(async () => {
  expect(await listDisagreements(shop.deps.db)).toEqual([])
})

/** An order of a machine and an accessory of two sellers, with a plan. */
async function place(plan: PaymentPlan): Promise<Order> {
  slip += 1
  const machine = await shop.make.product({ category: 'accessories', name: 'Press', slug: `press-${slip}`, priceUsdCents: 900_01 })
  const belt = await shop.make.product({ category: 'accessories', name: 'Belt', slug: `drive-belt-${slip}`, priceUsdCents: 33_33 })
  await ann.cart.addItem({ body: { productId: machine.id, quantity: 1 } })
  await ann.cart.addItem({ body: { productId: belt.id, quantity: 3 } })
  const order = await checkOut(ann)
  const paymentPlan = plan.map((milestone) => ({ ...milestone, id: crypto.randomUUID() }))
  await shop.deps.db.update(orders).set({ paymentPlan }).where(eq(orders.id, order.id))
  return staff.orders.adminById({ params: { id: order.id } })
}
const pay = (order: Order, amount?: number) => {
  slip += 1
  const body = {
    method: 'bank_transfer' as const,
    reference: `M ${slip}`,
    paidAt: shop.deps.now().toISOString(),
    ...(amount && { amount }),
  }
  return staff.orderMoney.markPaid({ params: { id: order.id }, body })
}
const move = (order: Order, status: 'shipped' | 'delivered') =>
  staff.orders.setStatus({ params: { id: order.id }, body: { status, unpaidReason: 'Agreed' } })
const rowsOf = (order: Order) =>
  shop.deps.db.select().from(documents).where(eq(documents.orderId, order.id)).orderBy(documents.issuedAt, documents.number)
const grossOf = async (order: Order, kind: 'invoice' | 'credit_note' = 'invoice') =>
  (await rowsOf(order)).filter((row) => row.kind === kind).map(({ grossCents }) => grossCents)
const cents = (amount: number) => Math.round(amount * 100)
const textOf = async (id: string) => {
  const { rawPayload } = await shop.app.inject({ url: `/api/documents/${id}.pdf`, headers: { authorization: `Bearer ${ann.token}` } })
  return readPdf(rawPayload).text.replaceAll(/\s+/g, ' ')
}

test('30, 60 and 10 percent: an advance invoice for each part that is due or paid, and a final one that lists and deducts them', async () => {
  const placed = await place(PLAN_PRESETS.retention.of(30))
  const [first = 0, second = 0, last = 0] = (placed.plan ?? []).map(({ amount }) => cents(amount))
  await pay(placed, first / 100)
  expect(await grossOf(placed)).toEqual([first, second]) // work has begun: the next part is due before dispatch
  await pay(placed, second / 100)
  expect(await grossOf(placed)).toEqual([first, second])
  await move(placed, 'shipped')
  expect(await grossOf(placed)).toEqual([first, second, last])
  const rows = await rowsOf(placed)
  expect(rows.reduce((sum, { taxCents }) => sum + taxCents, 0)).toBe(cents(placed.tax))
  const [deposit, dispatch, final] = rows
  const text = await textOf(final?.id ?? '')
  expect(text).toContain(`Final invoice, less advance invoices ${deposit?.label} of`)
  expect(text).toContain(`Less ${dispatch?.label}, 60% advance payment: Press`)
  expect(await textOf(deposit?.id ?? '')).toContain('Advance payment: 30% with the order.')
  await pay(placed)
  expect(await grossOf(placed)).toHaveLength(3)
  const mails: OutgoingMail[] = []
  const mailer = { send: async (mail: OutgoingMail) => void mails.push(mail), close: () => {} }
  await deliverDueMails(shop.deps, mailer, { attach: attachDocuments(shop.deps) })
  const paid = mails.filter(({ subject }) => subject.startsWith('We received your payment'))
  expect(paid.map(({ attachments }) => attachments?.length ?? 0).sort((a, b) => a - b)).toEqual([0, 0, 2])
  const said = paid.map(({ text }) => text.replaceAll(/\s+/g, ' '))
  expect(said.filter((one) => one.includes('is still to be paid, next 60% before dispatch.'))).toHaveLength(1)
  expect(said.filter((one) => one.includes('is still to be paid, next 10% 30 days after delivery.'))).toHaveLength(1)
  expect(
    said.filter((one) => one.includes('being prepared')),
    'not of what has left',
  ).toHaveLength(1)
})

test('an order that is paid at once has its advance invoices left out: the final one is the whole', async () => {
  const placed = await place(PLAN_PRESETS.deposit.of())
  await pay(placed)
  expect(await grossOf(placed)).toEqual([cents(placed.totalAmount)])
})

test('a plan of one part has one invoice', async () => {
  const placed = await place(PLAN_PRESETS.before_dispatch.of())
  await pay(placed)
  const rows = await rowsOf(placed)
  expect(rows.map(({ grossCents, milestoneId, content }) => [grossCents, milestoneId, content.reason])).toEqual([
    [cents(placed.totalAmount), null, ''],
  ])
})

test('a canceled order has its deposit invoice credited, whole', async () => {
  const placed = await place(PLAN_PRESETS.retention.of(30))
  await pay(placed, 100)
  await ann.orders.cancel({ params: { id: placed.id }, body: null })
  const [invoiced, credited] = [await grossOf(placed), await grossOf(placed, 'credit_note')]
  expect(credited.reduce((sum, amount) => sum + amount, 0)).toBe(invoiced.reduce((sum, amount) => sum + amount, 0))
})

test('a refund after two parts is credited on the newest invoice first', async () => {
  const placed = await place(PLAN_PRESETS.retention.of(30))
  const [first = 0, second = 0] = (placed.plan ?? []).map(({ amount }) => cents(amount))
  await pay(placed, first / 100)
  await pay(placed, second / 100)
  const refund = (amount: number) =>
    staff.orderMoney.refund({
      params: { id: placed.id },
      body: { reason: 'Late', password: PASSWORD, amount },
      idempotencyKey: crypto.randomUUID(),
    })
  await refund(50)
  const rows = await rowsOf(placed)
  const newest = rows.filter(({ kind }) => kind === 'invoice').at(-1)
  expect(rows.filter(({ kind }) => kind === 'credit_note').map(({ refersTo, grossCents }) => [refersTo, grossCents])).toEqual([
    [newest?.id, 50_00],
  ])
  await move(placed, 'shipped')
  await pay(placed)
  await refund((cents(placed.totalAmount) - 50_00) / 100)
  expect((await staff.orders.adminById({ params: { id: placed.id } })).paymentStatus).toBe('refunded')
})

test('an invoice of a plan says when its own part is due, and what was paid of it before', async () => {
  const placed = await place(PLAN_PRESETS.retention.of(14))
  const [first = 0, second = 0] = (placed.plan ?? []).map(({ amount }) => cents(amount))
  await pay(placed, 100)
  const show = (amount: number) => formatMoney(amount, 'USD')
  const dueOf = async () => Promise.all((await rowsOf(placed)).map(async ({ id }) => /Amount due (.*?) Sales/.exec(await textOf(id))?.[1]))
  expect(await dueOf()).toEqual([show(first - 100_00)])
  await pay(placed, (first - 100_00) / 100)
  const [, dispatch] = await rowsOf(placed)
  expect(await textOf(dispatch?.id ?? '')).toMatch(/Amount due .* payment is due before dispatch\./)
  await pay(placed, second / 100)
  await move(placed, 'shipped')
  const final = (await rowsOf(placed)).at(-1)
  expect(await textOf(final?.id ?? '')).toContain('payment is due 14 days after delivery.')
})

test('what staff let go on unpaid is invoiced part by part, each when it is due', async () => {
  const placed = await place(PLAN_PRESETS.retention.of(14))
  const amounts = (placed.plan ?? []).map(({ amount }) => cents(amount))
  await staff.orders.setStatus({ params: { id: placed.id }, body: { status: 'processing', unpaidReason: 'Agreed' } })
  expect(await grossOf(placed)).toEqual(amounts.slice(0, 2))
  await move(placed, 'shipped')
  expect(await grossOf(placed)).toEqual(amounts)
  const plan = (await staff.orders.adminById({ params: { id: placed.id } })).plan ?? []
  const today = shop.deps.now().toISOString().slice(0, 10)
  expect(
    plan.map(({ dueOn }) => dueOn),
    'what was due before the dispatch is due now',
  ).toEqual([today, today, null])
  const mails: OutgoingMail[] = []
  const mailer = { send: async (mail: OutgoingMail) => void mails.push(mail), close: () => {} }
  await deliverDueMails(shop.deps, mailer, { attach: attachDocuments(shop.deps) })
  expect(
    mails.flatMap(({ attachments }) => attachments ?? []),
    'each goes to the buyer',
  ).toHaveLength(3)
})
