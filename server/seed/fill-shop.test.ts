import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { products } from '#server/platform/db/schema.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { fillShop } from './fill-shop.ts'

const folder = mkdtempSync(join(tmpdir(), 'reflute-fill-'))
const catalogFile = join(folder, 'own.csv')
writeFileSync(
  catalogFile,
  'slug,name,category,business,priceUSD,priceEUR,stock\nown-blade,Own blade,accessories,Own Works,12.50,11.00,7\nfree-blade,Free blade,accessories,Own Works,free,1.00,1\n',
)

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({}, { catalogFile })
})
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a shop without products gets those of CATALOG_FILE, a row with an error stops no start, and later starts leave the products alone', async () => {
  const deps = { ...shop.deps, logger: false, config: { ...shop.deps.config, isDemo: false } } as const
  await shop.make.business({ name: 'Own Works' })
  const read = () => deps.db.select({ slug: products.slug, stock: products.stock }).from(products)
  await fillShop(deps, shop.database)
  expect(await read()).toEqual([{ slug: 'own-blade', stock: 7 }])
  await deps.db.update(products).set({ stock: 3, slug: 'renamed' })
  await fillShop(deps, shop.database)
  expect(await read()).toEqual([{ slug: 'renamed', stock: 3 }])
})
