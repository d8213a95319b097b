import { afterAll, beforeAll, expect, test } from 'vitest'
import { categories, promotions } from '#server/db/schema.ts'
import { seedReference } from '#server/seed/seed-reference.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('D40 the categories come in the order of the buttons, each with its public products', async () => {
  const hidden = await shop.make.business({ businessStatus: 'pending' })
  await shop.make.product({ category: 'chip-maker' })
  await shop.make.product({ category: 'chip-maker', status: 'Inactive' })
  await shop.make.product({ category: 'mat', businessId: hidden.id })
  const { items: list, total } = await shop.visitor.categories.listPublic()
  expect(total).toBe(list.length)
  expect(list.map(({ label, kind, count }) => [label, kind, count])).toEqual([
    ['Mat Makers', 'machine', 0],
    ['Chip Makers', 'machine', 1],
    ['Accessories', 'machine', 0],
    ['Replacement Parts', 'machine', 0],
    ['Mats', 'material', 0],
    ['Chips', 'material', 0],
  ])
})

test('seeding again changes nothing that staff have changed', async () => {
  const before = await shop.deps.db.select().from(promotions)
  await shop.deps.db.update(categories).set({ label: 'Renamed' })
  await seedReference(shop.deps)
  expect(new Set((await shop.visitor.categories.listPublic()).items.map(({ label }) => label))).toEqual(new Set(['Renamed']))
  expect(await shop.deps.db.select().from(promotions)).toEqual(before)
})
