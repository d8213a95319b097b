import { afterAll, beforeAll, expect, test } from 'vitest'
import { categories, promotions } from '#server/platform/db/schema.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { seedReference } from './seed-reference.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('the demo codes exist only in a demo (D78)', async () => {
  const { db, config, now } = shop.deps
  await db.delete(promotions)
  await seedReference({ db, now, config: { ...config, isDemo: false } })
  expect(await db.select().from(promotions)).toEqual([])
  expect(await db.select().from(categories)).toHaveLength(6)
  await seedReference({ db, now, config: { ...config, isDemo: true } })
  const codes = await db.select().from(promotions)
  expect(codes.map(({ code }) => code).sort()).toEqual(['BULK20', 'FREESHIP', 'SAVE10', 'SAVE25', 'WELCOME10', 'WELCOME25'])
})
