import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { products as catalogProducts } from '#content/catalog.ts'
import { DAY_MS } from '#domain/time.ts'
import { changeSales } from '#server/catalog/products/sale-jobs.ts'
import { exchangeRates, products } from '#server/platform/db/schema.ts'
import { isPossibleVatId } from '#server/platform/vendors/vat-syntax.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { seedDemo } from './seed-demo.ts'

const folder = mkdtempSync(join(tmpdir(), 'reflute-demo-'))
const ownCatalog = join(folder, 'own.csv')
writeFileSync(ownCatalog, 'slug,name,category,business,priceUSD,priceEUR\nown,Own,accessories,Nobody,free,1.00\n')

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({}, { catalogFile: ownCatalog })
})
beforeEach(() => shop.reset())
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

const countProducts = () => shop.deps.db.$count(products)

test('F7.1.10 the demo keeps its products with CATALOG_FILE, which an import without a body reads, and a bad row stops no start', async () => {
  await seedDemo(shop.deps)
  expect(await countProducts()).toBe(catalogProducts.length)
  const admin = await shop.signIn('application_admin')
  expect(await admin.imports.importExcel()).toMatchObject({ success: false, created: 0, skipped: 1 })
  expect(await countProducts()).toBe(catalogProducts.length)
})

test('F7.1.10 a demo without CATALOG_FILE has its products, too', async () => {
  await seedDemo({ ...shop.deps, config: { ...shop.deps.config, catalogFile: null } })
  expect(await countProducts()).toBe(catalogProducts.length)
})

test('T12 the demo is registered for taxes with numbers that nobody has, and has a VAT id that counts without a network', async () => {
  await seedDemo(shop.deps)
  const staff = await shop.signIn('application_admin')
  const { items } = await staff.tax.registrations()
  expect(items.map(({ country, scheme, number, note }) => [country, scheme, number, note])).toEqual([
    ['FR', 'domestic', 'FR11123456782', 'demo'],
    ['DE', 'domestic', 'DE123456788', 'demo'],
    ['IE', 'domestic', 'IE1234567T', 'demo'],
    ['IE', 'oss', 'IE1234567T', 'demo'],
    ['SE', 'domestic', 'SE123456789701', 'demo'],
    ['IE', 'domestic', 'IE7654321G', 'demo'], // of a seller
  ])
  for (const { number } of items) expect(isPossibleVatId(number), number).toBe(true)
  expect(await staff.vatIds.check({ body: { vatId: 'DE111111117' } })).toMatchObject({ status: 'valid' })
  await seedDemo(shop.deps)
  expect((await staff.tax.registrations()).total).toBe(6)
  expect(await shop.deps.db.select().from(exchangeRates)).toMatchObject([{ currency: 'USD', source: 'demo' }])
})

test('F1 F3 the demo sells from a minimum in steps, by price tiers of a product, and at a sale price', async () => {
  await seedDemo(shop.deps)
  const bySlug = (slug: string) => shop.visitor.products.bySlug({ params: { slug } })
  const chips = await bySlug('kiln-row-surplus-chips')
  expect(chips).toMatchObject({ minQuantity: 2, quantityStep: 2 })
  expect((await bySlug('pallet-pad-1200x1000')).priceLadder).toMatchObject([{ minQuantity: 10 }, { minQuantity: 25 }, { minQuantity: 50 }])
  await changeSales(shop.deps) // the job of each minute
  expect(await bySlug('coarse-chips-bulk-bag')).toMatchObject({ priceUSD: 75.6, priceEUR: 71.55 })
})

test('a seller of the demo takes no orders now, and another will pause', async () => {
  await seedDemo(shop.deps)
  const { items } = await shop.visitor.products.list({ query: { limit: '500', businessType: 'all', country: 'US', buyer: 'business' } })
  const paused = items.filter(({ display }) => display?.reason?.includes('takes orders again from'))
  expect(new Set(paused.map(({ businessName }) => businessName))).toEqual(new Set(['Kiln Row Ceramics']))
  shop.advance(25 * DAY_MS)
  const pauseOf = async (slug: string) => (await shop.visitor.businesses.bySlug({ params: { slug } })).pauseText
  expect(await pauseOf('lakeside-fiber-supply')).toContain('takes orders again from')
  expect(await pauseOf('kiln-row-ceramics')).toBeNull()
})
