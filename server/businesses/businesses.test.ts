import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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
  expect(await shop.visitor.businesses.byId({ params: { id: zeta.id } })).toEqual(items[1])
})

test('D51 e-mail and phone are shown only when the business publishes them', async () => {
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
