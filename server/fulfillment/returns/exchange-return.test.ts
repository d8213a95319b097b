import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ExchangePreviewBody } from '#contract/fulfillment/exchanges.ts'
import type { Return, ReturnBody } from '#contract/fulfillment/returns.ts'
import type { Order } from '#contract/orders/orders.ts'
import { listDocumentDisagreements } from '#server/payments/documents/document-disagreements.ts'
import { listDisagreements } from '#server/payments/ledger/list-disagreements.ts'
import { documents, exchanges, ledgerEntries, notifications, outbox, products, sessions, users } from '#server/platform/db/schema.ts'
import { checkOut, refusalOf } from '#server/testing/buyers.ts'
import { balanceOf } from '#server/testing/earners.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

/* Exchanges of returns: what is previewed is sent, paid, refunded, due, invoiced and taken from stock to the cent. */

let shop: TestShop
let ann: SignedInUser
let seller: SignedInUser
let staff: SignedInUser
let businessId: string
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  businessId = (await shop.make.business({ name: 'Wellwerk', email: 'team@wellwerk.test' })).id
  ann = await shop.signIn('customer', { name: 'Ann Buyer', email: 'ann@test.test' })
  seller = await shop.signIn('business_admin', { businessId })
  staff = await shop.signIn('super_admin', { name: 'Sam Staff' })
})
afterEach(async () => {
  expect(await listDisagreements(shop.deps.db)).toEqual([])
  expect(await listDocumentDisagreements(shop.deps.db)).toEqual([])
  const entries = await shop.deps.db.select().from(ledgerEntries)
  expect(entries.reduce((sum, { debitCents }) => sum + debitCents, 0)).toBe(0)
})

const make = (name: string, priceUsdCents: number, more: object = {}) =>
  shop.make.product({
    category: 'accessories',
    businessId,
    name,
    priceUsdCents,
    priceEurCents: priceUsdCents,
    stock: 10,
    ladder: [],
    ...more,
  })
const params = ({ id }: { id: string }) => ({ params: { id } })
const stockOf = async ({ id }: { id: string }) => (await shop.deps.db.select().from(products).where(eq(products.id, id)))[0]?.stock
const papersOf = async (id: string) => {
  const rows = await shop.deps.db.select().from(documents).where(eq(documents.orderId, id)).orderBy(documents.kind, documents.number)
  return rows.map(({ kind, grossCents }) => `${kind} ${grossCents / 100}`)
}
const mails = async (template: string) => {
  const rows = await shop.deps.db.select().from(outbox).where(sql`${outbox.payload}->>'template' = ${template}`).orderBy(outbox.id)
  return rows.map(({ payload }) => payload as { to: string; facts: Record<string, unknown> })
}
const bellsOf = async (user: SignedInUser, kind: string) => {
  const rows = await shop.deps.db.select().from(notifications).where(eq(notifications.userId, user.user.id)).orderBy(notifications.id)
  return rows.flatMap((row) => (row.kind === kind ? [`${row.title}: ${row.text}`] : []))
}

async function delivered(product: { id: string }, { isPaid = true, quantity = 2 } = {}): Promise<Order> {
  await ann.cart.addItem({ body: { productId: product.id, quantity } })
  const order = await checkOut(ann)
  const paidAt = shop.deps.now().toISOString()
  if (isPaid) await staff.orderMoney.markPaid({ ...params(order), body: { method: 'cash', reference: order.number, paidAt } })
  else await staff.orders.setStatus({ ...params(order), body: { status: 'processing' } })
  for (const status of ['shipped', 'delivered'] as const) await staff.orders.setStatus({ ...params(order), body: { status } })
  return ann.orders.byId(params(order))
}

/** A return of units of an order that has arrived at its seller. */
async function received(order: Order, quantity = 1, more: Partial<ReturnBody> = {}): Promise<Return> {
  const lines = [{ productId: order.items[0]?.productId ?? '', quantity }]
  const body = { businessId, lines, reason: 'unsuitable' as const, wish: 'other' as const, note: '', photos: [], ...more }
  const returned = await ann.returns.request({ ...params(order), body })
  await seller.returns.moveAsSeller({ ...params(returned), body: { status: 'approved' } })
  return seller.returns.moveAsSeller({ ...params(returned), body: { status: 'received' } })
}

