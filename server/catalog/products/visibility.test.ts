import { AsyncLocalStorage } from 'node:async_hooks'
import { eq, sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { baseCategory } from '#server/platform/db/base-category.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import { businesses, categories, products } from '#server/platform/db/schema.ts'
import { maySell } from '#server/sellers/businesses/public-businesses.ts'
import { raceRounds, raceTimeout } from '#server/testing/race-rounds.ts'
import { openCatalogShop, shop } from '#server/testing/small-catalog.ts'
import { takeStock } from './product-record.ts'

openCatalogShop()

const onPostgres = test.runIf(inject('database').kind === 'postgres')
const ROUNDS = 40

const place = sql<number>`case ${baseCategory} when 'replacement-parts' then 3 when 'accessories' then 2
  else case when ${products.type} = 'material' then 1 else 0 end end`

/** Compares the columns that triggers write with what they stand for. */
async function expectTruth(): Promise<void> {
  const rows = await shop.deps.db
    .select({
      name: products.name,
      isPublic: products.isPublic,
      inStock: products.inStock,
      shopPlace: products.shopPlace,
      truth: sql<object>`json_build_object('isPublic', ${products.status} = 'Active' and ${maySell}, 'inStock', ${products.stock} >= ${products.minQuantity}, 'shopPlace', ${place})`,
    })
    .from(products)
    .innerJoin(businesses, eq(products.businessId, businesses.id))
    .innerJoin(categories, eq(products.categoryId, categories.id))
  for (const { name, truth, ...columns } of rows) expect({ name, ...columns }).toEqual({ name, ...truth })
}

const isPublic = async (id: string) =>
  (await shop.deps.db.select({ isPublic: products.isPublic }).from(products).where(eq(products.id, id)))[0]?.isPublic
const setBusiness = (id: string, set: Partial<typeof businesses.$inferInsert>) =>
  shop.deps.db.update(businesses).set(set).where(eq(businesses.id, id))
const setProduct = (id: string, set: Partial<typeof products.$inferInsert>) =>
  shop.deps.db.update(products).set(set).where(eq(products.id, id))

test('a product is public while it is Active and its business may sell, whatever a statement says', async () => {
  const own = await shop.make.business()
  const waiting = await shop.make.business({ businessStatus: 'pending' })
  const { id } = await shop.make.product({ businessId: own.id, isPublic: false, inStock: false })
  const early = await shop.make.product({ businessId: waiting.id, isPublic: true, stock: 0 })
  expect([await isPublic(id), await isPublic(early.id)]).toEqual([true, false])
  await setProduct(id, { status: 'Suspended' })
  expect(await isPublic(id)).toBe(false)
  await setProduct(id, { status: 'Active', isPublic: false })
  expect(await isPublic(id)).toBe(true)
  for (const set of [{ status: 'Suspended' }, { status: 'Deleted' }, { status: 'Inactive' }, { businessStatus: 'suspended' }] as const) {
    await setBusiness(own.id, set)
    expect(await isPublic(id)).toBe(false)
    await setBusiness(own.id, { status: 'Active', businessStatus: 'approved' })
    expect(await isPublic(id)).toBe(true)
  }
  await setProduct(id, { businessId: waiting.id })
  expect(await isPublic(id)).toBe(false)
  await setBusiness(waiting.id, { businessStatus: 'approved' })
  expect([await isPublic(id), await isPublic(early.id)]).toEqual([true, true])
  await expectTruth()
})

test('the stock, a category and a renamed category are followed', async () => {
  const made = await shop.make.product({ category: 'accessories', stock: 2 })
  await takeStock(shop.deps.db, made.id, 2)
  await expectTruth()
  await setProduct(made.id, { stock: 1 })
  await expectTruth()
  const staff = await shop.signIn('super_admin')
  const list = await shop.visitor.categories.listPublic()
  const category = list.items.find(({ value }) => value === 'accessories')
  const other = list.items.find(({ value }) => value === 'mat-maker')
  if (!category || !other) throw new Error('no category')
  await staff.categories.update({ params: { idOrValue: category.id }, body: { value: 'add-ons', label: 'Add-ons' } })
  await expectTruth()
  await setProduct(made.id, { categoryId: other.id })
  await expectTruth()
  expect(await shop.deps.db.select({ place: products.shopPlace }).from(products).where(eq(products.id, made.id))).toEqual([{ place: 0 }])
})

onPostgres(
  `in ${raceRounds(ROUNDS)} races no product stays public of a business that is suspended while it is created, moved or activated`,
  async () => {
    const { db } = shop.deps
    const other = await shop.make.business()
    const [{ id: categoryId } = { id: '' }] = await db.select({ id: categories.id }).from(categories).limit(1)
    const draft = (businessId: string, name: string) => ({
      businessId,
      categoryId,
      name,
      slug: crypto.randomUUID(),
      type: 'machine' as const,
      priceUsdCents: 100,
      priceEurCents: 100,
    })
    for (let round = 0; round < raceRounds(ROUNDS); round += 1) {
      const own = await shop.make.business()
      const moved = await shop.make.product({ businessId: other.id })
      const hidden = await shop.make.product({ businessId: own.id, status: 'Inactive' })
      await Promise.all([
        inTransaction(db, async (tx) => {
          await tx.insert(products).values(draft(own.id, 'Created'))
          await tx.execute(sql`select pg_sleep(${Math.random() / 100})`)
        }),
        inTransaction(db, (tx) => tx.update(products).set({ businessId: own.id }).where(eq(products.id, moved.id))),
        inTransaction(db, async (tx) => {
          await tx.update(products).set({ status: 'Active' }).where(eq(products.id, hidden.id))
          await tx.execute(sql`select pg_sleep(${Math.random() / 100})`)
        }),
        inTransaction(db, async (tx) => {
          await tx.execute(sql`select pg_sleep(${Math.random() / 100})`)
          await tx
            .update(businesses)
            .set(round % 2 === 0 ? { status: 'Suspended' } : { businessStatus: 'suspended' })
            .where(eq(businesses.id, own.id))
        }),
      ])
      const left = await db.$count(products, sql`${products.businessId} = ${own.id} and ${products.isPublic}`)
      expect(left).toBe(0)
    }
    await expectTruth()
  },
  raceTimeout(ROUNDS),
)

onPostgres('a suspension waits for a product that is being created', async () => {
  const own = await shop.make.business()
  const template = await shop.make.product({ businessId: own.id })
  let suspended: Promise<unknown> = Promise.resolve()
  let isDone = false
  const somebodyElse = AsyncLocalStorage.snapshot()
  await inTransaction(shop.deps.db, async (tx) => {
    await tx.execute(sql`insert into products (slug, name, type, category_id, business_id, price_usd_cents, price_eur_cents)
      select slug || '-2', name, type, category_id, business_id, 1, 1 from products where id = ${template.id}`)
    suspended = somebodyElse(async () => {
      await setBusiness(own.id, { status: 'Suspended' })
      isDone = true
    })
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(isDone).toBe(false)
  })
  await suspended
  expect(await shop.deps.db.$count(products, sql`${products.businessId} = ${own.id} and ${products.isPublic}`)).toBe(0)
})

onPostgres('what is not public any more is in no list, count or facet, also while counts are cached', async () => {
  await shop.reset()
  const { revisions } = shop.database
  revisions.follow()
  await expect.poll(() => revisions.state).not.toBeNull()
  const own = await shop.make.business({ name: 'Seen Works' })
  const { id, slug } = await shop.make.product({ businessId: own.id, name: 'Seen machine', featured: true, impactModel: null })
  const { products: calls, categories: groups, businesses: sellers } = shop.visitor
  const statusOf = (call: Promise<unknown>) =>
    call.then(
      () => 1,
      () => 0,
    )
  /** Counts where the product is seen. */
  async function seen() {
    const [list, facets, byCategory, featured, listed] = [
      await calls.list(),
      await calls.facets({ query: {} }),
      await calls.list({ query: { category: 'mat-maker', sort: '-price' } }),
      await calls.featured({ query: {} }),
      await groups.listPublic(),
    ]
    return [
      list.items.length,
      list.total,
      facets.total,
      facets.inStock,
      facets.businesses.length,
      byCategory.items.length,
      byCategory.total,
      featured.items.length,
      listed.items.reduce((sum, { count = 0 }) => sum + count, 0),
      await statusOf(calls.bySlug({ params: { slug } })),
      (await sellers.list()).items.reduce((sum, { productCount }) => sum + productCount, 0),
    ]
  }
  const everywhere = Array.from({ length: 11 }, () => 1)
  const nowhere = Array.from({ length: 11 }, () => 0)
  const hide: [() => Promise<unknown>, () => Promise<unknown>][] = [
    [() => setProduct(id, { status: 'Inactive' }), () => setProduct(id, { status: 'Active' })],
    [() => setBusiness(own.id, { status: 'Suspended' }), () => setBusiness(own.id, { status: 'Active' })],
    [() => setBusiness(own.id, { status: 'Deleted' }), () => setBusiness(own.id, { status: 'Active' })],
    [() => setBusiness(own.id, { businessStatus: 'suspended' }), () => setBusiness(own.id, { businessStatus: 'approved' })],
  ]
  await expect.poll(seen).toEqual(everywhere)
  for (const [leave, comeBack] of hide) {
    await leave()
    await expect.poll(seen).toEqual(nowhere)
    await comeBack()
    await expect.poll(seen).toEqual(everywhere)
  }
  const [other] = await shop.deps.db.select({ id: categories.id }).from(categories).where(eq(categories.value, 'chip-maker'))
  await setProduct(id, { categoryId: other?.id ?? '' })
  const left = async () => (await calls.list({ query: { category: 'mat-maker' } })).total
  await expect.poll(left).toBe(0)
  expect((await calls.list({ query: { category: 'chip-maker' } })).items.map((item) => item.id)).toEqual([id])
  expect((await calls.facets({ query: {} })).categories.map(({ value, count }) => [value, count])).toEqual([['chip-maker', 1]])
})
