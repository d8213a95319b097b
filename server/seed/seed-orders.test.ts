import { and, eq, isNull, ne } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDocumentDisagreements } from '#server/payments/documents/document-disagreements.ts'
import { listMoneyDisagreements } from '#server/payments/ledger/money-disagreements.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { readEarnings } from '#server/payouts/earnings/read-earnings.ts'
import { DEMO_CATALOG } from '#server/platform/config.ts'
import {
  disputes,
  documents,
  eInvoices,
  exchanges,
  orderLines,
  orders,
  outbox,
  payments,
  payouts,
  products,
  returns,
  users,
} from '#server/platform/db/schema.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { createDemoAccounts } from './bootstrap-admin.ts'
import { DEMO_ORDERS } from './demo-orders.ts'
import { seedDemo } from './seed-demo.ts'
import { seedOrders } from './seed-orders.ts'

/** Orders of the buyer that withdraws. */
const WITHDRAWN = 3
/** Orders of accepted quotes, and of exchanges. */
const QUOTED = 1
const EXCHANGED = 1

let shop: TestShop
let sellers: Map<string, string>
let stockBefore: unknown

const stock = async () => {
  const rows = await shop.deps.db.select({ slug: products.slug, stock: products.stock }).from(products)
  return rows.sort((a, b) => (a.slug < b.slug ? -1 : 1))
}

const ordersOfCustomer = async () => {
  const rows = await shop.deps.db
    .select({ order: orders })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(users.email, 'customer@reflute.test'))
    .orderBy(orders.createdAt)
  return rows.map(({ order }) => order)
}

beforeAll(async () => {
  shop = await openTestShop()
  await shop.reset()
  // the first day of a month, right after its documents were written
  const now = shop.deps.now()
  shop.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 5) - now.getTime())
  const deps = { ...shop.deps, config: { ...shop.deps.config, isDemo: true, catalogFile: DEMO_CATALOG } }
  sellers = await seedDemo(deps)
  await createDemoAccounts(deps, sellers)
  stockBefore = await stock()
  await seedOrders(deps)
})
afterAll(() => shop.close())

test('a demo begins with orders of its customer in every state, returns to answer, to exchange, refunded and exchanged', async () => {
  const rows = await ordersOfCustomer()
  expect(rows.map(({ status, paymentStatus, currency }) => [status, paymentStatus, currency])).toEqual([
    ['delivered', 'paid', 'USD'],
    ['delivered', 'paid', 'EUR'],
    ['delivered', 'paid', 'USD'],
    ['pending', 'unpaid', 'USD'], // of a quote
    ['delivered', 'partially_refunded', 'USD'],
    ['shipped', 'partially_refunded', 'USD'], // its rest is canceled
    ['processing', 'paid', 'USD'], // of an exchange
    ['shipped', 'paid', 'USD'],
    ['processing', 'paid', 'USD'],
    ['processing', 'partially_paid', 'USD'],
    ['pending', 'partially_paid', 'USD'],
    ['processing', 'partially_refunded', 'USD'], // units are refunded before they leave
    ['processing', 'paid', 'USD'],
    ['processing', 'paid', 'EUR'],
    ['processing', 'paid', 'EUR'],
    ['processing', 'paid', 'EUR'],
    ['pending', 'unpaid', 'USD'],
  ])
  const now = shop.deps.now().getTime()
  for (const { createdAt } of rows) expect(createdAt.getTime()).toBeLessThan(now)
  expect(rows.map(({ number }) => number)).toEqual(rows.map(({ number }) => number).toSorted())
  const back = await shop.deps.db.select().from(returns).where(isNull(returns.withdrawalId)).orderBy(returns.createdAt)
  expect(back.map(({ status, wish }) => `${status} ${wish}`)).toEqual([
    'refunded other',
    'refunded refund',
    'refunded refund', // a canceled rest
    'received same',
    'requested refund',
  ])
  expect(await shop.deps.db.$count(exchanges)).toBe(1)
  expect(await shop.deps.db.$count(payments, eq(payments.kind, 'refund'))).toBe(6) // two of an exchange, one each of a withdrawal, a canceled rest and units that are not shipped
})

test('a demo has a part of which some has left and the rest is canceled, and one with units that were refunded before they left', async () => {
  const rows = await shop.deps.db
    .select({ line: orderLines, order: orders })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
  const gone = rows.filter(({ line, order }) => line.withdrawn > 0 && order.paymentStatus === 'partially_refunded')
  const facts = gone.map(({ line: { quantity, shipped, withdrawn }, order: { status } }) => [status, quantity, shipped, withdrawn])
  expect(facts.toSorted(([one = ''], [other = '']) => String(one).localeCompare(String(other)))).toEqual([
    ['processing', 4, 0, 1],
    ['shipped', 5, 3, 2],
  ])
})

