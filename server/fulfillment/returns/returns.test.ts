import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Return, ReturnBody } from '#contract/fulfillment/returns.ts'
import type { Order } from '#contract/orders/orders.ts'
import { formatMoney, toDecimal } from '#domain/money.ts'
import type { ReturnStatus } from '#domain/return-request.ts'
import { findOrder } from '#server/orders/order-record.ts'
import { remindPayers } from '#server/payments/incoming/remind-payers.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { requestRefund } from '#server/payments/refunds/request-refund.ts'
import {
  auditEntries,
  documents,
  ledgerEntries,
  notifications,
  orders,
  outbox,
  products,
  refunds,
  stockMovements,
} from '#server/platform/db/schema.ts'
import { checkOut, outcomeOf, refusalOf } from '#server/testing/buyers.ts'
import { balanceOf } from '#server/testing/earners.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

const DAY_MS = 86_400_000
let shop: TestShop
let folder: string
let ann: SignedInUser
let seller: SignedInUser
let staff: SignedInUser
let businessId: string
let count = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reflute-returns-'))
  shop = await openTestShop({ DATA_DIR: folder })
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await shop.reset()
  businessId = (await shop.make.business({ name: 'Wellwerk', email: 'team@wellwerk.test' })).id
  ann = await shop.signIn('customer', { name: 'Ann Buyer', email: 'ann@test.test' })
  seller = await shop.signIn('business_admin', { businessId })
  staff = await shop.signIn('application_admin')
})
afterEach(async () => {
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
  const entries = await shop.deps.db.select().from(ledgerEntries)
  expect(entries.reduce((sum, { debitCents }) => sum + debitCents, 0)).toBe(0)
})

const makeProduct = (input: object = {}) => {
  count += 1
  return shop.make.product({ category: 'accessories', businessId, name: `Belt ${count}`, priceUsdCents: 3333, ...input })
}
const params = ({ id }: { id: string }) => ({ params: { id } })
const stockOf = async (id: string) => (await shop.deps.db.select().from(products).where(eq(products.id, id)))[0]?.stock
const cents = (amount: number | null) => Math.round((amount ?? 0) * 100)

async function deliver(order: Order, { isPaid = true } = {}): Promise<Order> {
  const paidAt = shop.deps.now().toISOString()
  if (isPaid) await staff.orderMoney.markPaid({ ...params(order), body: { method: 'cash', reference: order.number, paidAt } })
  else await staff.orders.setStatus({ ...params(order), body: { status: 'processing' } })
  await staff.orders.setStatus({ ...params(order), body: { status: 'shipped' } })
  await staff.orders.setStatus({ ...params(order), body: { status: 'delivered' } })
  return ann.orders.byId(params(order))
}

/** A delivered order of three belts. */
async function delivered(more: { isPaid?: boolean; quantity?: number; product?: { id: string } } = {}): Promise<Order> {
  const { id } = more.product ?? (await makeProduct())
  await ann.cart.addItem({ body: { productId: id, quantity: more.quantity ?? 3 } })
  return deliver(await checkOut(ann), more)
}

const ask = (order: Order, quantity = 1, more: Partial<ReturnBody> = {}, by = ann) => {
  const lines = [{ productId: order.items[0]?.productId ?? '', quantity }]
  return by.returns.request({ ...params(order), body: { businessId, lines, reason: 'unsuitable', note: '', photos: [], ...more } })
}
const move = (returned: Return, status: ReturnStatus, more: object = {}, by = seller) =>
  by.returns.moveAsSeller({ ...params(returned), body: { status, ...more } })

async function through(returned: Return, statuses: ReturnStatus[], more: object = {}): Promise<Return> {
  let last = returned
  for (const status of statuses) last = await move(returned, status, more)
  return last
}
const ALL: ReturnStatus[] = ['approved', 'received', 'refunded']
const mails = async () => {
  const rows = await shop.deps.db.select().from(outbox).orderBy(outbox.id)
  return rows.flatMap(({ payload }) => {
    const { template, to } = payload as { template: string; to: string }
    return template.startsWith('return') || template === 'order-refunded' ? [`${template} ${to}`] : []
  })
}

