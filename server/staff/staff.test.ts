import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('B245 B346 B347 the totals leave deleted users, products and businesses out; no business gives 0, never a division by zero', async () => {
  const boss = await shop.signIn('super_admin')
  expect(await boss.staff.dashboardStats()).toMatchObject({
    totalUsers: 1,
    totalProducts: 0,
    totalOrders: 0,
    monthlyRevenue: 0,
    conversionRate: 0,
    averageProducts: 0,
  })
  const [one, two] = [await shop.make.business(), await shop.make.business()]
  await shop.make.business({ businessStatus: 'pending' })
  await shop.make.business({ status: 'Deleted' })
  for (const businessId of [one.id, one.id, two.id]) await shop.make.product({ businessId })
  await shop.make.product({ businessId: two.id, status: 'Deleted' })
  expect(await boss.staff.dashboardStats()).toMatchObject({
    totalProducts: 3,
    conversionRate: 67,
    averageProducts: 2,
    businesses: { total: 3, approved: 2, pending: 1 },
  })
})
