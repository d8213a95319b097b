import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { APPROVAL_STATUSES, BUSINESS_STATUSES, BUSINESS_TYPES } from '#domain/business.ts'
import { orders, sellerOrders } from '#server/platform/db/schema.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

test('S181 D51 only active and approved businesses are listed, by name, with the numbers of their public products', async () => {
  const zeta = await shop.make.business({ name: 'Zeta' })
  const alpha = await shop.make.business({ name: 'alpha', businessType: 'consumer' })
  for (const hidden of [
    { businessStatus: 'pending' },
    { businessStatus: 'rejected' },
    { businessStatus: 'suspended' },
    { status: 'Inactive' },
    { status: 'Deleted' },
  ] as const) {
    const { id } = await shop.make.business(hidden)
    await expect(shop.visitor.businesses.byId({ params: { id } })).rejects.toMatchObject({ status: 404 })
  }
  await shop.make.product({ businessId: zeta.id })
  await shop.make.product({ businessId: zeta.id, category: 'chip' })
  await shop.make.product({ businessId: zeta.id, category: 'mat' })
  await shop.make.product({ businessId: zeta.id, status: 'Inactive' })
  const { items, total } = await shop.visitor.businesses.list()
  expect([items.map(({ id }) => id), total]).toEqual([[alpha.id, zeta.id], 2])
  expect(items[1]).toMatchObject({ productCount: 3, machineCount: 1, materialCount: 2 })
  expect(items[0]).toMatchObject({ productCount: 0, machineCount: 0, materialCount: 0 })
  const shown = await shop.visitor.businesses.byId({ params: { id: zeta.id } })
  const trader = expect.objectContaining({ legalName: 'Example Packaging Inc.' })
  expect(shown).toEqual({
    ...items[1],
    trader,
    pauseText: null,
    producerNumbers: expect.arrayContaining([expect.objectContaining({ country: 'FR' })]),
  })
})

test('S258 the producers page reads producers that are Active and approved, and none of the 31 other combinations', async () => {
  for (const businessType of BUSINESS_TYPES)
    for (const status of BUSINESS_STATUSES)
      for (const businessStatus of APPROVAL_STATUSES)
        await shop.make.business({ name: `${businessType} ${status} ${businessStatus}`, businessType, status, businessStatus })
  const { items, total } = await shop.visitor.businesses.list({ query: { businessType: 'producer', limit: '24', page: '1' } })
  expect([items.map(({ name }) => name), total]).toEqual([['producer Active approved'], 1])
})

test('D51 email and phone are shown only when the business publishes them', async () => {
  await shop.make.business({ name: 'A', email: 'a@a.test', phone: '1' })
  await shop.make.business({ name: 'B', email: 'b@b.test', phone: '2', contactPublic: true })
  const { items } = await shop.visitor.businesses.list()
  expect(items.map(({ email, phone }) => [email, phone])).toEqual([
    [null, null],
    ['b@b.test', '2'],
  ])
  for (const item of items) expect(Object.keys(item)).not.toContain('contactPublic')
})

test('the list is narrowed by type and text, and paged', async () => {
  const fold = await shop.make.business({ name: 'Fold_100%', city: 'Köln' })
  const kiln = await shop.make.business({ name: 'Kiln', businessType: 'consumer' })
  const ids = async (query: { search?: string; businessType?: 'producer' | 'consumer'; limit?: string; page?: string }) =>
    (await shop.visitor.businesses.list({ query })).items.map(({ id }) => id)
  expect(await ids({ businessType: 'consumer' })).toEqual([kiln.id])
  expect(await ids({ search: 'KÖLN' })).toEqual([fold.id])
  expect(await ids({ search: 'd_1' })).toEqual([fold.id])
  expect(await ids({ search: 'l_ln' })).toEqual([])
  expect(await ids({ limit: '1', page: '2' })).toEqual([kiln.id])
  await expect(shop.visitor.businesses.list({ query: { limit: '0' } })).rejects.toMatchObject({ status: 422 })
  await expect(shop.visitor.businesses.byId({ params: { id: 'x' } })).rejects.toMatchObject({ status: 404 })
})

