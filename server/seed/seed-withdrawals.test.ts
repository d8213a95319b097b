import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOrderDisagreements } from '#server/orders/order-disagreements.ts'
import { listMoneyDisagreements } from '#server/payments/ledger/money-disagreements.ts'
import { DEMO_CATALOG } from '#server/platform/config.ts'
import { orders, outbox } from '#server/platform/db/schema.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { createDemoAccounts } from './bootstrap-admin.ts'
import { seedDemo } from './seed-demo.ts'
import { seedWithdrawals } from './seed-withdrawals.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  await shop.reset()
  const deps = { ...shop.deps, config: { ...shop.deps.config, isDemo: true, catalogFile: DEMO_CATALOG } }
  await createDemoAccounts(deps, await seedDemo(deps))
  await seedWithdrawals(deps)
}, 120_000)
afterAll(() => shop.close())

test('L1 a private buyer in Germany has withdrawn three times: one is received, one accepted, one refunded; the books balance', async () => {
  const staff = await shop.signIn('application_admin')
  const { items } = await staff.withdrawals.list({ query: { sort: 'receivedAt' } })
  expect(items.map(({ status, name }) => [status, name])).toEqual([
    ['refunded', 'Eva Kunde'],
    ['accepted', 'Eva Kunde'],
    ['received', 'Eva Kunde'],
  ])
  expect(await shop.deps.db.$count(orders, and(eq(orders.buyerKind, 'consumer'), eq(orders.consumerLaw, 'eu')))).toBe(3)
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
  expect(await listMoneyDisagreements(shop.deps.db)).toEqual([])
  expect(await shop.deps.db.$count(outbox, and(eq(outbox.kind, 'mail'), isNull(outbox.sentAt)))).toBe(0)
})

test('L4 all sellers of the demo are checked traders but one', async () => {
  const staff = await shop.signIn('application_admin')
  const { items } = await staff.applications.listAll({ query: { limit: '50' } })
  expect(items.filter(({ openItems }) => openItems.length > 0).map(({ name, openItems }) => [name, openItems])).toEqual([
    ['Lindhorst Kartontechnik', ['self-certification', 'register check']],
  ])
})
