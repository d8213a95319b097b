import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contactMessages, orders, payouts, refunds, returns, settings } from '#server/platform/db/schema.ts'
import { checkOut, pay } from '#server/testing/buyers.ts'
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

test('T12 the totals say whether one rate still counts in every country, until a super admin uses the rules', async () => {
  const [boss, staff] = [await shop.signIn('super_admin'), await shop.signIn('application_admin')]
  expect((await staff.staff.dashboardStats()).basis).toBe('rules')
  await shop.deps.db.insert(settings).values({ name: 'basis', value: { rates: 'legacy' } })
  expect((await staff.staff.dashboardStats()).basis).toBe('legacy')
  expect((await boss.staff.dashboardStats()).basis).toBe('legacy')
  await boss.shipping.applyRules()
  expect((await staff.staff.dashboardStats()).basis).toBe('rules')
})

test('B58 B176 recent activity is the last 20 entries of the audit log that the viewer may see, each with the name of what it is about', async () => {
  const boss = await shop.signIn('super_admin', { name: 'Sofia Super' })
  const staff = await shop.signIn('application_admin', { name: 'Stella Staff' })
  const business = await shop.make.business({ name: 'Pier Boxes' })
  await boss.applications.update({ params: { id: business.id }, body: { city: 'Duluth' } })
  for (let round = 0; round < 21; round += 1)
    await staff.applications.update({ params: { id: business.id }, body: { city: `City ${round}` } })
  const seen = await staff.staff.dashboardStats()
  expect(seen.recentActivity).toHaveLength(20)
  expect(seen.recentActivity[0]).toMatchObject({
    actorName: 'Stella Staff',
    action: 'business.edit',
    targetType: 'business',
    targetName: 'Pier Boxes',
  })
  await boss.applications.update({ params: { id: business.id }, body: { city: 'Last' } })
  expect((await boss.staff.dashboardStats()).recentActivity[0]).toMatchObject({ actorName: 'Sofia Super' })
  expect((await staff.staff.dashboardStats()).recentActivity.every(({ actorName }) => actorName === 'Stella Staff')).toBe(true)
})

test('signing in, rightly or wrongly, pushes nothing out of recent activity', async () => {
  const boss = await shop.signIn('super_admin')
  await boss.applications.update({ params: { id: (await shop.make.business()).id }, body: { city: 'Oslo' } })
  const wrong = { email: 'nobody@reflute.test', password: 'not-the-password' }
  for (let round = 0; round < 3; round += 1) await expect(shop.visitor.auth.login({ body: wrong })).rejects.toMatchObject({ status: 401 })
  const { recentActivity } = await boss.staff.dashboardStats()
  expect(recentActivity[0]).toMatchObject({ action: 'business.edit' })
  expect(recentActivity.map(({ action }) => action).filter((action) => action.startsWith('login'))).toEqual([])
})

test('B230 the figures are for application admins and super admins only', async () => {
  for (const role of ['business_admin', 'customer'] as const) {
    await expect((await shop.signIn(role)).staff.dashboardStats()).rejects.toMatchObject({ status: 403 })
  }
  await expect(shop.visitor.staff.dashboardStats()).rejects.toMatchObject({ status: 401 })
})

test('F7.3.15 the dashboard counts what waits for staff, with what came in this week', async () => {
  const boss = await shop.signIn('super_admin')
  const before = (await boss.staff.dashboardStats()).waiting
  await shop.visitor.messages.contact({ body: { name: 'Ann', email: 'ann@test.test', message: 'Which machine fits?' } })
  await shop.make.business({ businessStatus: 'pending' })
  const { waiting } = await boss.staff.dashboardStats()
  expect(waiting.messages).toEqual({ ...before.messages, count: before.messages.count + 1, lastWeek: before.messages.lastWeek + 1 })
  expect(waiting.applications.count).toBe(before.applications.count + 1)
  expect(waiting.payouts).toEqual({ count: 0, lastWeek: 0, weekBefore: 0 })
  expect(waiting.toShip.count).toBe(0)
})