test('D50 a producer is found by its slug; one that is not public is not', async () => {
  const own = await shop.make.business({ name: 'Zeta Works', website: 'https://zeta.example' })
  const waiting = await shop.make.business({ name: 'Waiting Works', businessStatus: 'pending' })
  const closed = await shop.make.business({ name: 'Closed Works', status: 'Inactive' })
  const profile = await shop.visitor.businesses.bySlug({ params: { slug: own.slug } })
  expect(profile).toMatchObject({
    id: own.id,
    slug: 'zeta-works',
    name: 'Zeta Works',
    website: 'https://zeta.example',
    email: null,
    onTime: null,
  })
  for (const slug of [waiting.slug, closed.slug, 'nobody']) {
    await expect(shop.visitor.businesses.bySlug({ params: { slug } })).rejects.toMatchObject({ status: 404 })
  }
})

const DAY_MS = 86_400_000

test('D50 the on-time share counts deliveries of the last year only, and is silent below five', async () => {
  const seller = await shop.make.business({ name: 'Punctual' })
  const other = await shop.make.business({ name: 'Other' })
  const buyer = await shop.make.user('customer')
  const { db, now } = shop.deps
  const instant = (days: number) => new Date(now().getTime() + days * DAY_MS)
  const day = (days: number) => instant(days).toISOString().slice(0, 10)
  const zero = { subtotalCents: 100, discountCents: 0, shippingCents: 0, taxCents: 0, totalCents: 100 }
  async function deliver(businessId: string, arrived: number, promised: number, status: 'shipped' | 'delivered' = 'delivered') {
    const [order] = await db
      .insert(orders)
      .values({
        ...zero,
        number: crypto.randomUUID(),
        userId: buyer.id,
        userName: 'Ann',
        userEmail: buyer.email,
        customer: {},
        currency: 'USD',
        totalUsdCents: 100,
        shippingMethod: 'standard',
        pricing: {},
        paymentMethod: 'pay_later',
        estimatedDelivery: day(promised),
      })
      .returning()
    if (!order) throw new Error('no order')
    const part = { orderId: order.id, businessId, businessName: 'x', status, placedAt: order.createdAt, isShown: true }
    await db.insert(sellerOrders).values({ ...zero, ...part, updatedAt: instant(arrived) })
  }
  const onTime = async () => (await shop.visitor.businesses.bySlug({ params: { slug: 'punctual' } })).onTime
  for (let at = 0; at < 4; at += 1) await deliver(seller.id, -9, -9)
  await deliver(seller.id, -1, 3, 'shipped')
  await deliver(seller.id, -400, -399)
  await deliver(other.id, -9, -20)
  expect(await onTime()).toBeNull()
  await deliver(seller.id, -8, -9)
  expect(await onTime()).toEqual({ percent: 80, deliveries: 5 })
  await deliver(seller.id, -8, -1)
  expect(await onTime()).toEqual({ percent: 83, deliveries: 6 })
  const product = await shop.make.product({ businessId: seller.id, name: 'Sold on time' })
  const { business } = await shop.visitor.products.byId({ params: { id: product.id } })
  expect(business).toMatchObject({ slug: 'punctual', onTime: { percent: 83, deliveries: 6 } })
})

test('S192 S274 a public business carries id, name, description, email, website, logo, type, status and approval', async () => {
  const made = await shop.make.business({
    name: 'Whole',
    description: 'All of it.',
    website: 'https://whole.example',
    logo: '/media/l.png',
    contactPublic: true,
  })
  const [item] = (await shop.visitor.businesses.list()).items
  expect(item).toMatchObject({
    id: made.id,
    name: 'Whole',
    description: 'All of it.',
    email: made.email,
    website: 'https://whole.example',
    logo: '/media/l.png',
    businessType: 'producer',
    status: 'Active',
    businessStatus: 'approved',
  })
})
