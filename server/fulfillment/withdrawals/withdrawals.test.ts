import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Withdrawal } from '#contract/fulfillment/withdrawals.ts'
import type { Order } from '#contract/orders/orders.ts'
import { findOrder } from '#server/orders/order-record.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { listReplayDisagreements } from '#server/payments/ledger/replayed-orders.ts'
import { ledgerEntries, outbox, products, refunds, withdrawals } from '#server/platform/db/schema.ts'
import { addDemoTaxes } from '#server/seed/seed-demo.ts'
import { customerForm, orderOf, outcomeOf, refusalOf } from '#server/testing/buyers.ts'
import { raceRounds, raceTimeout } from '#server/testing/race-rounds.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { remindRefunds } from './remind-refunds.ts'

const DAY_MS = 86_400_000
const BERLIN = {
  ...customerForm,
  buyerKind: 'consumer' as const,
  email: 'eva@test.test',
  firstName: 'Eva',
  lastName: 'Kunde',
  address: 'Ackerstr. 1',
  city: 'Berlin',
  state: '',
  zipCode: '10115',
  country: 'DE',
}

let shop: TestShop
let eva: SignedInUser
let seller: SignedInUser
let staff: SignedInUser
let businessId: string
let count = 0

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  await addDemoTaxes(shop.deps)
  businessId = (
    await shop.make.business({ name: 'Wellwerk', email: 'team@wellwerk.test', country: 'DE', address: 'Dock 4', city: 'Hamburg' })
  ).id
  eva = await shop.signIn('customer', { name: 'Eva Kunde', email: 'eva@test.test' })
  seller = await shop.signIn('business_admin', { businessId })
  staff = await shop.signIn('application_admin')
})
afterEach(async () => {
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
  expect(await listReplayDisagreements(shop.deps.db)).toEqual([])
  const entries = await shop.deps.db.select().from(ledgerEntries)
  expect(entries.reduce((sum, { debitCents }) => sum + debitCents, 0)).toBe(0)
})

const params = ({ id }: { id: string }) => ({ params: { id } })
const cents = (amount: number | null | undefined) => Math.round((amount ?? 0) * 100)
const stockOf = async (id = '') => (await shop.deps.db.select().from(products).where(eq(products.id, id)))[0]?.stock

interface Bought {
  quantity?: number
  method?: 'standard' | 'express'
  customer?: typeof BERLIN
  isPaid?: boolean
  of?: string[]
}

async function buy({
  quantity = 1,
  method = 'standard',
  customer = BERLIN,
  isPaid = true,
  of = [businessId],
}: Bought = {}): Promise<Order> {
  for (const seller of of) {
    count += 1
    const product = await shop.make.product({
      category: 'mat',
      businessId: seller,
      name: `Mat ${count}`,
      priceUsdCents: 1777,
      priceEurCents: 1690,
      weightGrams: 900,
      ladder: [],
    })
    await eva.cart.addItem({ body: { productId: product.id, quantity } })
  }
  await eva.cart.setShipping({ body: { shippingMethod: method } })
  const { country, state, zipCode, buyerKind } = customer
  const cart = await eva.cart.list({ query: { currency: 'EUR', country, state, zip: zipCode, buyer: buyerKind } })
  const order = await eva.checkout.placeOrder({ body: { ...orderOf(cart), customer } })
  if (isPaid) await pay(order)
  return eva.orders.byId(params(order))
}

async function pay(order: Order): Promise<void> {
  const paidAt = shop.deps.now().toISOString()
  await staff.orderMoney.markPaid({ ...params(order), body: { method: 'cash', reference: order.number, paidAt } })
}

async function deliver(order: Order): Promise<Order> {
  await staff.orders.setStatus({ ...params(order), body: { status: 'shipped' } })
  await staff.orders.setStatus({ ...params(order), body: { status: 'delivered' } })
  return eva.orders.byId(params(order))
}

