import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OrderChangePreviewBody } from '#contract/checkout/order-changes.ts'
import { listDisagreements } from '#server/payments/ledger/list-disagreements.ts'
import {
  auditEntries,
  documents,
  ledgerEntries,
  orderLines,
  orders,
  outbox,
  payments,
  products,
  refunds,
  sessions,
} from '#server/platform/db/schema.ts'
import { checkOut, customerForm, refusalOf } from '#server/testing/buyers.ts'
import { balanceOf, payOrder } from '#server/testing/earners.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

/* Changes of orders by staff: what is previewed is stored, replayed, paid, refunded, invoiced and taken from stock to the cent. */

let shop: TestShop
let ann: SignedInUser
let staff: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer', { name: 'Ann Buyer' })
  staff = await shop.signIn('super_admin', { name: 'Sam Staff' })
})
afterEach(async () => {
  expect(await listDisagreements(shop.deps.db)).toEqual([])
})

const parcel = (input: Parameters<TestShop['make']['product']>[0] = {}) =>
  shop.make.product({ category: 'accessories', priceUsdCents: 100_00, priceEurCents: 90_00, stock: 10, ladder: [], ...input })

async function placed(...wanted: [product: { id: string }, quantity: number][]) {
  for (const [{ id: productId }, quantity] of wanted) await ann.cart.addItem({ body: { productId, quantity } })
  return checkOut(ann)
}

let keys = 0
async function change(
  id: string,
  body: OrderChangePreviewBody,
  more: { amount?: number; version?: number; key?: string; by?: SignedInUser; beyondLimit?: boolean } = {},
) {
  const { by = staff, beyondLimit = false } = more
  const seen = more.amount === undefined ? await by.orderChanges.preview({ params: { id }, body }) : null
  const { version } = await by.orders.adminById({ params: { id } })
  return by.orderChanges.change({
    params: { id },
    body: { ...body, reason: 'Asked on the phone', amount: more.amount ?? seen?.total ?? 0, version: more.version ?? version, beyondLimit },
    idempotencyKey: more.key ?? `change-${(keys += 1)}`,
  })
}

const pay = (id: string, amount?: number) => {
  const paidAt = shop.deps.now().toISOString()
  const body = { method: 'bank_transfer' as const, reference: `T-${(keys += 1)}`, paidAt, ...(amount && { amount }) }
  return staff.orderMoney.markPaid({ params: { id }, body })
}
const stockOf = async ({ id }: { id: string }) => (await shop.deps.db.select().from(products).where(eq(products.id, id)))[0]?.stock
const papersOf = async (id: string) => {
  const rows = await shop.deps.db.select().from(documents).where(eq(documents.orderId, id)).orderBy(documents.kind, documents.number)
  return rows.map(({ label, kind, grossCents }) => `${kind} ${label} ${grossCents / 100}`)
}
const mailsOf = async (template: string) => (await shop.deps.db.select().from(outbox)).filter((mail) => mail.dedupeKey.startsWith(template))

test('a changed quantity keeps the minimum and the step of its product, with the words of the cart; another change leaves it be', async () => {
  const belt = await parcel({ name: 'Belt', stock: 50 })
  const mat = await parcel({ name: 'Mat', businessId: belt.businessId })
  const order = await placed([belt, 7], [mat, 1])
  const preview = (quantity: number, more: OrderChangePreviewBody['lines'] = []) =>
    staff.orderChanges.preview({ params: { id: order.id }, body: { lines: [{ id: belt.id, quantity }, ...more] } })
  const { total: amount } = await preview(12)
  await shop.deps.db.update(products).set({ minQuantity: 10, quantityStep: 5 }).where(eq(products.id, belt.id))
  const step = { status: 422, code: 'not_a_multiple', detail: 'Belt is sold in multiples of 5.' }
  expect(await refusalOf(preview(12))).toMatchObject(step)
  expect(await refusalOf(change(order.id, { lines: [{ id: belt.id, quantity: 12 }] }, { amount }))).toMatchObject(step)
  const least = { status: 422, code: 'below_minimum', detail: 'The minimum quantity for Belt is 10.' }
  expect(await refusalOf(preview(5))).toMatchObject(least)
  expect((await preview(15)).subtotal).toBe(1600)
  expect((await preview(7, [{ id: mat.id, quantity: 2 }])).subtotal).toBe(900)
  expect((await change(order.id, { lines: [{ id: belt.id, quantity: 0 }] })).items.map(({ name }) => name)).toEqual(['Mat'])
})