let keys = 0
async function exchange(
  returned: Return,
  items: ExchangePreviewBody['items'],
  more: { isEven?: boolean; restock?: boolean; amount?: number; version?: number; key?: string; by?: 'seller' } = {},
): Promise<Return> {
  const { isEven = false, restock } = more
  const [preview, settle] =
    more.by === 'seller'
      ? [seller.exchanges.previewAsSeller, seller.exchanges.exchangeAsSeller]
      : [staff.exchanges.preview, staff.exchanges.exchange]
  const amount = more.amount ?? (await preview({ ...params(returned), body: { items, isEven } })).total
  const body = { items, isEven, amount, version: more.version ?? returned.version, ...(restock && { restock }) }
  return settle({ ...params(returned), body, idempotencyKey: more.key ?? `exchange-${(keys += 1)}` })
}
const orderOf = (returned: Return) => staff.orders.adminById({ params: { id: returned.exchange?.orderId ?? '' } })

test('the same product again: paid by the return, linked both ways, announced, nothing refunded and nothing due', async () => {
  const mat = await make('Mat', 100_00)
  const order = await delivered(mat)
  const before = await balanceOf(shop.deps.db, businessId, 'USD')
  const returned = await received(order, 1, { wish: 'same', reason: 'faulty' })
  expect(returned).toMatchObject({ wish: 'same', exchange: null })
  const seen = await seller.exchanges.previewAsSeller({ ...params(returned), body: { items: [{ id: mat.id, quantity: 1 }] } })
  expect(seen).toMatchObject({ total: returned.amount, value: returned.amount, credit: returned.amount, refund: 0, due: 0, offDue: 0 })
  expect(await stockOf(mat)).toBe(8)
  const done = await exchange(returned, [{ id: mat.id, quantity: 1 }], { by: 'seller', restock: true })
  expect(done).toMatchObject({
    status: 'refunded',
    refundedAmount: 0,
    exchange: { credit: returned.amount },
    lines: [{ isRestocked: true }],
  })
  expect(await stockOf(mat)).toBe(8)
  const sent = await orderOf(done)
  expect(sent).toMatchObject({
    number: done.exchange?.orderNumber,
    status: 'processing',
    paymentStatus: 'paid',
    totalAmount: returned.amount,
    shipping: 0,
    dueAmount: 0,
    agreedReason: `Exchange of return ${returned.number}`,
    exchanges: [{ kind: 'from', orderId: order.id, orderNumber: order.number, returnNumber: returned.number }],
    payments: [{ method: 'exchange', label: 'Exchange', amount: returned.amount, reference: returned.number }],
  })
  const link = { kind: 'sent', orderId: sent.id, orderNumber: sent.number, returnNumber: returned.number }
  const first = await ann.orders.byId(params(order))
  expect(first).toMatchObject({ paymentStatus: 'partially_refunded', refundedAmount: returned.amount, exchanges: [link] })
  expect(first.refunds).toMatchObject([{ status: 'settled', reason: `Return ${returned.number}: exchanged in order ${sent.number}` }])
  expect((await seller.sellerOrders.byId(params(order))).exchanges).toEqual([link])
  expect((await seller.sellerOrders.byId(params(sent))).exchanges).toMatchObject([{ kind: 'from', orderNumber: order.number }])
  expect((await ann.orders.byId(params(sent))).exchanges).toMatchObject([{ kind: 'from' }])
  expect(await balanceOf(shop.deps.db, businessId, 'USD')).toEqual(before)
  expect(await papersOf(order.id)).toEqual([`credit_note ${returned.amount}`, `invoice ${order.totalAmount}`])
  expect(await papersOf(sent.id)).toEqual([`invoice ${returned.amount}`])
  expect(await mails('return-exchanged')).toMatchObject([
    { to: 'ann@test.test', facts: { sentNumber: sent.number, sent: [{ name: 'Mat', quantity: 1 }] } },
  ])
  expect((await mails('order-placed')).at(-1)?.facts).toMatchObject({ returnNumber: returned.number, dueCents: 0 })
  expect((await mails('seller-new-order')).at(-1)?.facts).toMatchObject({ number: sent.number, isPaid: 'yes' })
  expect([...(await mails('order-refunded')), ...(await mails('order-paid'))]).toHaveLength(1) // the payment of the first order
  expect((await bellsOf(ann, 'return')).at(-1)).toBe(`Your return ${returned.number} is exchanged: 1 × Mat in order ${sent.number}`)
  const parcel = { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }
  const ownOrder = await seller.sellerOrders.byId(params(sent))
  await seller.shipments.ship({ ...params(sent), body: { ...parcel, lines: ownOrder.items.map(({ id, quantity }) => ({ id, quantity })) } })
})