test('D117 products go back: requested, approved, received, refunded; money, stock, mails and bells follow once', async () => {
  const order = await delivered()
  const [item] = order.items
  const before = await stockOf(item?.productId ?? '')
  const returned = await ask(order, 2, { note: 'Too long for our machine' })
  expect(returned).toMatchObject({
    number: `${order.number}-R1`,
    status: 'requested',
    nextStatuses: [],
    refundedAmount: null,
    businessName: 'Wellwerk',
  })
  const [listed] = (await seller.returns.listOfSeller()).items
  expect(listed).toMatchObject({ id: returned.id, nextStatuses: ['approved', 'declined'], customer: { name: 'Ann Buyer', email: '' } })
  expect(await seller.business.stats()).toMatchObject({ returnsToAnswer: 1, returnsToRefund: 0 })
  await move(returned, 'approved', { answer: 'Please send it to dock 4' })
  await move(returned, 'received', { restock: true })
  const done = await move(returned, 'refunded', { restock: true })
  expect(done).toMatchObject({ status: 'refunded', refundedAmount: returned.amount, answer: 'Please send it to dock 4' })
  expect(await stockOf(item?.productId ?? '')).toBe((before ?? 0) + 2)
  expect(await shop.deps.db.$count(stockMovements, eq(stockMovements.reason, 'return'))).toBe(1)
  const now = await ann.orders.byId(params(order))
  expect(now).toMatchObject({ paymentStatus: 'partially_refunded', refundedAmount: returned.amount, status: 'delivered' })
  expect(now.refunds).toMatchObject([{ reason: `Return ${returned.number}: It doesn't meet my needs`, lines: [{ quantity: 2 }] }])
  expect(now.items[0]).toMatchObject({ goneQuantity: 2, goneCost: returned.amount })
  expect((await mails()).sort()).toEqual([
    'order-refunded ann@test.test',
    'return-approved ann@test.test',
    'return-asked team@wellwerk.test',
    'return-received ann@test.test',
    'return-requested ann@test.test',
  ])
  const bells = await shop.deps.db.select().from(notifications).where(eq(notifications.kind, 'return')).orderBy(notifications.id)
  const own = bells.filter(({ userId }) => userId === ann.user.id).map(({ title }) => title)
  expect(own).toEqual(['approved', 'received', 'refunded'].map((state) => `Your return ${returned.number} is ${state}`))
  expect(bells.filter(({ userId }) => userId === seller.user.id)).toHaveLength(1)
  const audits = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.targetId, returned.id)).orderBy(auditEntries.id)
  expect(audits.map(({ action }) => action)).toEqual(['return.request', 'return.approved', 'return.received', 'return.refunded'])
})

test('D66 a machine may be asked back until the end of the 30th day, an accessory until the 14th; then 409', async () => {
  const machine = await delivered({ product: await makeProduct({ category: 'mat-maker' }), quantity: 1 })
  const belt = await delivered({ quantity: 1 })
  const day = (days: number) => new Date(shop.deps.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)
  expect([machine.items[0]?.returnUntil, belt.items[0]?.returnUntil]).toEqual([day(30), day(14)])
  const start = shop.deps.now().getTime()
  const goTo = (when: number) => shop.advance(when - shop.deps.now().getTime())
  const endOf = (days: number) => Date.parse(`${new Date(start + days * DAY_MS).toISOString().slice(0, 10)}T23:59:59Z`)
  await shop.withStillClock(async () => {
    goTo(endOf(14))
    await ask(belt)
    const late = await delivered({ quantity: 1 })
    goTo(endOf(28) + 2000)
    expect(await refusalOf(ask(late))).toMatchObject({ status: 409, detail: expect.stringContaining('Its return window has closed') })
    goTo(endOf(30))
    await ask(machine)
  })
  const unsent = await makeProduct()
  await ann.cart.addItem({ body: { productId: unsent.id, quantity: 1 } })
  const open = await checkOut(ann)
  expect(open.items[0]?.returnUntil).toBeNull()
  expect(await refusalOf(ask(open))).toMatchObject({ status: 409, code: 'not_delivered' })
})