test('an unpaid order: a quantity, a price, a product and a line change, the total, stock and history with them', async () => {
  const [mat, filter, clip] = [
    await parcel({ name: 'Mat' }),
    await parcel({ name: 'Filter', priceUsdCents: 40_00 }),
    await parcel({ name: 'Clip', priceUsdCents: 5_00 }),
  ]
  const order = await placed([mat, 2], [filter, 1])
  const body: OrderChangePreviewBody = {
    lines: [
      { id: mat.id, quantity: 3, price: 95 },
      { id: filter.id, quantity: 1 },
    ],
    items: [{ id: clip.id, quantity: 4 }],
    customLines: [{ text: 'Installation', kind: 'service', quantity: 1, price: 150, taxClass: 'standard', businessId: mat.businessId }],
  }
  const seen = await staff.orderChanges.preview({ params: { id: order.id }, body })
  expect(seen).toMatchObject({ subtotal: 495, shipping: order.shipping, before: order.totalAmount, due: seen.total, refund: 0 })
  expect(await stockOf(mat)).toBe(8)
  const changed = await change(order.id, body)
  expect(changed).toMatchObject({
    subtotal: 495,
    totalAmount: seen.total,
    tax: seen.tax,
    paymentStatus: 'unpaid',
    dueAmount: seen.total,
    status: 'pending',
  })
  expect(changed.items.map(({ name, quantity, unitPrice }) => [name, quantity, unitPrice])).toEqual([
    ['Mat', 3, 95],
    ['Filter', 1, 40],
    ['Clip', 4, 5],
    ['Installation', 1, 150],
  ])
  expect([await stockOf(mat), await stockOf(filter), await stockOf(clip)]).toEqual([7, 9, 6])
  const said = [
    'Mat: 3 units instead of 2, $95.00 a unit instead of $100.00',
    'Clip: 4 units added at $5.00 a unit',
    'Installation: 1 unit added at $150.00 a unit',
  ]
  expect(changed.changes).toMatchObject([
    { reason: 'Asked on the phone', lines: said, before: order.totalAmount, after: seen.total, refunded: 0 },
  ])
  expect(changed.history.at(-1)).toMatchObject({ by: 'Sam Staff', note: `Order changed: ${said.join('; ')}` })
  const own = await ann.orders.byId({ params: { id: order.id } })
  expect(own.changes).toEqual(changed.changes)
  expect(own).not.toHaveProperty('changeProblem')
  const sellers = await mailsOf('seller-order-changed')
  expect(sellers.map(({ payload }) => payload)).toMatchObject([
    {
      facts: {
        changes: [{ text: said[0] }, { text: said[2] }],
        lines: [
          { name: 'Mat', quantity: 3 },
          { name: 'Installation', quantity: 1 },
        ],
        reason: 'Asked on the phone',
      },
    },
  ])
  const clipSeller = (await mailsOf(`seller-new-order:${order.id}`)).map(({ payload }) => payload)
  expect(clipSeller).toContainEqual(
    expect.objectContaining({ facts: expect.objectContaining({ lines: [expect.objectContaining({ name: 'Clip' })] }) }),
  )
  const [mail] = await mailsOf('order-changed')
  expect(mail?.payload).toMatchObject({
    facts: { reason: 'Asked on the phone', dueCents: Math.round(seen.total * 100), beforeCents: Math.round(order.totalAmount * 100) },
  })
  await pay(order.id)
  expect(await staff.orders.adminById({ params: { id: order.id } })).toMatchObject({
    paymentStatus: 'paid',
    status: 'processing',
    dueAmount: 0,
  })
})