test('I1 I4 I6 a demo has invoices, a credit note, an e-invoice to make, and what its sellers bill the shop for the months before', async () => {
  const rows = await shop.deps.db.select().from(documents).orderBy(documents.issuedAt)
  const labelsOf = (kind: string) => rows.filter((row) => row.kind === kind).map(({ label }) => label)
  expect(labelsOf('invoice').length).toBeGreaterThan(4)
  expect(labelsOf('credit_note')).toEqual([1, 2, 3, 4, 5, 6].map((number) => `CN-00000${number}`)) // one for each of the refunds
  expect(labelsOf('self_bill')).toContain('SB-SECOND-000001')
  expect(rows.some(({ kind, taxCents }) => kind === 'self_bill' && taxCents > 0)).toBe(true)
  const [german, domestic] = rows.filter(({ buyerName, kind }) => buyerName === 'Demo Kartonhaus GmbH' && kind === 'invoice')
  expect([german?.taxCents, german?.content.taxes[0]?.reason]).toEqual([0, 'intra_community'])
  const toMake = (await shop.deps.db.select().from(eInvoices)).map(({ documentId }) => documentId)
  expect(new Set(toMake)).toEqual(new Set([german?.id, domestic?.id]))
  expect(await listDocumentDisagreements(shop.deps.db)).toEqual([])
})

test('T12 G22 G23 a demo has a machine for a private person in France, and one for a business in the country it leaves from', async () => {
  const rows = (await ordersOfCustomer()).filter(({ shippingCents, currency }) => currency === 'EUR' && shippingCents > 100_00)
  const facts = rows.map(({ taxMode, taxCountry, subtotalCents, shippingCents, taxCents, totalCents }) => [
    taxMode,
    taxCountry,
    subtotalCents,
    shippingCents,
    taxCents,
    totalCents,
  ])
  expect(facts).toEqual([
    ['included', 'FR', 5_148_00, 178_80, 887_80, 5_326_80],
    ['added', 'DE', 12_950_00, 289_00, 2_515_41, 15_754_41],
  ])
  const invoices = await shop.deps.db.select().from(documents).where(eq(documents.kind, 'invoice'))
  const reasonsOf = (orderId: string | undefined) =>
    invoices.filter((row) => row.orderId === orderId).flatMap(({ content }) => content.taxes.map(({ reason }) => reason))
  expect(rows.map(({ id }) => reasonsOf(id))).toEqual([['oss'], ['domestic']])
})

test('T12 a certificate of its customer waits for review, and its file can be read', async () => {
  const staff = await shop.signIn('application_admin')
  const { items } = await staff.exemptions.list()
  expect(items).toMatchObject([{ status: 'waiting', number: 'IL-DEMO-0001', states: ['IL'], customer: { email: 'customer@reflute.test' } }])
  const url = `/api/exemptions/${items[0]?.id}/file`
  const file = await shop.app.inject({ url, headers: { authorization: `Bearer ${staff.token}` } })
  expect([file.statusCode, file.body.slice(0, 5)]).toEqual([200, '%PDF-'])
})

test('both sellers of the demo have earned: one has money that is available, for the other payouts are prepared, and some still waits', async () => {
  const fundsOf = async (email: string) => {
    const { balances } = await readEarnings(shop.deps, sellers.get(email) ?? '')
    const funds = balances.find(({ currency }) => currency === 'USD')
    return [funds?.available ?? 0, funds?.pending ?? 0].map((amount) => amount > 0)
  }
  expect(await fundsOf('seller@reflute.test')).toEqual([true, true])
  expect(await fundsOf('seller2@reflute.test')).toEqual([false, true])
  const prepared = await shop.deps.db.select().from(payouts).orderBy(payouts.number)
  expect(prepared.map(({ status, businessId }) => [status, businessId])).toEqual([
    ['draft', sellers.get('seller2@reflute.test')],
    ['draft', sellers.get('seller2@reflute.test')],
  ])
})

test('one order of the demo was paid by card and is disputed: its shares are held, and nobody is asked for it', async () => {
  const [disputed, ...others] = await shop.deps.db.select().from(disputes)
  expect(others).toEqual([])
  expect(disputed).toMatchObject({ status: 'needs_response', isLive: false, closedAt: null })
  expect(disputed?.evidenceDueAt?.getTime()).toBeGreaterThan(shop.deps.now().getTime())
  const [order] = await shop.deps.db
    .select()
    .from(orders)
    .where(eq(orders.id, disputed?.orderId ?? ''))
  expect(order).toMatchObject({ paymentMethod: 'card', paymentStatus: 'paid', paidCents: disputed?.amountCents })
  const held = await Promise.all([...sellers.values()].map(async (id) => (await readEarnings(shop.deps, id)).balances))
  expect(held.flat().filter((balance) => balance.disputed > 0)).toHaveLength(1)
  expect(await shop.deps.db.$count(outbox, and(isNull(outbox.sentAt), ne(outbox.kind, 'mail')))).toBe(0)
})

test('its books balance, no email is sent, and the stock is that of the catalog', async () => {
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
  expect(await listMoneyDisagreements(shop.deps.db)).toEqual([])
  expect(await shop.deps.db.$count(outbox, and(eq(outbox.kind, 'mail'), isNull(outbox.sentAt)))).toBe(0)
  expect(await shop.deps.db.$count(outbox, eq(outbox.kind, 'mail'))).toBeGreaterThan(DEMO_ORDERS.length)
  expect(await stock()).toEqual(stockBefore)
})

test('at the next start nothing is added, and a shop with other products or users gets no orders', async () => {
  await seedOrders(shop.deps)
  expect(await shop.deps.db.$count(orders)).toBe(DEMO_ORDERS.length + WITHDRAWN + QUOTED + EXCHANGED)
  await shop.reset()
  await seedOrders(shop.deps)
  await createDemoAccounts(shop.deps, new Map())
  await seedOrders(shop.deps)
  expect(await shop.deps.db.$count(orders)).toBe(0)
})