test('never more units go back than came: open returns count, declined ones do not, at once or one after the other', async () => {
  const order = await delivered({ quantity: 3 })
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcomeOf(ask(order))))
  expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(new Set(outcomes.flatMap(({ problem }) => problem?.code ?? []))).toEqual(new Set(['too_many_returned']))
  const { items } = await ann.returns.listOwn({ query: { orderId: order.id } })
  expect(new Set(items.map(({ number }) => number)).size).toBe(3)
  const [first] = items
  if (!first) throw new Error('no return')
  await move(first, 'declined', { answer: 'It is used' })
  expect(await ask(order)).toMatchObject({ number: `${order.number}-R4` })
  expect(await refusalOf(ask(order))).toMatchObject({ detail: expect.stringContaining('You can return up to 0 of ') })
})

test('a message says who wrote it: the seller, or the team of the shop; a later email does not', async () => {
  const order = await delivered({ quantity: 2 })
  const first = await ask(order)
  await move(first, 'approved', { answer: 'Dock 4' })
  await move(first, 'received')
  await staff.returns.move({ ...params(await ask(order)), body: { status: 'declined', answer: 'It is used' } })
  const rows = await shop.deps.db.select().from(outbox).where(eq(outbox.kind, 'mail')).orderBy(outbox.id)
  const mails = rows.map(({ payload }) => payload as { template: string; facts: Record<string, unknown> }) // of the kind 'mail'
  expect(mails.flatMap(({ template, facts }) => (facts.answer ? [[template, facts.answer, facts.answerBy]] : []))).toEqual([
    ['return-approved', 'Dock 4', 'seller'],
    ['return-received', 'Dock 4', undefined],
    ['return-declined', 'It is used', 'staff'],
  ])
})

test('all units, one by one, refund exactly what the line cost; the shipping too when it was not the buyer’s doing', async () => {
  const order = await delivered({ quantity: 3 })
  for (let unit = 0; unit < 3; unit += 1) await through(await ask(order), ALL)
  const own = await ann.orders.byId(params(order))
  expect(cents(own.refundedAmount)).toBe(cents(own.items[0]?.cost ?? 0))
  expect(own.shipping).toBeGreaterThan(0)
  expect(own.paymentStatus).toBe('partially_refunded')
  const faulty = await delivered({ quantity: 2 })
  await through(await ask(faulty, 2, { reason: 'faulty' }), ALL)
  expect(await ann.orders.byId(params(faulty))).toMatchObject({ paymentStatus: 'refunded', refundedAmount: faulty.totalAmount })
  const movements = await shop.deps.db.$count(stockMovements, eq(stockMovements.reason, 'return'))
  expect(movements).toBe(0)
})

test('a return is refunded once, however many press the button, and never more than is left of what was paid', async () => {
  const order = await delivered({ quantity: 2 })
  const returned = await ask(order, 2)
  await through(returned, ['approved', 'received'])
  const body = { status: 'refunded' as const, restock: true }
  const press = (at: number) => (at % 2 ? move(returned, 'refunded', body) : staff.returns.move({ ...params(returned), body }))
  const outcomes = await Promise.all(Array.from({ length: 20 }, (_, at) => outcomeOf(press(at))))
  expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await shop.deps.db.$count(refunds)).toBe(1)
  expect(await shop.deps.db.$count(stockMovements, eq(stockMovements.reason, 'return'))).toBe(1)
  const other = await delivered({ quantity: 1 })
  const again = await ask(other)
  const record = await findOrder(shop.deps.db, other.id, null)
  if (!record) throw new Error('no order')
  const shares = [{ businessId, amountCents: cents(other.totalAmount) - 100 }]
  const cause = { kind: 'request', userId: 'test', key: 'kindness' } as const
  await requestRefund(shop.deps.db, record, { shares, reason: 'Kindness', cause, actor: null, at: shop.deps.now() })
  expect(await through(again, ALL)).toMatchObject({ status: 'refunded', refundedAmount: 1 })
  expect(await ann.orders.byId(params(other))).toMatchObject({ paymentStatus: 'refunded', refundedAmount: other.totalAmount })
  expect(await balanceOf(shop.deps.db, businessId, 'USD')).toBeGreaterThanOrEqual(0)
})

