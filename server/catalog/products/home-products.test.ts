import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('S72 the home page gets featured products that the public may see, at most two of one business, at most eight (D33)', async () => {
  const flooder = await shop.make.business()
  const suspended = await shop.make.business({ businessStatus: 'suspended' })
  for (const category of ['mat-maker', 'chip-maker', 'mat', 'chip']) {
    await shop.make.product({ category, featured: true, businessId: flooder.id })
    await shop.make.product({ category, featured: true, businessId: suspended.id })
    await shop.make.product({ category, featured: true, status: 'Inactive' })
    await shop.make.product({ category, featured: false })
  }
  const { items } = await shop.visitor.products.featured()
  expect(items.map(({ businessId }) => businessId)).toEqual([flooder.id, flooder.id])
  for (let at = 0; at < 10; at += 1) await shop.make.product({ category: at % 2 ? 'chip' : 'mat-maker', featured: true })
  const { items: more } = await shop.visitor.products.featured()
  expect(more.map(({ type }) => type)).toEqual([...Array(4).fill('machine'), ...Array(4).fill('material')])
  expect(more.every(({ featured, status }) => featured && status === 'Active')).toBe(true)
})