test('a paid order that costs less: the rest is refunded once, invoices are replaced, stock and commission follow', async () => {
  const [mat, filter] = [await parcel({ name: 'Mat' }), await parcel({ name: 'Filter', priceUsdCents: 40_00 })]
  await shop.deps.db.update(products).set({ businessId: mat.businessId }).where(eq(products.id, filter.id))
  const order = await placed([mat, 3], [filter, 2])
  await pay(order.id)
  const [invoice] = await papersOf(order.id)
  expect(invoice).toContain(`${order.totalAmount}`)
  const seen = await staff.orderChanges.preview({ params: { id: order.id }, body: { lines: [{ id: mat.id, quantity: 1 }] } })
  expect(seen.refund).toBe(216)
  const changed = await change(order.id, { lines: [{ id: mat.id, quantity: 1 }] })
  expect(changed).toMatchObject({
    totalAmount: seen.total,
    paidAmount: seen.total,
    paymentStatus: 'paid',
    refundedAmount: 0,
    dueAmount: 0,
    status: 'processing',
  })
  expect(changed.payments.map(({ amount }) => amount)).toEqual([order.totalAmount, -216])
  expect(changed.refunds).toMatchObject([{ amount: 216, status: 'settled', reason: 'Order changed: Asked on the phone' }])
  expect(changed).not.toHaveProperty('keptAmount')
  expect(await stockOf(mat)).toBe(9)
  expect(await papersOf(order.id)).toEqual([
    `credit_note CN-000001 ${order.totalAmount}`,
    `invoice INV-000001 ${order.totalAmount}`,
    `invoice INV-000002 ${seen.total}`,
  ])
  expect(await balanceOf(shop.deps.db, mat.businessId, 'USD')).toBe(16_200 + changed.shipping * 100)
  const [mail] = await mailsOf('order-changed')
  expect(mail?.payload).toMatchObject({ facts: { refundCents: 216_00 } })
  await staff.orders.setStatus({ params: { id: order.id }, body: { status: 'cancelled', reason: 'Out of stock' } })
  const canceled = await staff.orders.adminById({ params: { id: order.id } })
  expect(canceled).toMatchObject({ paymentStatus: 'refunded', refundedAmount: seen.total })
  expect([await stockOf(mat), await stockOf(filter)]).toEqual([10, 10])
  expect(await balanceOf(shop.deps.db, mat.businessId, 'USD')).toBe(0)
})

test('a paid order that costs more: the difference is due, reminded and paid, shares of seller and tax come out to the cent', async () => {
  const mat = await parcel({ priceUsdCents: 33_33 })
  const order = await placed([mat, 3])
  await pay(order.id)
  const changed = await change(order.id, { lines: [{ id: mat.id, quantity: 4, price: 31.07 }] })
  const due = Math.round((changed.totalAmount - order.totalAmount) * 100) / 100
  expect(changed).toMatchObject({ paymentStatus: 'partially_paid', paidAmount: order.totalAmount, dueAmount: due, status: 'processing' })
  expect(changed.howToPay).toBeDefined()
  await pay(order.id, 10)
  const paid = await pay(order.id)
  expect(paid).toMatchObject({ paymentStatus: 'paid', paidAmount: changed.totalAmount })
  expect(await papersOf(order.id)).toEqual([
    `credit_note CN-000001 ${order.totalAmount}`,
    `invoice INV-000001 ${order.totalAmount}`,
    `invoice INV-000002 ${changed.totalAmount}`,
  ])
  const [line] = await shop.deps.db.select().from(orderLines).where(eq(orderLines.orderId, order.id))
  expect(line?.commissionCents).toBe(Math.round(4 * 31_07 * 0.1))
})