/** Facts of the queued emails of a template. */
const factsOf = async (template: string) => {
  const rows = await shop.deps.db.select().from(outbox).orderBy(outbox.id)
  return rows.flatMap(({ payload }) => {
    const mail = payload as { template: string; facts: Record<string, unknown> }
    return mail.template === template ? [mail.facts] : []
  })
}

async function invoiceOf({ id }: Order): Promise<string> {
  const headers = { authorization: `Bearer ${ann.token}` }
  return readPdf((await shop.app.inject({ url: `/api/orders/${id}/invoice.pdf`, headers })).rawPayload).text
}

const payInCash = (order: Order) => {
  const paidAt = shop.deps.now().toISOString()
  return staff.orderMoney.markPaid({ ...params(order), body: { method: 'cash', reference: `Till ${order.number}`, paidAt } })
}

test('products returned before payment are taken off what is owed: order, reminder and receipt name one amount, and a credit note corrects the invoice', async () => {
  const order = await delivered({ isPaid: false, quantity: 2 })
  expect(await ann.orders.byId(params(order))).toMatchObject({ dueAmount: order.totalAmount })
  const returned = await through(await ask(order), ALL)
  expect(returned).toMatchObject({ status: 'refunded', refundedAmount: null })
  expect(await mails()).toContain('return-credited ann@test.test')
  const due = cents(order.totalAmount) - cents(returned.amount)
  const now = await ann.orders.byId(params(order))
  expect(now.dueAmount).toBe(toDecimal(due))
  const invoice = await invoiceOf(order)
  expect(invoice).toContain(formatMoney(cents(order.totalAmount), 'USD'))
  shop.advance(17 * DAY_MS)
  await remindPayers(shop.deps)
  expect(await factsOf('payment-reminder')).toEqual([expect.objectContaining({ dueCents: due })])
  const paid = await payInCash(order)
  expect(paid).toMatchObject({ paidAmount: order.totalAmount, refundedAmount: returned.amount, paymentStatus: 'partially_refunded' })
  expect(paid.dueAmount).toBe(0)
  const written = await shop.deps.db.select().from(documents).where(eq(documents.kind, 'credit_note'))
  expect(written.map(({ grossCents }) => grossCents)).toEqual([cents(returned.amount)])
  expect(await invoiceOf(order)).toBe(invoice)
  expect(await factsOf('order-paid')).toEqual([expect.objectContaining({ paidCents: due })])
  expect(await factsOf('order-refunded')).toEqual([]) // it was deducted, nothing is sent
  expect((await ann.returns.listOwn()).items[0]).toMatchObject({ refundedAmount: returned.amount })
})

test('what came back from one seller counts while another has not sent theirs', async () => {
  const other = await shop.make.business({ name: 'Slowmill' })
  for (const { id } of [await makeProduct(), await makeProduct({ businessId: other.id })]) {
    await ann.cart.addItem({ body: { productId: id, quantity: 1 } })
  }
  const placed = await checkOut(ann)
  for (const status of ['processing', 'shipped', 'delivered'] as const) {
    await seller.sellerOrders.move({ ...params(placed), body: { status } })
  }
  const items = placed.items.filter((item) => item.businessId === businessId)
  const returned = await through(await ask({ ...placed, items }), ALL)
  const now = await ann.orders.byId(params(placed))
  expect(now).toMatchObject({ status: 'pending', dueAmount: toDecimal(cents(placed.totalAmount) - cents(returned.amount)) })
  expect(now.items.reduce((sum, { goneQuantity }) => sum + goneQuantity, 0)).toBe(1)
})