type Stated = { orderNumber: string; name?: string; email?: string; lines?: { productId: string; quantity: number }[]; items?: string }

async function state(
  { orderNumber, name = 'Eva Kunde', email = 'eva@test.test', ...more }: Stated,
  by: Pick<SignedInUser, 'withdrawals'> = shop.visitor,
) {
  const draft = await by.withdrawals.start({ body: { orderNumber, name, email, items: '', ...more } })
  const receipt = await by.withdrawals.confirm({ params: { id: draft.id }, body: { token: draft.token } })
  return { draft, receipt, ...params(draft) }
}

const mails = async (template: string) => {
  const rows = await shop.deps.db.select().from(outbox).orderBy(outbox.id)
  return rows.flatMap(({ payload }) => {
    const mail = payload as { template: string; to: string; facts: Record<string, unknown> }
    return mail.template === template ? [mail] : []
  })
}
const accept = (found: { params: { id: string } }, more: object = {}) =>
  staff.withdrawals.decide({ ...found, body: { status: 'accepted', answer: '', ...more } })
const returnsOf = async (order: Order) => (await eva.returns.listOwn({ query: { orderId: order.id } })).items
const moveAll = async (order: Order, status: 'received' | 'refunded', more: object = {}) => {
  for (const returned of await returnsOf(order)) {
    if (returned.status !== 'refunded') await staff.returns.move({ ...params(returned), body: { status, ...more } })
  }
}

test('L1 a statement is answered alike for an order that is there, one of somebody else, and none; its receipt says what and when', async () => {
  const order = await deliver(await buy())
  const known = await state({ orderNumber: order.number })
  const foreign = await state({ orderNumber: order.number, email: 'mallory@test.test', name: 'Mallory' })
  const unknown = await state({ orderNumber: 'ORD-UNKNOWN', email: 'mallory@test.test', name: 'Mallory' })
  const shapeOf = ({ draft, receipt }: Awaited<ReturnType<typeof state>>) => [Object.keys(draft), Object.keys(receipt)]
  expect(shapeOf(foreign)).toEqual(shapeOf(known))
  expect(shapeOf(unknown)).toEqual(shapeOf(known))
  expect(new Set([known, foreign, unknown].map(({ receipt }) => receipt.number)).size).toBe(3)
  const receipts = await mails('withdrawal-received')
  expect(receipts.map(({ to }) => to)).toEqual(['eva@test.test', 'mallory@test.test', 'mallory@test.test'])
  expect(receipts[0]?.facts).toMatchObject({ statement: known.draft.statement, receivedAt: known.receipt.receivedAt })
  const { items } = await staff.withdrawals.list({ query: { sort: 'receivedAt' } })
  expect(items.map((item: Withdrawal) => item.order?.number ?? null)).toEqual([order.number, null, null])
  expect(await staff.withdrawals.byId(foreign)).toMatchObject({ right: null, lines: [] })
  expect((await eva.orders.byId(params(order))).status).toBe('delivered')
})

test('L1 what has not shipped is canceled at once where number, email and name fit: stock and money go back, and the case ends when it is accepted', async () => {
  const order = await buy({ quantity: 2, method: 'express' })
  const before = await stockOf(order.items[0]?.productId)
  const found = await state({ orderNumber: order.number.toLowerCase(), name: ' eva  KUNDE' })
  const now = await eva.orders.byId(params(order))
  expect(now).toMatchObject({ status: 'cancelled', refundedAmount: order.totalAmount, paymentStatus: 'refunded' })
  expect(now.withdrawal?.statements).toMatchObject([{ number: expect.stringMatching(/^WD-\d{6}$/), status: 'received' }])
  expect(await stockOf(order.items[0]?.productId)).toBe((before ?? 0) + 2)
  expect(await accept(found)).toMatchObject({ status: 'refunded' })
  expect(await shop.deps.db.$count(refunds)).toBe(1)
})