test('a cheaper product: the difference is refunded', async () => {
  const [mat, clip] = [await make('Mat', 100_00), await make('Clip', 30_00)]
  const order = await delivered(mat)
  const returned = await received(order)
  const done = await exchange(returned, [{ id: clip.id, quantity: 2 }])
  const sent = await orderOf(done)
  expect(sent).toMatchObject({ paymentStatus: 'paid', subtotal: 60, paidAmount: sent.totalAmount })
  expect(Math.round((done.refundedAmount ?? 0) * 100)).toBe(Math.round((returned.amount - sent.totalAmount) * 100))
  expect(await mails('order-refunded')).toMatchObject([{ facts: { refundCents: Math.round((returned.amount - sent.totalAmount) * 100) } }])
  expect(await bellsOf(staff, 'refund-to-send')).toHaveLength(1)
  expect((await ann.orders.byId(params(order))).refundedAmount).toBe(returned.amount)
  expect(await stockOf(clip)).toBe(8)
})

test('a dearer product: staff may leave the difference due; a seller may not, but can charge no more than it is worth', async () => {
  const [mat, frame] = [await make('Mat', 100_00), await make('Frame', 149_99)]
  const items = [{ id: frame.id, quantity: 1 }]
  const order = await delivered(mat, { quantity: 3 })
  const one = await received(order)
  expect((await refusalOf(exchange(one, items, { by: 'seller' }))).detail).toContain('would cost the customer')
  const even = await exchange(one, items, { by: 'seller', isEven: true })
  const evenOrder = await orderOf(even)
  expect(evenOrder).toMatchObject({ paymentStatus: 'paid', dueAmount: 0 })
  expect(Math.round((one.amount - evenOrder.totalAmount) * 100)).toBeOneOf([0, 1])
  const two = await received(order)
  const seen = await staff.exchanges.preview({ ...params(two), body: { items } })
  const done = await exchange(two, items)
  const sent = await orderOf(done)
  expect(sent).toMatchObject({ status: 'pending', paymentStatus: 'partially_paid', dueAmount: seen.due, paidAmount: two.amount })
  expect(seen).toMatchObject({ refund: 0, credit: two.amount })
  expect((await mails('return-exchanged')).at(-1)?.facts).toMatchObject({ dueCents: Math.round(seen.due * 100) })
  const paidAt = shop.deps.now().toISOString()
  await staff.orderMoney.markPaid({ ...params(sent), body: { method: 'bank_transfer', reference: 'T-1', paidAt } })
  expect(await orderOf(done)).toMatchObject({ status: 'processing', paymentStatus: 'paid', dueAmount: 0, paidAmount: sent.totalAmount })
})

test('of an unpaid order the value comes off what is due for it, and the replacement is due', async () => {
  const [mat, clip] = [await make('Mat', 100_00), await make('Clip', 30_00)]
  const order = await delivered(mat, { isPaid: false })
  const returned = await received(order)
  const items = [{ id: clip.id, quantity: 1 }]
  const seen = await staff.exchanges.preview({ ...params(returned), body: { items } })
  expect(seen).toMatchObject({ credit: 0, refund: 0, due: seen.total, offDue: returned.amount })
  const done = await exchange(returned, items, { by: 'seller' })
  expect(done).toMatchObject({ refundedAmount: null, exchange: { credit: 0 } })
  expect(await ann.orders.byId(params(order))).toMatchObject({
    dueAmount: order.totalAmount - returned.amount,
    exchanges: [{ kind: 'sent' }],
  })
  expect(await orderOf(done)).toMatchObject({ paymentStatus: 'unpaid', dueAmount: seen.total })
})

