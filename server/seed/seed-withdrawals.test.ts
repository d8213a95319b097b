import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { legalTitle } from '#domain/trader.ts'
import { listMoneyDisagreements } from '#server/payments/ledger/money-disagreements.ts'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { DEMO_CATALOG } from '#server/platform/config.ts'
import { businesses, documents, orders, outbox } from '#server/platform/db/schema.ts'
import { isPossibleVatId } from '#server/platform/vendors/vat-syntax.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { createDemoAccounts } from './bootstrap-admin.ts'
import { seedDemo } from './seed-demo.ts'
import { seedOrders } from './seed-orders.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  await shop.reset()
  const deps = { ...shop.deps, config: { ...shop.deps.config, isDemo: true, catalogFile: DEMO_CATALOG } }
  await createDemoAccounts(deps, await seedDemo(deps))
  await seedOrders(deps)
})
afterAll(() => shop.close())

test('L1 a private buyer in Germany has withdrawn three times: one is received, one accepted, one refunded; the books balance', async () => {
  const staff = await shop.signIn('application_admin')
  const { items } = await staff.withdrawals.list({ query: { sort: 'receivedAt' } })
  expect(items.map(({ status, name }) => [status, name])).toEqual([
    ['refunded', 'Eva Kunde'],
    ['accepted', 'Eva Kunde'],
    ['received', 'Eva Kunde'],
  ])
  // one of the customer in France
  expect(await shop.deps.db.$count(orders, and(eq(orders.buyerKind, 'consumer'), eq(orders.consumerLaw, 'eu')))).toBe(4)
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
  expect(await listMoneyDisagreements(shop.deps.db)).toEqual([])
  expect(await shop.deps.db.$count(outbox, and(eq(outbox.kind, 'mail'), isNull(outbox.sentAt)))).toBe(0)
})

test('I1 no document of the demo is older than the one with the number before', async () => {
  const rows = await shop.deps.db.select().from(documents).orderBy(documents.kind, documents.number)
  const series = [...Map.groupBy(rows, ({ kind, issuerBusinessId }) => `${kind} ${issuerBusinessId}`).values()]
  expect(rows.filter(({ kind }) => kind === 'invoice').length).toBeGreaterThan(9)
  for (const numbered of series) {
    const days = numbered.map(({ issuedAt }) => issuedAt.toISOString())
    expect(days, numbered[0]?.kind).toEqual(days.toSorted())
  }
  const placed = await shop.deps.db.select({ number: orders.number }).from(orders).orderBy(orders.createdAt)
  expect(placed.map(({ number }) => number)).toEqual(placed.map(({ number }) => number).toSorted())
})

test('L10 one notice of the demo waits for a decision, one is decided; L5 one product is recalled, which nobody bought', async () => {
  const staff = await shop.signIn('application_admin')
  const { items } = await staff.notices.list({ query: { sort: 'receivedAt' } })
  expect(items.map(({ status, decision, product }) => [status, decision, product?.name])).toEqual([
    ['decided', 'kept', 'Bottle sleeve magnum'],
    ['new', null, 'Interleaf 300 × 300, heavy'],
  ])
  const { items: recalls, total } = await shop.visitor.recalls.list()
  expect([total, recalls[0]?.slug]).toEqual([1, 'kiln-row-small-mats'])
})

test('L4 each seller of the demo has the VAT ID that was checked, and its legal form once', async () => {
  const rows = await shop.deps.db.select().from(businesses).orderBy(businesses.name)
  expect(rows.map(({ name, vatId }) => [name, vatId]).filter(([, vatId]) => vatId === null)).toEqual([
    ['Lakeside Fiber Supply', null], // of the United States
    ['North Fold Works', null],
  ])
  for (const { vatId } of rows) if (vatId !== null) expect(isPossibleVatId(vatId), vatId).toBe(true)
  for (const row of rows) expect(legalTitle(row)).toBe(row.legalName)
})

test('L4 all sellers of the demo are checked traders but one', async () => {
  const staff = await shop.signIn('application_admin')
  const { items } = await staff.applications.listAll({ query: { limit: '50' } })
  expect(items.filter(({ openItems }) => openItems.length > 0).map(({ name, openItems }) => [name, openItems])).toEqual([
    ['Lindhorst Kartontechnik', ['self-certification', 'register check']],
  ])
})