test.each([
  ['the name is not the buyer', { name: 'Erik Kunde' }],
  ['the email is another', { email: 'else@test.test' }],
  ['the products are named in words', { items: 'the blue one' }],
])('L1 nothing is canceled where %s', async (_why, more) => {
  const order = await buy()
  await state({ orderNumber: order.number, ...more })
  expect(await eva.orders.byId(params(order))).toMatchObject({ status: 'processing', refundedAmount: 0 })
})

test('L1 a business and a buyer in the United States have no right, and nothing of theirs is canceled', async () => {
  const company = await buy({ customer: { ...BERLIN, buyerKind: 'business' as never } })
  expect(company.withdrawal).toMatchObject({ isGiven: false, isBusiness: true, lastDay: null })
  const found = await state({ orderNumber: company.number })
  expect(await staff.withdrawals.byId(found)).toMatchObject({ right: { state: 'business' } })
  const american = await buy({ customer: { ...BERLIN, ...customerForm, email: 'eva@test.test', firstName: 'Eva', lastName: 'Kunde' } })
  expect(american.withdrawal).toBeUndefined()
  await state({ orderNumber: american.number })
  for (const order of [company, american]) expect((await eva.orders.byId(params(order))).status).toBe('processing')
})

test('L1 G41 accepting opens returns without the conditions of trade; the refund is price, tax and standard shipping, not express', async () => {
  const order = await deliver(await buy({ method: 'express' }))
  const standard = await buy({ isPaid: false })
  expect(cents(order.shipping)).toBeGreaterThan(cents(standard.shipping))
  expect(order.withdrawal).toMatchObject({ isGiven: true, isBusiness: false, lastDay: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
  const found = await state({ orderNumber: order.number })
  expect(await staff.withdrawals.byId(found)).toMatchObject({
    right: { state: 'open' },
    lines: [{ quantity: 1, left: 1, isUnshipped: false }],
  })
  expect(await accept(found)).toMatchObject({ status: 'accepted' })
  const [returned] = await returnsOf(order)
  expect(returned).toMatchObject({ status: 'approved', reason: 'withdrawal', withdrawal: { number: found.receipt.number } })
  const decided = await mails('withdrawal-decided')
  expect(decided.map(({ to, facts }) => [to, facts.sellers])).toEqual([
    ['eva@test.test', [{ name: 'Wellwerk', address: 'Wellwerk\nDock 4\nHamburg\nGermany' }]],
  ])
  const item = order.items[0]
  await staff.returns.move({ params: { id: returned?.id ?? '' }, body: { status: 'refunded' } }) // on proof that it was sent
  const now = await eva.orders.byId(params(order))
  expect(cents(now.refundedAmount)).toBe(cents(item?.cost) + cents(standard.shipping))
  expect(await staff.withdrawals.byId(found)).toMatchObject({ status: 'refunded' })
})

test('L1 of a part of the products no shipping is owed back; with the last of them it is, once', async () => {
  const order = await deliver(await buy({ quantity: 3, method: 'express' }))
  const { shipping } = await buy({ isPaid: false })
  const productId = order.items[0]?.productId ?? ''
  const first = await state({ orderNumber: order.number, lines: [{ productId, quantity: 2 }] }, eva)
  expect(first.draft.statement).toContain(`2 × ${order.items[0]?.name}`)
  await accept(first)
  const rest = await state({ orderNumber: order.number })
  await accept(rest)
  await moveAll(order, 'received')
  const [newest, oldest] = await returnsOf(order)
  await staff.returns.move({ ...params(oldest ?? { id: '' }), body: { status: 'refunded' } })
  await staff.returns.move({ ...params(newest ?? { id: '' }), body: { status: 'refunded' } })
  const now = await eva.orders.byId(params(order))
  expect(cents(now.refundedAmount)).toBe(cents(order.items[0]?.cost) + cents(shipping))
})

test('L1 staff deduct lost value with a reason, at most the price; sellers can neither deduct nor decline', async () => {
  const order = await deliver(await buy({ quantity: 2 }))
  await accept(await state({ orderNumber: order.number }))
  const [returned] = await returnsOf(order)
  const call = params(returned ?? { id: '' })
  const deduction = { amount: 5, reason: 'Cut to size' }
  expect((await seller.returns.listOfSeller()).items).toMatchObject([
    { nextStatuses: ['received'], withdrawal: { number: expect.stringMatching(/^WD-/) } },
  ])
  expect(await refusalOf(seller.returns.moveAsSeller({ ...call, body: { status: 'declined', answer: 'Opened' } }))).toMatchObject({
    code: 'invalid_return',
  })
  expect(await refusalOf(seller.returns.moveAsSeller({ ...call, body: { status: 'refunded' } }))).toMatchObject({ code: 'invalid_return' })
  await seller.returns.moveAsSeller({ ...call, body: { status: 'received' } })
  expect(await refusalOf(seller.returns.moveAsSeller({ ...call, body: { status: 'refunded', deduction } }))).toMatchObject({
    code: 'no_deduction',
  })
  const tooMuch = staff.returns.move({ ...call, body: { status: 'refunded', deduction: { ...deduction, amount: 1000 } } })
  expect(await refusalOf(tooMuch)).toMatchObject({ errors: [{ field: 'deduction.amount' }] })
  const done = await staff.returns.move({ ...call, body: { status: 'refunded', deduction } })
  expect(done.deduction).toEqual(deduction)
  expect(cents(done.refundedAmount)).toBe(cents(order.totalAmount) - 500)
})

test('L1 two sellers: what has not shipped is canceled, the rest comes back; an order that is not paid owes that much less', async () => {
  const other = (await shop.make.business({ name: 'Zweitwerk', country: 'DE' })).id
  const order = await buy({ of: [businessId, other], isPaid: false })
  const part = { status: 'processing' as const }
  const [first] = order.fulfilments
  const target = { params: { id: order.id, businessId: first?.businessId ?? '' } }
  await staff.orders.setPartStatus({ ...target, body: part })
  await staff.orders.setPartStatus({ ...target, body: { status: 'shipped' } })
  await state({ orderNumber: order.number, name: 'Somebody' })
  const { items } = await staff.withdrawals.list()
  await accept({ params: { id: items[0]?.id ?? '' } })
  const now = await eva.orders.byId(params(order))
  expect(now.fulfilments.map(({ status }) => status).sort()).toEqual(['cancelled', 'shipped'])
  await moveAll(order, 'received')
  await moveAll(order, 'refunded')
  expect((await eva.orders.byId(params(order))).dueAmount).toBe(0)
})

test.each([
  ['at once', 'Eva Kunde', true],
  ['at once, of an order that is not paid', 'Eva Kunde', false],
  ['when staff accept it', 'Somebody', true],
  ['when staff accept it, of an order that is not paid', 'Somebody', false],
])(
  'L1 some products of a seller order that has not shipped are refunded %s: nothing is sent back or shipped',
  async (_when, name, isPaid) => {
    const order = await buy({ of: [businessId, businessId], quantity: 2, isPaid })
    const [item] = order.items
    const lines = [{ productId: item?.productId ?? '', quantity: 1 }]
    const before = (await stockOf(item?.productId)) ?? 0
    const found = await state({ orderNumber: order.number, name, lines }, eva)
    const isAtOnce = name === 'Eva Kunde'
    expect(await stockOf(item?.productId)).toBe(before + (isAtOnce ? 1 : 0))
    if (!isAtOnce) expect((await staff.withdrawals.byId(found)).lines[0]).toMatchObject({ isUnshipped: true, isCancelable: true })
    expect(await accept(found)).toMatchObject({ status: 'refunded' })
    const now = await eva.orders.byId(params(order))
    const worth = Math.round(cents(item?.cost) / 2)
    expect(now.status).toBe(order.status)
    if (isPaid) expect(cents(now.refundedAmount)).toBe(worth)
    else expect(cents(now.dueAmount)).toBe(cents(order.totalAmount) - worth)
    expect(await returnsOf(order)).toMatchObject([{ status: 'refunded', lines: [{ quantity: 1 }] }])
    expect(await stockOf(item?.productId)).toBe(before + 1)
    const decided = await mails('withdrawal-decided')
    expect(decided.map(({ facts }) => facts)).toMatchObject([{ isCanceled: '', isRefunded: isAtOnce ? '' : 'yes', sellers: [] }])
    expect(await mails('return-asked')).toMatchObject([{ to: 'team@wellwerk.test', facts: { isUnshipped: 'yes' } }])
    const own = await seller.sellerOrders.byId(params(order))
    expect(own.items).toMatchObject([{ quantity: 2, withdrawn: 1 }, { withdrawn: 0 }])
    const headers = { authorization: `Bearer ${seller.token}` }
    const slip = await shop.app.inject({ url: `/api/business/orders/${order.id}/packing-slip.pdf`, headers })
    expect(readPdf(slip.rawPayload).text).toContain('In this parcel: 3 units')
    if (!isPaid) await pay(order)
    expect((await eva.documents.ofOrder(params(order))).map(({ kind }) => kind)).toEqual(['invoice', 'credit_note']) // of one moment
    const again = await state({ orderNumber: order.number })
    const last = await eva.orders.byId(params(order))
    expect([last.status, last.refundedAmount]).toEqual(['cancelled', last.totalAmount])
    expect(await stockOf(item?.productId)).toBe(before + 2)
    expect(await accept(again)).toMatchObject({ status: 'refunded' })
  },
)

test('L1 products in words have to be chosen by staff, an unknown order has to be found, a refusal needs a reason', async () => {
  const order = await deliver(await buy({ quantity: 2 }))
  const found = await state({ orderNumber: 'ORD-TYPO', email: 'else@test.test', items: 'one mat' })
  expect(await refusalOf(accept(found))).toMatchObject({ errors: [{ field: 'orderNumber' }] })
  expect(await refusalOf(accept(found, { orderNumber: 'ORD-NONE' }))).toMatchObject({ errors: [{ field: 'orderNumber' }] })
  expect(await refusalOf(accept(found, { orderNumber: order.number }))).toMatchObject({ errors: [{ field: 'lines' }] })
  const refused = staff.withdrawals.decide({ ...found, body: { status: 'refused', answer: '' } })
  expect(await refusalOf(refused)).toMatchObject({ errors: [{ field: 'answer' }] })
  const linked = await staff.withdrawals.decide({ ...found, body: { status: 'received', orderNumber: order.number, answer: '' } })
  expect(linked).toMatchObject({ status: 'received', order: { number: order.number }, lines: [{ quantity: 0, left: 2 }] })
  const lines = [{ productId: order.items[0]?.productId ?? '', quantity: 1 }]
  expect(await accept(found, { orderNumber: order.number, lines })).toMatchObject({ status: 'accepted', order: { number: order.number } })
  expect((await returnsOf(order)).map((one) => one.lines.map(({ quantity }) => quantity))).toEqual([[1]])
  expect(await mails('withdrawal-decided')).toMatchObject([{ to: 'else@test.test' }, { to: 'eva@test.test' }])
  expect(await refusalOf(accept(found))).toMatchObject({ code: 'invalid_withdrawal' })
})

test('L1 a statement is confirmed within an hour by its token alone, and only once', async () => {
  const body = { orderNumber: 'ORD-1', name: 'Eva Kunde', email: 'eva@test.test', items: '' }
  const draft = await shop.visitor.withdrawals.start({ body })
  const other = await shop.visitor.withdrawals.start({ body })
  const confirm = (token: string) => shop.visitor.withdrawals.confirm({ params: { id: draft.id }, body: { token } })
  expect(await refusalOf(confirm(other.token))).toMatchObject({ code: 'link_invalid' })
  expect(await refusalOf(confirm('guess'))).toMatchObject({ code: 'link_invalid' })
  const receipt = await confirm(draft.token)
  expect(await confirm(draft.token)).toEqual(receipt)
  expect(await mails('withdrawal-received')).toHaveLength(1)
  shop.advance(3_601_000)
  expect(await refusalOf(shop.visitor.withdrawals.confirm({ params: { id: other.id }, body: { token: other.token } }))).toMatchObject({
    code: 'link_invalid',
  })
  expect((await staff.withdrawals.list()).total).toBe(1)
})

test('L1 only the buyer can choose products of an order, and no trap is stored', async () => {
  const order = await buy()
  const body = {
    orderNumber: order.number,
    name: 'Eva Kunde',
    email: 'eva@test.test',
    items: '',
    lines: [{ productId: order.items[0]?.productId ?? '', quantity: 1 }],
  }
  const mallory = await shop.signIn('customer')
  for (const by of [shop.visitor, mallory]) {
    expect(await refusalOf(by.withdrawals.start({ body }))).toMatchObject({ errors: [{ field: 'lines' }] })
  }
  expect(await refusalOf(eva.withdrawals.start({ body: { ...body, lines: [{ ...body.lines[0], quantity: 2 }] as never } }))).toMatchObject({
    errors: [{ field: 'lines' }],
  })
  await shop.visitor.withdrawals.start({
    body: { orderNumber: 'ORD-1', name: 'Bot', email: 'bot@test.test', items: '', website: 'http://spam.test' },
  })
  expect(await shop.deps.db.$count(withdrawals)).toBe(0)
})

test('L1 staff are reminded once, on the tenth day, of what is not refunded', async () => {
  const order = await deliver(await buy())
  await state({ orderNumber: order.number })
  shop.advance(9 * DAY_MS)
  expect(await remindRefunds(shop.deps)).toBe('No refunds due.')
  shop.advance(DAY_MS)
  expect(await remindRefunds(shop.deps)).toBe('1 refund due.')
  await remindRefunds(shop.deps)
  expect(await mails('withdrawal-due')).toHaveLength(1)
})

test('L1 sellers and customers see no list of withdrawals', async () => {
  for (const user of [seller, eva, shop.visitor]) expect((await outcomeOf(user.withdrawals.list())).status).toBeGreaterThan(400)
})

test('L1 of decisions and confirmations at once one counts: one number, one return, one refund', { timeout: raceTimeout(12) }, async () => {
  for (let round = 0; round < raceRounds(12); round += 1) {
    const order = await deliver(await buy({ quantity: 2 }))
    const draft = await shop.visitor.withdrawals.start({
      body: { orderNumber: order.number, name: 'Eva Kunde', email: 'eva@test.test', items: '' },
    })
    const confirm = () => shop.visitor.withdrawals.confirm({ params: { id: draft.id }, body: { token: draft.token } })
    const receipts = await Promise.all([confirm(), confirm(), confirm()])
    expect(new Set(receipts.map(({ number }) => number)).size).toBe(1)
    const outcomes = await Promise.all([1, 2, 3].map(() => outcomeOf(accept(params(draft)))))
    expect(outcomes.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409])
    const [returned] = await returnsOf(order)
    const refund = () => outcomeOf(staff.returns.move({ ...params(returned ?? { id: '' }), body: { status: 'refunded' } }))
    expect((await Promise.all([refund(), refund()])).map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
    const record = await findOrder(shop.deps.db, order.id, null)
    expect(record?.order.refundedCents).toBe(record?.order.paidCents)
  }
})