test('the same key again answers the same; another one finds it settled', async () => {
  const mat = await make('Mat', 100_00)
  const returned = await received(await delivered(mat))
  const items = [{ id: mat.id, quantity: 1 }]
  const { total: amount } = await staff.exchanges.preview({ ...params(returned), body: { items } })
  const done = await exchange(returned, items, { amount, key: 'once' })
  expect(await exchange(returned, items, { amount, key: 'once' })).toEqual(done)
  expect((await refusalOf(exchange(returned, items, { amount, key: 'twice' }))).code).toBe('edit_conflict')
  expect((await refusalOf(exchange(done, items, { amount }))).detail).toContain('It is settled already.')
  expect((await refusalOf(seller.returns.moveAsSeller({ ...params(returned), body: { status: 'refunded' } }))).code).toBe('invalid_return')
  expect(await shop.deps.db.$count(exchanges)).toBe(1)
  const body = { items, isEven: false, amount, version: returned.version }
  expect((await refusalOf(staff.exchanges.exchange({ ...params(returned), body }))).code).toBe('idempotency_key_missing')
})

test('what cannot be exchanged is refused in words, and nothing happens', async () => {
  const [mat, foreign, rare] = [
    await make('Mat', 100_00),
    await shop.make.product({ category: 'accessories', name: 'Foreign' }),
    await make('Rare', 10_00, { stock: 1 }),
  ]
  const order = await delivered(mat, { quantity: 4 })
  const items = [{ id: mat.id, quantity: 1 }]
  const lines = [{ productId: mat.id, quantity: 1 }]
  const early = await ann.returns.request({
    ...params(order),
    body: { businessId, lines, reason: 'other', wish: 'same', note: '', photos: [] },
  })
  const detailOf = async (call: Promise<unknown>) => (await refusalOf(call)).detail
  expect(await detailOf(exchange(early, items))).toContain('Mark it as received first.')
  const returned = await received(order)
  expect((await refusalOf(exchange(returned, [{ id: foreign.id, quantity: 1 }]))).errors).toMatchObject([
    { field: 'items', message: 'Foreign is not sold by Wellwerk. Choose a product of the same seller.' },
  ])
  expect(await refusalOf(exchange(returned, [{ id: rare.id, quantity: 2 }]))).toMatchObject({ code: 'stock_gone' })
  expect((await refusalOf(exchange(returned, items, { amount: 1 }))).code).toBe('price_changed')
  expect((await refusalOf(exchange(returned, items, { version: returned.version - 1 }))).code).toBe('edit_conflict')
  const plain = await received(order, 1, { wish: 'refund' })
  expect(await detailOf(exchange(plain, items, { by: 'seller' }))).toContain('The customer asked for a refund.')
  const stranger = await shop.signIn('business_admin', { businessId: foreign.businessId })
  expect((await refusalOf(stranger.exchanges.previewAsSeller({ ...params(returned), body: { items } }))).status).toBe(404)
  await shop.deps.db.update(sessions).set({ stepUpAt: null })
  expect((await refusalOf(exchange(returned, items))).code).toBe('step_up_required')
  await shop.deps.db.update(sessions).set({ stepUpAt: shop.deps.now() })
  const dayIn = (days: number) => new Date(shop.deps.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
  await seller.business.setPause({ body: { from: dayIn(-1), to: dayIn(2), text: 'Away.' } })
  expect(await detailOf(exchange(returned, items))).toContain('takes orders again')
  await seller.business.setPause({ body: { from: null, to: null } })
  await shop.deps.db.update(users).set({ status: 'Inactive' }).where(eq(users.id, ann.user.id))
  expect(await detailOf(exchange(returned, items))).toContain("The customer's account is closed.")
  expect(await shop.deps.db.$count(exchanges)).toBe(0)
})