test('the buyer of a deposit owes less, and work begins once nothing is due', async () => {
  const mat = await parcel()
  const order = await placed([mat, 3])
  await pay(order.id, 216)
  expect((await staff.orders.adminById({ params: { id: order.id } })).status).toBe('pending')
  const changed = await change(order.id, { lines: [{ id: mat.id, quantity: 2 }] })
  expect(changed).toMatchObject({ paymentStatus: 'paid', status: 'processing', dueAmount: 0, totalAmount: 216 + order.shipping })
})

test('the email about a change of an order with a payment plan names the plan, not a day', async () => {
  const mat = await parcel()
  const order = await placed([mat, 2])
  const paymentPlan = [{ id: order.id, trigger: 'dispatch' as const, percent: 100, days: 0 }]
  await shop.deps.db.update(orders).set({ paymentPlan }).where(eq(orders.id, order.id))
  await change(order.id, { lines: [{ id: mat.id, quantity: 3 }] })
  const [mail] = await mailsOf('order-changed')
  expect(mail?.payload).toMatchObject({ facts: { plan: '100% before dispatch' } })
  expect(mail?.payload).not.toHaveProperty('facts.dueBy')
})

test('another seller is added to a paid order, and one product takes the money of another', async () => {
  const [mat, filter] = [await parcel({ name: 'Mat' }), await parcel({ name: 'Filter' })]
  const order = await placed([mat, 2])
  await pay(order.id)
  const changed = await change(order.id, { lines: [{ id: mat.id, quantity: 1 }], items: [{ id: filter.id, quantity: 1 }] })
  expect(changed).toMatchObject({ totalAmount: order.totalAmount, paymentStatus: 'paid', dueAmount: 0 })
  expect(changed.fulfilments.map(({ status }) => status)).toEqual(['processing', 'processing'])
  const seller = await shop.signIn('business_admin', { businessId: filter.businessId })
  expect((await seller.sellerOrders.list({ query: {} })).items).toMatchObject([{ id: order.id }])
  expect(await balanceOf(shop.deps.db, filter.businessId, 'USD')).toBe(90_00)
  expect(changed.refunds).toEqual([])
})

test('a change is refused where nothing changes, too much goes, stock is short, the total or the version is another, or nobody proved who they are', async () => {
  const [mat, filter] = [await parcel({ name: 'Mat', stock: 3 }), await parcel({ name: 'Filter' })]
  const order = await placed([mat, 2], [filter, 1])
  const { id } = order
  const refused = async (body: OrderChangePreviewBody, more = {}) => (await refusalOf(change(id, body, more))).detail
  expect(await refused({})).toBe('Change a quantity or a price, or add a line.')
  expect(await refused({ lines: [{ id: mat.id, quantity: 2, price: 100 }] })).toBe('Change a quantity or a price, or add a line.')
  expect(await refused({ lines: [{ id: mat.id, quantity: 0 }] })).toMatch(/^Nothing of .* would be left. Cancel its items instead.$/)
  expect(await refused({ lines: [{ id: order.id, quantity: 1 }] })).toBe('This line is not in the order.')
  expect(await refused({ items: [{ id: mat.id, quantity: 1 }] })).toBe('This product is in the order already. Change its quantity instead.')
  const tooMany = { lines: [{ id: mat.id, quantity: 4 }] }
  const preview = staff.orderChanges.preview({ params: { id }, body: tooMany })
  const short = { code: 'stock_gone', detail: 'Mat: only 1 more in stock. Choose a smaller quantity.' }
  expect(await refusalOf(preview)).toMatchObject(short)
  expect(await refusalOf(change(id, tooMany, { amount: order.totalAmount + 216 }))).toMatchObject(short)
  expect((await refusalOf(change(id, { lines: [{ id: mat.id, quantity: 1 }] }, { amount: 1 }))).code).toBe('price_changed')
  expect((await refusalOf(change(id, { lines: [{ id: mat.id, quantity: 1 }] }, { version: order.version - 1 }))).code).toBe('edit_conflict')
  expect(await stockOf(mat)).toBe(1)
  await pay(id)
  await shop.deps.db.update(sessions).set({ stepUpAt: null })
  expect((await refusalOf(change(id, { lines: [{ id: mat.id, quantity: 1 }] }))).code).toBe('step_up_required')
  expect(await change(id, { lines: [{ id: mat.id, quantity: 3 }] })).toMatchObject({ paymentStatus: 'partially_paid' })
})