test('an order that went back whole before payment owes nothing, its shipping included when it was faulty', async () => {
  const order = await delivered({ isPaid: false, quantity: 2 })
  await through(await ask(order, 1, { reason: 'faulty' }), ALL)
  await through(await ask(order, 1, { reason: 'faulty' }), ALL)
  const now = await ann.orders.byId(params(order))
  expect(now).toMatchObject({ dueAmount: 0 })
  expect(now.howToPay).toBeUndefined()
  shop.advance(17 * DAY_MS)
  await remindPayers(shop.deps)
  expect(await factsOf('payment-reminder')).toEqual([])
  expect(await payInCash(order)).toMatchObject({ refundedAmount: order.totalAmount, paymentStatus: 'refunded' })
  expect([await factsOf('order-paid'), await factsOf('order-refunded')]).toEqual([[], []])
})

test('only allowed steps, by whom it concerns: others get 404 or 403 and nothing changes', async () => {
  const order = await delivered()
  const stranger = await shop.signIn('customer')
  const rival = await shop.signIn('business_admin')
  for (const by of [stranger, seller, rival]) expect(await refusalOf(ask(order, 1, {}, by))).toMatchObject({ status: 404 })
  const returned = await ask(order)
  expect(await refusalOf(move(returned, 'approved', {}, rival))).toMatchObject({ status: 404 })
  expect(await refusalOf(move(returned, 'approved', {}, ann))).toMatchObject({ status: 403 })
  expect(await refusalOf(ann.returns.listAll())).toMatchObject({ status: 403 })
  expect(await refusalOf(seller.returns.listAll())).toMatchObject({ status: 403 })
  expect([(await rival.returns.listOfSeller()).total, (await stranger.returns.listOwn()).total]).toEqual([0, 0])
  expect((await seller.returns.listOfSeller({ query: { search: 'ann buyer' } })).total).toBe(1)
  expect((await staff.returns.listAll({ query: { status: 'approved' } })).total).toBe(0)
  expect(await refusalOf(move(returned, 'refunded'))).toMatchObject({
    status: 409,
    detail: "A return that is requested can't become refunded.",
  })
  expect(await refusalOf(move(returned, 'declined'))).toMatchObject({ errors: [{ field: 'answer' }] })
  expect(await refusalOf(move(returned, 'approved', { version: 7 }))).toMatchObject({ code: 'edit_conflict', current: { id: returned.id } })
  await through(returned, ['approved', 'received'], { restock: true })
  expect(await refusalOf(move(returned, 'declined', { answer: 'No' }))).toMatchObject({ code: 'return_restocked' })
  const [row] = (await ann.returns.listOwn()).items
  expect(row).toMatchObject({ status: 'received', nextStatuses: [] })
})

test('customers upload pictures for a return and nothing else; only their own ones can be added', async () => {
  const order = await delivered()
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c99b5f' } })
    .png()
    .toBuffer()
  const form = (files: number) => {
    const all = new FormData()
    for (let at = 0; at < files; at += 1) all.append('images', new Blob([new Uint8Array(picture)]), 'photo.png')
    return all
  }
  const [photo] = await ann.returns.photos({ form: form(1) })
  expect(photo?.url).toMatch(/^\/api\/returns\/photos\//)
  expect(existsSync(join(folder, 'returns'))).toBe(true)
  expect(await refusalOf(ann.uploads.images({ form: form(1) }))).toMatchObject({ status: 403 })
  expect(await refusalOf(ann.returns.photos({ form: form(4) }))).toMatchObject({ errors: [{ message: 'You can add up to 3 pictures' }] })
  const stranger = await shop.signIn('customer')
  const [foreign] = await stranger.returns.photos({ form: form(1) })
  const refused = await refusalOf(ask(order, 1, { photos: [foreign?.url ?? ''] }))
  expect(refused).toMatchObject({ errors: [{ field: 'photos' }] })
  expect(await refusalOf(ask(order, 1, { photos: ['https://elsewhere.test/x.png'] }))).toMatchObject({ errors: [{ field: 'photos' }] })
  expect(await ask(order, 1, { photos: [photo?.url ?? ''] })).toMatchObject({ photos: [photo?.url] })
  expect(await shop.deps.db.$count(orders)).toBe(1)
})
