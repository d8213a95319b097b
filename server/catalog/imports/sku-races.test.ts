import { and, eq, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { EMPTY_PRODUCT } from '#server/catalog/product-edits/check-form.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import { categories, products } from '#server/platform/db/schema.ts'
import { type ImportShop, importerOf, openDialogShop } from '#server/testing/import-shop.ts'
import { raceRounds, raceTimeout } from '#server/testing/race-rounds.ts'
import type { SignedInUser } from '#server/testing/test-shop.ts'
import type { ProductChange, ProductValues } from './product-values.ts'
import { storeChanges } from './store-changes.ts'

let shop: ImportShop
let businessId: string
let seller: SignedInUser
beforeAll(async () => {
  shop = await openDialogShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  businessId = (await shop.make.business({ name: 'Boxworks' })).id
  seller = await shop.signIn('business_admin', { businessId })
})

const TAKEN = 'You already have a product with SKU one-1.'
const withSku = (sku: string) =>
  shop.deps.db
    .select()
    .from(products)
    .where(and(eq(products.businessId, businessId), sql`lower(${products.sku}) = lower(${sku})`, ne(products.status, 'Deleted')))

async function made(slug: string, more: Partial<ProductValues>): Promise<ProductChange> {
  const [category] = await shop.deps.db.select().from(categories).where(eq(categories.value, 'mat'))
  if (!category) throw new Error('no category')
  const prices = { priceUsdCents: 12_00, priceEurCents: 11_00 }
  const values: ProductValues = { ...EMPTY_PRODUCT, ...prices, name: slug, type: 'material', categoryId: category.id, stock: 5, ...more }
  const counts = { products: 1, features: 0, images: 0, specifications: 0 }
  return { slug, row: 2, counts, specificationCells: [], attributes: [], fits: null, target: { kind: 'new', businessId, values } }
}

/** Stores `second` while the transaction that stores `first` still runs; returns what the second answered. */
async function storeTogether(first: ProductChange[], second: ProductChange[]) {
  const { db, now } = shop.deps
  const run = () => ({ importId: crypto.randomUUID(), actorId: null, now: now() })
  const { promise: end, resolve: finish } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const one = inTransaction(db, async (tx) => {
    const stored = await storeChanges(tx, first, run())
    begin()
    await end
    return stored
  })
  await begun
  const other = inTransaction(db, (tx) => storeChanges(tx, second, run()))
  await new Promise((resolve) => setTimeout(resolve, 100)) // it waits for the other's row
  finish()
  expect((await one).errors).toEqual([])
  return other
}

test('F1: of two imports with a new product of one SKU, the second leaves its row out and says why; its other rows are stored', async () => {
  const rows = [await made('second', { sku: 'one-1' }), await made('third', { sku: 'ONE-3' })]
  const stored = await storeTogether([await made('first', { sku: 'ONE-1' })], rows)
  expect(stored).toMatchObject({ created: 1, errors: [{ row: 2, column: 'sku', cause: 'taken', message: TAKEN }] })
  expect((await withSku('one-1')).map(({ slug }) => slug)).toEqual(['first'])
  expect(await withSku('one-3')).toHaveLength(1)
})

test('F1: a stored product does not take the SKU that another import gives away meanwhile, and its other rows are stored', async () => {
  const kept = await shop.make.product({ businessId, category: 'mat', slug: 'kept', name: 'Kept', sku: 'OLD-1' })
  const more = await shop.make.product({ businessId, category: 'mat', slug: 'more', name: 'More', sku: 'OLD-2' })
  const change = (id: string, row: number, values: Partial<ProductValues>): ProductChange => ({
    slug: 'any',
    row,
    counts: { products: 1, features: 0, images: 0, specifications: 0 },
    specificationCells: [],
    attributes: [],
    fits: null,
    target: { kind: 'stored', id, values },
  })
  const stored = await storeTogether(
    [await made('first', { sku: 'ONE-1' })],
    [change(kept.id, 2, { sku: 'one-1', name: 'Kept, renamed' }), change(more.id, 3, { name: 'More, renamed' })],
  )
  expect(stored).toMatchObject({ updated: 1, errors: [{ row: 2, column: 'sku', cause: 'taken', message: TAKEN }] })
  expect(await withSku('one-1')).toMatchObject([{ slug: 'first' }])
  expect(await withSku('OLD-1')).toMatchObject([{ name: 'Kept' }])
  expect(await withSku('OLD-2')).toMatchObject([{ name: 'More, renamed' }])
})

test(
  'F1: imports of the seller and of staff that run together leave one product of a SKU',
  async () => {
    const admin = await shop.signIn('application_admin')
    for (let round = 0; round < raceRounds(3); round += 1) {
      const file = (slug: string) =>
        `slug,name,business,category,priceUSD,priceEUR,stock,sku\n${slug}-${round},${slug},Boxworks,mat,12,11,9,RUN-${round}\n`
      const done = await Promise.all([
        importerOf(seller.sellerImports).importAll(file('own')),
        importerOf(admin.imports).importAll(file('staffs')),
      ])
      expect(await withSku(`run-${round}`)).toHaveLength(1)
      const reports = done.flatMap(({ report }) => report ?? [])
      expect(reports.reduce((sum, { created }) => sum + created, 0)).toBe(1)
      for (const { column, cause } of reports.flatMap(({ errors }) => errors)) expect([column, cause]).toEqual(['sku', 'taken'])
    }
  },
  raceTimeout(3),
)