test('F7.3.15 refunds and payouts are compared with the week before, as what came in is', async () => {
  const staff = await shop.signIn('application_admin')
  const buyer = await shop.signIn('customer')
  const { businessId, id: productId } = await shop.make.product({ businessId: (await shop.make.business()).id, stock: 9 })
  await buyer.cart.addItem({ body: { productId, quantity: 1 } })
  const { id: orderId } = await checkOut(buyer)
  await pay(shop, orderId)
  const now = shop.deps.now().getTime()
  const daysAgo = (days: number) => new Date(now - days * 86_400_000)
  const { waiting: before } = await staff.staff.dashboardStats()
  const refund = { orderId, reason: 'Dented', amountCents: 100, currency: 'USD' as const }
  await shop.deps.db.insert(refunds).values([1, 8, 9, 15].map((days) => ({ ...refund, cause: `trend-${days}`, createdAt: daysAgo(days) })))
  await shop.deps.db.insert(payouts).values(
    [2, 3, 10, 20].map((days) => ({
      number: `PAY-TREND-${days}`,
      businessId: businessId ?? '',
      currency: 'USD' as const,
      amountCents: 100,
      createdAt: daysAgo(days),
    })),
  )
  const { waiting } = await staff.staff.dashboardStats()
  expect(waiting.refunds).toMatchObject({ lastWeek: before.refunds.lastWeek + 1, weekBefore: before.refunds.weekBefore + 2 })
  expect(waiting.payouts).toMatchObject({ lastWeek: 2, weekBefore: 1 })
})

test('F7.3.15 what somebody has done waits no longer', async () => {
  const staff = await shop.signIn('application_admin')
  const counts = async () => {
    const { waiting } = await staff.staff.dashboardStats()
    return [waiting.toShip.count, waiting.returns.count, waiting.messages.count, waiting.applications.count, waiting.payouts.count]
  }
  const { id: businessId } = await shop.make.business({ businessStatus: 'pending' })
  const before = await counts()
  const buyer = await shop.signIn('customer')
  const { id: productId } = await shop.make.product({ businessId: (await shop.make.business()).id, stock: 9 })
  await buyer.cart.addItem({ body: { productId, quantity: 1 } })
  const { id: orderId } = await checkOut(buyer)
  const back = { orderId, businessId, userId: buyer.user.id, reason: 'damaged' as const }
  await shop.deps.db.insert(returns).values({ ...back, number: 'RMA-WAITS', status: 'requested' })
  await shop.visitor.messages.contact({ body: { name: 'Ann', email: 'ann@test.test', message: 'Which mat fits?' } })
  await shop.deps.db.insert(payouts).values({ number: 'PAY-WAITS', businessId, currency: 'USD', amountCents: 100 })
  expect(await counts()).toEqual(before.map((count, at) => count + (at === 3 ? 0 : 1)))

  await shop.deps.db.update(orders).set({ status: 'shipped' }).where(eq(orders.id, orderId))
  await shop.deps.db.update(returns).set({ status: 'approved' }).where(eq(returns.orderId, orderId))
  await shop.deps.db.update(contactMessages).set({ status: 'answered' }).where(eq(contactMessages.message, 'Which mat fits?'))
  await shop.deps.db.update(payouts).set({ status: 'paid' }).where(eq(payouts.number, 'PAY-WAITS'))
  await staff.applications.update({ params: { id: businessId }, body: { businessStatus: 'approved' } })
  expect(await counts()).toEqual(before.map((count, at) => count - (at === 3 ? 1 : 0)))
})

test('the menu counts for staff what waits in the shop, and for a seller only what is its own', async () => {
  const staff = await shop.signIn('application_admin')
  const business = await shop.make.business()
  const [seller, other] = [
    await shop.signIn('business_admin', { businessId: business.id }),
    await shop.signIn('business_admin', { businessId: (await shop.make.business()).id }),
  ]
  const read = async () => [await staff.office.waiting(), await seller.office.waiting(), await other.office.waiting()]
  const [all, ...none] = await read()
  expect(none).toEqual([0, 1].map(() => ({ orders: 0, quotes: 0, returns: 0, messages: 0, applications: 0 })))
  const buyer = await shop.signIn('customer')
  const { id: productId } = await shop.make.product({ businessId: business.id, stock: 9 })
  await buyer.cart.addItem({ body: { productId, quantity: 1 } })
  const { id: orderId } = await checkOut(buyer)
  const back = { orderId, businessId: business.id, userId: buyer.user.id, reason: 'damaged' as const }
  await shop.deps.db.insert(returns).values({ ...back, number: 'RMA-MENU', status: 'requested' })
  await shop.visitor.messages.contact({ body: { name: 'Ann', email: 'ann@test.test', message: 'Which roll fits?' } })
  await shop.make.business({ businessStatus: 'pending' })
  expect(await read()).toEqual([
    {
      orders: (all?.orders ?? 0) + 1,
      quotes: all?.quotes ?? 0,
      returns: (all?.returns ?? 0) + 1,
      messages: (all?.messages ?? 0) + 1,
      applications: (all?.applications ?? 0) + 1,
    },
    { orders: 1, quotes: 0, returns: 1, messages: 0, applications: 0 },
    { orders: 0, quotes: 0, returns: 0, messages: 0, applications: 0 },
  ])
  await expect(buyer.office.waiting()).rejects.toMatchObject({ status: 403 })
  await expect(shop.visitor.office.waiting()).rejects.toMatchObject({ status: 401 })
})