test('what has shipped, was canceled or refunded, and what others ask for, is not changed', async () => {
  const [mat, filter] = [await parcel({ name: 'Mat' }), await parcel({ name: 'Filter' })]
  const order = await placed([mat, 2], [filter, 2])
  const body = { lines: [{ id: mat.id, quantity: 1 }] }
  for (const by of [ann, await shop.signIn('business_admin', { businessId: mat.businessId })]) {
    expect((await refusalOf(by.orderChanges.preview({ params: { id: order.id }, body }))).status).toBe(403)
  }
  await pay(order.id)
  const ship = { status: 'shipped' as const, carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }
  await staff.orders.setPartStatus({ params: { id: order.id, businessId: mat.businessId }, body: ship })
  expect((await refusalOf(change(order.id, body))).detail).toBe('Mat has shipped or was canceled.')
  const other = await change(order.id, { lines: [{ id: filter.id, quantity: 1 }] })
  expect(other.items.map(({ quantity }) => quantity)).toEqual([2, 1])
  await staff.orders.setPartStatus({
    params: { id: order.id, businessId: filter.businessId },
    body: ship,
  })
  expect((await refusalOf(change(order.id, { lines: [{ id: filter.id, quantity: 2 }] }))).detail).toBe(
    'This order can no longer be changed. It has shipped or was canceled. Refund an amount, or place another order.',
  )
  expect((await staff.orders.adminById({ params: { id: order.id } })).changeProblem).toBe(
    'It has shipped or was canceled. Refund an amount, or place another order.',
  )
})

test('of a line that has shipped in part no more goes than is left, and something is left to ship', async () => {
  const [mat, filter] = [await parcel({ name: 'Mat' }), await parcel({ name: 'Filter' })]
  await shop.deps.db.update(products).set({ businessId: mat.businessId }).where(eq(products.id, filter.id))
  const order = await placed([mat, 4], [filter, 1])
  await pay(order.id)
  const seller = await shop.signIn('business_admin', { businessId: mat.businessId })
  const line = (await shop.deps.db.select().from(orderLines)).find(({ productId }) => productId === mat.id)
  const body = { lines: [{ id: line?.id ?? '', quantity: 2 }], carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }
  await seller.shipments.ship({ params: { id: order.id }, body })
  expect((await refusalOf(change(order.id, { lines: [{ id: mat.id, quantity: 1 }] }))).detail).toBe('2 units of Mat shipped already.')
  const all = {
    lines: [
      { id: mat.id, quantity: 2 },
      { id: filter.id, quantity: 0 },
    ],
  }
  expect((await refusalOf(change(order.id, all))).detail).toMatch(/^Everything that is left of .* has shipped/)
  const changed = await change(order.id, { lines: [{ id: mat.id, quantity: 3 }] })
  expect(changed).toMatchObject({ status: 'processing', paymentStatus: 'paid' })
  expect(await stockOf(mat)).toBe(7)
})

test('the same key twice changes once', async () => {
  const mat = await parcel()
  const order = await placed([mat, 3])
  await payOrder(shop, order.id)
  const { version } = await staff.orders.adminById({ params: { id: order.id } })
  const body = { lines: [{ id: mat.id, quantity: 2 }], amount: order.totalAmount - 108, reason: 'Less', version }
  const call = () => staff.orderChanges.change({ params: { id: order.id }, body, idempotencyKey: 'once' })
  expect(await call()).toEqual(await call())
  expect(await shop.deps.db.$count(refunds)).toBe(1)
  expect(await shop.deps.db.$count(payments, eq(payments.kind, 'excess'))).toBe(1)
  const [row] = await shop.deps.db.select().from(orders).where(eq(orders.id, order.id))
  expect(row?.paidCents).toBe(order.totalAmount * 100 - 108_00)
  expect(await shop.deps.db.$count(ledgerEntries, eq(ledgerEntries.account, 'credit'))).toBe(2)
})

test('an order in euros with tax in its prices is changed at its frozen rate', async () => {
  const mat = await parcel({ name: 'Mat' })
  await ann.cart.addItem({ body: { productId: mat.id, quantity: 2 } })
  const cart = await ann.cart.list({ query: { currency: 'EUR' } })
  const items = cart.items.map(({ productId, quantity, price }) => ({ id: productId, quantity, price }))
  const body = {
    items,
    currency: 'EUR' as const,
    shippingMethod: cart.shippingMethod,
    promoCode: null,
    customer: customerForm,
    amount: cart.totals.total,
  }
  const order = await ann.checkout.placeOrder({ body })
  const changed = await change(order.id, { lines: [{ id: mat.id, quantity: 2, price: 80 }] })
  expect(changed).toMatchObject({ subtotal: 160, currency: 'EUR', items: [{ listPrice: 90 }] })
  expect(changed.totalUSD).toBeLessThan(order.totalUSD)
})

test('what a change adds to a Pay Later order counts for the limit: beyond it staff have to say so', async () => {
  const mat = await parcel({ name: 'Mat' })
  await staff.settings.update({ body: { payLater: { offered: true, limit: null, newBuyerLimit: 300 } } })
  const order = await placed([mat, 2])
  expect(order.totalAmount).toBe(216)
  const more = (quantity: number) => ({ lines: [{ id: mat.id, quantity }] })
  const preview = (body: OrderChangePreviewBody) => staff.orderChanges.preview({ params: { id: order.id }, body })
  expect((await preview(more(1))).payLater).toBeNull()
  expect((await preview(more(3))).payLater).toEqual({ limit: 300, open: 216, order: 108, isForNew: true, isBeyond: true })
  expect(await refusalOf(change(order.id, more(3)))).toMatchObject({
    code: 'pay_later_limit',
    detail: 'This customer is new and can have up to $300.00 open. $216.00 is open already, and this change adds $108.00.',
  })
  expect(await stockOf(mat)).toBe(8)
  const cheaper = { lines: [{ id: mat.id, quantity: 3, price: 90 }] }
  expect((await change(order.id, cheaper)).totalAmount).toBe(291.6)
  expect((await change(order.id, { lines: [{ id: mat.id, quantity: 4 }] }, { beyondLimit: true })).totalAmount).toBe(388.8)
  const [entry] = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'order.exceed_limit'))
  expect(entry).toMatchObject({
    actorId: staff.user.id,
    targetId: order.id,
    after: { limitUsdCents: 300_00, openUsdCents: 291_60, orderUsdCents: 97_20 },
  })
  expect((await change(order.id, { lines: [{ id: mat.id, quantity: 3 }] })).totalAmount).toBe(291.6)
})

test('two changes at once, which are within the limit one by one, do not pass it together', async () => {
  const mat = await parcel({ name: 'Mat' })
  await staff.settings.update({ body: { payLater: { offered: true, limit: null, newBuyerLimit: 600 } } })
  const orders = [await placed([mat, 2]), await placed([mat, 2])]
  const outcomes = await Promise.allSettled(orders.map(({ id }) => change(id, { lines: [{ id: mat.id, quantity: 3 }] })))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await stockOf(mat)).toBe(5)
})
