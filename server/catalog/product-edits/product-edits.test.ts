import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOrderDisagreements } from '#server/payments/ledger/order-disagreements.ts'
import { auditEntries, productSlugs, products, settings, stockMovements } from '#server/platform/db/schema.ts'
import { checkOut, refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let seller: SignedInUser
let staff: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
  seller = await shop.signIn('business_admin')
  staff = await shop.signIn('application_admin')
})
afterAll(() => shop.close())

const NEW = {
  name: 'Fold Cutter',
  description: 'Cuts cardboard.',
  category: 'mat-maker',
  type: 'machine' as const,
  priceUSD: '1249.90',
  priceEUR: 1149.5,
}
const own = () => seller.user.businessId ?? ''
const rowOf = async (id: string) => (await shop.deps.db.select().from(products).where(eq(products.id, id)))[0]
const movementsOf = (id: string) => shop.deps.db.select().from(stockMovements).where(eq(stockMovements.productId, id))

test('B258 B216 a seller makes a product of its own business, whatever the form says: 201 with the stored product, in the shape of a read', async () => {
  const other = await shop.make.business()
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/products',
    headers: { authorization: `Bearer ${seller.token}` },
    payload: {
      ...NEW,
      fullDescription: 'All about it.',
      businessType: 'producer',
      featured: true,
      stock: 7,
      businessId: other.id,
      status: 'Suspended',
      role: 'super_admin',
      features: ['Quiet', '', '  '],
      images: ['https://pictures.test/a.jpg', { url: 'https://pictures.test/b.jpg', alt: 'The side' }, ''],
      specifications: { Width: '40 cm', Power: '1 kW' },
      sustainabilityMetrics: { energyEfficiency: 'Good' },
      leadTimeDays: 3,
    },
  })
  expect(answer.statusCode).toBe(201)
  const made = answer.json()
  expect(made).toMatchObject({
    slug: 'fold-cutter',
    status: 'Active',
    businessId: own(),
    priceUSD: 1249.9,
    priceEUR: 1149.5,
    stock: 7,
    featured: true,
    features: ['Quiet'],
    images: ['https://pictures.test/a.jpg', 'https://pictures.test/b.jpg'],
    specificationRows: [
      { name: 'Power', value: '1 kW' },
      { name: 'Width', value: '40 cm' },
    ],
    sustainabilityMetrics: { energyEfficiency: 'Good', materialSavings: '' },
    leadTimeDays: 3,
    shippingClass: 'freight',
    version: 1,
  })
  expect(made).toEqual(await seller.products.byId({ params: { id: made.id } }))
  expect((await shop.visitor.products.list({ query: { search: 'fold cutter' } })).total).toBe(1)
  expect(await movementsOf(made.id)).toMatchObject([{ delta: 7, reason: 'initial', actorId: seller.user.id }])
  const twin = await seller.productEdits.create({ body: NEW })
  expect([twin.slug, twin.stock]).toEqual(['fold-cutter-2', 0])
})

test('the same name saved twelve times at once gives twelve products with twelve addresses; so do twelve copies', async () => {
  const twelve = <Made>(make: () => Promise<Made>) => Promise.all(Array.from({ length: 12 }, make))
  const made = await twelve(() => seller.productEdits.create({ body: { ...NEW, name: 'Twelve Cutter', images: [] } }))
  const slugs = made.map(({ slug }) => slug)
  const wanted = (start: string) => [start, ...Array.from({ length: 11 }, (_, at) => `${start}-${at + 2}`)].sort()
  expect(slugs.sort()).toEqual(wanted('twelve-cutter'))
  for (const { slug, pictures } of made) expect(pictures[0]?.url).toContain(`/drawings/${slug}/`)
  const [first] = made
  const copies = await twelve(() => seller.productEdits.duplicate({ params: { id: first?.id ?? '' } }))
  expect(copies.map(({ slug }) => slug).sort()).toEqual(wanted('twelve-cutter-copy'))
  const typed = await Promise.allSettled(
    ['a', 'b', 'c'].map((name) => seller.productEdits.create({ body: { ...NEW, name, slug: 'one-only' } })),
  )
  expect(typed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of typed) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409, code: 'slug_taken' })
})

test('B211 B212 B215 missing fields come first (0 is no price), then prices, then every other field at once', async () => {
  const missing = await refusalOf(seller.productEdits.create({ body: { ...NEW, name: ' ', priceUSD: 0, priceEUR: 'x', category: 'no' } }))
  expect(missing).toMatchObject({ status: 422, detail: 'Please fill in all required fields' })
  expect(missing.errors?.map(({ field }) => field)).toEqual(['name', 'priceUSD'])
  const empty = await refusalOf(seller.productEdits.create({ body: {} }))
  expect(empty.errors?.map(({ field }) => field)).toEqual(['name', 'description', 'category', 'type', 'priceUSD', 'priceEUR'])
  const prices = await refusalOf(seller.productEdits.create({ body: { ...NEW, priceUSD: 'abc', priceEUR: '1.005', stock: -1 } }))
  expect(prices).toMatchObject({ detail: 'Please enter valid prices', errors: [{ field: 'priceUSD' }, { field: 'priceEUR' }] })
  const rest = await refusalOf(
    seller.productEdits.create({
      body: {
        ...NEW,
        type: 'material',
        stock: 1.5,
        leadTimeDays: 900,
        images: ['javascript:alert(1)', '/drawings/other/mat-maker.svg', '/media/not-there-at-all.webp'],
        specifications: [
          { name: 'A', value: '1' },
          { name: 'A', value: '2' },
        ],
      },
    }),
  )
  expect(rest.errors?.map(({ field }) => field)).toEqual([
    'category',
    'stock',
    'leadTimeDays',
    'images.0',
    'images.1',
    'specifications.1.name',
  ])
  const lost = await refusalOf(seller.productEdits.create({ body: { ...NEW, images: ['/media/not-there-at-all.webp'] } }))
  expect(lost).toMatchObject({ status: 422, errors: [{ field: 'images.0' }] })
  const six = Array.from({ length: 6 }, (_, at) => `https://pictures.test/${at}.jpg`)
  expect(await refusalOf(seller.productEdits.create({ body: { ...NEW, images: six } }))).toMatchObject({
    errors: [{ field: 'images', message: 'You can only upload up to 5 images' }],
  })
  expect(await refusalOf(seller.productEdits.create({ body: { ...NEW, category: 'hats' } }))).toMatchObject({
    errors: [{ field: 'category' }],
  })
})

test('staff name the business of a new product: unknown is 404, none is a missing field; products of a business that may not sell start Inactive', async () => {
  const waiting = await shop.make.business({ businessStatus: 'pending' })
  expect(await refusalOf(staff.productEdits.create({ body: NEW }))).toMatchObject({ status: 422, errors: [{ field: 'businessId' }] })
  const unknown = { ...NEW, businessId: '3f0e7b0c-6f0f-4f43-9a5e-0d6c2f5b8a11' }
  expect(await refusalOf(staff.productEdits.create({ body: unknown }))).toMatchObject({ status: 404 })
  expect(await staff.productEdits.create({ body: { ...NEW, businessId: waiting.id } })).toMatchObject({
    status: 'Inactive',
    businessId: waiting.id,
  })
})

test('where the shop looks at products first, a seller cannot show a new one, staff can', async () => {
  await shop.deps.db.insert(settings).values({ name: 'switches', value: { reviewNewProducts: true } })
  const made = await seller.productEdits.create({ body: NEW })
  expect(made.status).toBe('Inactive')
  await expect(seller.productEdits.activate({ params: { id: made.id }, body: { active: true } })).rejects.toMatchObject({ status: 403 })
  expect((await staff.productEdits.create({ body: { ...NEW, businessId: own() } })).status).toBe('Active')
  await shop.deps.db.delete(settings)
  expect(await seller.productEdits.activate({ params: { id: made.id }, body: { active: true } })).toMatchObject({ status: 'Active' })
  expect(await seller.productEdits.activate({ params: { id: made.id }, body: { active: false } })).toMatchObject({ status: 'Inactive' })
  await expect(shop.visitor.products.byId({ params: { id: made.id } })).rejects.toMatchObject({ status: 404 })
})

test('B259 a PUT keeps what is left out, ignores status and business, and lets the old address lead to the new one', async () => {
  const made = await seller.productEdits.create({
    body: { ...NEW, stock: 5, images: [{ url: 'https://pictures.test/a.jpg', alt: 'Front' }] },
  })
  const params = { id: made.id }
  const other = await shop.make.business()
  const body = {
    name: 'Edge Cutter',
    businessId: other.id,
    status: 'Deleted',
    slug: 'Edge-Cutter',
    images: ['https://pictures.test/a.jpg'],
  }
  const changed = await seller.productEdits.update({ params, body })
  expect(changed).toMatchObject({
    name: 'Edge Cutter',
    status: 'Active',
    businessId: own(),
    stock: 5,
    priceUSD: 1249.9,
    slug: 'edge-cutter',
  })
  expect(changed.pictures[0]?.alt).toBe('Front')
  expect((await shop.visitor.products.bySlug({ params: { slug: made.slug } })).id).toBe(made.id)
  expect((await rowOf(made.id))?.searchText).toContain('edge cutter')
  await expect(seller.productEdits.create({ body: { ...NEW, slug: made.slug } })).rejects.toMatchObject({ status: 409 })
  expect(await seller.productEdits.update({ params, body: { slug: made.slug } })).toMatchObject({ slug: made.slug })
  expect((await shop.visitor.products.bySlug({ params: { slug: 'edge-cutter' } })).id).toBe(made.id)
  expect(await refusalOf(seller.productEdits.update({ params, body: { priceUSD: 0 } }))).toMatchObject({
    detail: 'Please fill in all required fields',
  })
})

test('F7.3.8 staff move a product without orders to another business; one with orders stays, and from a seller a business is ignored', async () => {
  const made = await seller.productEdits.create({ body: { ...NEW, name: 'Moving Cutter', stock: 5 } })
  const params = { id: made.id }
  const other = await shop.make.business()
  expect(await seller.productEdits.update({ params, body: { businessId: other.id } })).toMatchObject({ businessId: own() })
  const unknown = { businessId: '3f0e7b0c-6f0f-4f43-9a5e-0d6c2f5b8a11' }
  expect(await refusalOf(staff.productEdits.update({ params, body: unknown }))).toMatchObject({ status: 404 })
  const { version, hasOrders } = await staff.productEdits.form({ params })
  expect(hasOrders).toBe(false)
  const moved = await staff.productEdits.update({ params, body: { businessId: other.id, version } })
  expect(moved).toMatchObject({ businessId: other.id, stock: 5, name: 'Moving Cutter' })
  expect(await refusalOf(staff.productEdits.update({ params, body: { name: 'Late', version } }))).toMatchObject({ code: 'edit_conflict' })
  const [entry] = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'product.business'))
  expect(entry).toMatchObject({ targetId: made.id, before: { businessId: own() }, after: { businessId: other.id } })

  const buyer = await shop.signIn('customer')
  await buyer.cart.addItem({ body: { productId: made.id, quantity: 1 } })
  await checkOut(buyer)
  expect(await refusalOf(staff.productEdits.update({ params, body: { businessId: own() } }))).toMatchObject({
    status: 409,
    code: 'product_has_orders',
    errors: [{ field: 'businessId' }],
  })
  expect(await staff.productEdits.form({ params })).toMatchObject({ hasOrders: true })
})

test('what a read answered can be sent back as it is: nothing changes, drawings stay drawings', async () => {
  const made = await seller.productEdits.create({ body: { ...NEW, name: 'Round Trip', stock: 4 } })
  const { business: _business, ...read } = await seller.products.byId({ params: { id: made.id } })
  const back = await seller.productEdits.update({ params: { id: made.id }, body: { ...read, businessType: 'producer' } })
  expect(back).toEqual({ ...back, ...read })
  expect((await rowOf(made.id))?.images).toEqual([])
})

test('two editors at once: the second one gets 409 with the product as it is now', async () => {
  const made = await seller.productEdits.create({ body: NEW })
  const params = { id: made.id }
  await seller.productEdits.update({ params, body: { name: 'First', version: 1 } })
  expect(await refusalOf(seller.productEdits.update({ params, body: { name: 'Second', version: 1 } }))).toMatchObject({
    status: 409,
    current: { name: 'First', version: 2 },
  })
  await expect(seller.productEdits.setFeatured({ params, body: { featured: true, version: 1 } })).rejects.toMatchObject({ status: 409 })
})

test('B261 featuring sets that one field; the audit log has before and after of what changed', async () => {
  const made = await seller.productEdits.create({ body: NEW })
  const body = { featured: true, name: 'Hacked', priceUSD: 1 }
  expect(await seller.productEdits.setFeatured({ params: { id: made.id }, body })).toMatchObject({
    featured: true,
    name: NEW.name,
    priceUSD: 1249.9,
  })
  const entries = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.targetId, made.id)).orderBy(auditEntries.id)
  expect(entries.map(({ action }) => action)).toEqual(['product.create', 'product.edit'])
  expect(entries[1]).toMatchObject({ before: { featured: false }, after: { featured: true }, actorId: seller.user.id })
})

test('B260 a deleted product leaves the shop, frees its address, and cannot be deleted twice', async () => {
  const made = await seller.productEdits.create({ body: { ...NEW, slug: 'short-lived' } })
  const params = { id: made.id }
  expect(await seller.productEdits.remove({ params })).toEqual({ ok: true })
  await expect(seller.productEdits.remove({ params })).rejects.toMatchObject({ status: 404 })
  await expect(shop.visitor.products.bySlug({ params: { slug: 'short-lived' } })).rejects.toMatchObject({ status: 404 })
  expect(await rowOf(made.id)).toMatchObject({ status: 'Deleted', deletedAt: expect.any(Date) })
  expect((await seller.productEdits.create({ body: { ...NEW, slug: 'short-lived' } })).slug).toBe('short-lived')
  expect(await shop.deps.db.select().from(productSlugs).where(eq(productSlugs.productId, made.id))).toEqual([])
})

test('a deleted product with the longest address comes back under it', async () => {
  const slug = `long-${'x'.repeat(75)}`
  const { id } = await seller.productEdits.create({ body: { ...NEW, slug } })
  await seller.productEdits.remove({ params: { id } })
  const boss = await shop.signIn('super_admin')
  expect(await boss.staffProducts.setStatus({ params: { productId: id }, body: { status: 'Active' } })).toMatchObject({ slug })
})

test('a specification with unusual characters in its name is reported at its place', async () => {
  for (const name of ['a\u0000b', '\ud800'])
    expect(await refusalOf(seller.productEdits.create({ body: { ...NEW, specifications: { Width: '1', [name]: '2' } } }))).toMatchObject({
      status: 422,
      errors: [{ field: 'specifications.1.name' }],
    })
})

test('a category that is deleted while a product is written into it is no fault of the server', async () => {
  if (shop.database.kind === 'embedded') return // one connection: nothing happens in the same moment
  const { id } = await staff.categories.create({ body: { value: 'going', label: 'Going', kind: 'machine' } })
  const client = await shop.database.pool.connect()
  await client.query('begin')
  await client.query('delete from categories where id = $1', [id])
  const body = { ...NEW, category: 'going' }
  const refused = refusalOf(seller.productEdits.create({ body }))
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await shop.database.pool.query(waiting)).rowCount).toBe(1)
  await client.query('commit')
  client.release()
  expect(await refused).toMatchObject({ status: 503, code: 'busy' })
  expect(await refusalOf(seller.productEdits.create({ body }))).toMatchObject({ status: 422, errors: [{ field: 'category' }] })
})

test('B234 another business’s product is not there for a seller, in any call; staff write it', async () => {
  const foreign = await shop.make.product()
  const params = { id: foreign.id }
  for (const call of [
    () => seller.productEdits.form({ params }),
    () => seller.productEdits.update({ params, body: { name: 'Mine' } }),
    () => seller.productEdits.setFeatured({ params, body: { featured: true } }),
    () => seller.productEdits.remove({ params }),
    () => seller.productEdits.duplicate({ params }),
    () => seller.productEdits.activate({ params, body: { active: false } }),
    () => seller.productEdits.bulkDelete({ body: { productIds: [foreign.id] } }),
  ]) {
    await expect(call()).rejects.toMatchObject({ status: 404 })
  }
  expect((await rowOf(foreign.id))?.version).toBe(1)
  expect(await staff.productEdits.update({ params, body: { name: 'Corrected' } })).toMatchObject({ name: 'Corrected' })
})

test('B180 B3 a business that waits, is suspended or rejected writes no products', async () => {
  for (const businessStatus of ['pending', 'suspended', 'rejected'] as const) {
    const business = await shop.make.business({ businessStatus })
    const product = await shop.make.product({ businessId: business.id })
    const user = await shop.signIn('business_admin', { businessId: business.id })
    const params = { id: product.id }
    for (const call of [
      () => user.productEdits.create({ body: NEW }),
      () => user.productEdits.update({ params, body: { name: 'X' } }),
      () => user.productEdits.remove({ params }),
      () => user.productEdits.bulkStock({ body: { updates: [{ id: product.id, stock: 1 }] } }),
    ]) {
      const detail = businessStatus === 'pending' ? 'Your business is waiting for approval.' : 'Your business is not approved to sell.'
      await expect(call()).rejects.toMatchObject({ status: 403, detail })
    }
    expect((await user.productEdits.form({ params })).id).toBe(product.id)
  }
})

test('a copy is a new Inactive product without stock, with an address of its own', async () => {
  const made = await seller.productEdits.create({ body: { ...NEW, name: 'Original', stock: 9, featured: true, features: ['A'] } })
  const copy = await seller.productEdits.duplicate({ params: { id: made.id } })
  expect(copy).toMatchObject({
    name: 'Original (copy)',
    slug: 'original-copy',
    status: 'Inactive',
    stock: 0,
    featured: false,
    features: ['A'],
  })
  expect(copy.id).not.toBe(made.id)
})

test('a product that stops being a machine leaves the impact calculator', async () => {
  const machine = await shop.make.product({
    businessId: own(),
    impactModel: { efficiency: 0.5, materialReduction: 0.5, energyUsage: 1, processingRate: 1 },
  })
  const body = { type: 'material', category: 'mat' } as const
  expect(await seller.productEdits.update({ params: { id: machine.id }, body })).toMatchObject({ type: 'material', hasImpactModel: false })
})

test('B1 producers and consumers sell machines, accessories, replacement parts and materials', async () => {
  for (const businessType of ['producer', 'consumer'] as const) {
    const business = await shop.make.business({ businessType })
    const user = await shop.signIn('business_admin', { businessId: business.id })
    for (const [category, type] of [
      ['chip-maker', 'machine'],
      ['accessories', 'machine'],
      ['replacement-parts', 'machine'],
      ['chip', 'material'],
    ] as const) {
      const made = await user.productEdits.create({ body: { ...NEW, category, type, businessType } })
      expect(made).toMatchObject({ category, type, businessType, status: 'Active' })
    }
    expect((await shop.visitor.products.list({ query: { businessId: business.id, businessType } })).total).toBe(4)
  }
})

test('B256 B257 a product is read by its id and by its slug; one that customers do not see only by its seller and by staff', async () => {
  const made = await seller.productEdits.create({ body: { ...NEW, slug: 'read-twice' } })
  const params = { id: made.id }
  const bySlug = { params: { slug: 'read-twice' } }
  expect(await shop.visitor.products.byId({ params })).toEqual(await shop.visitor.products.bySlug(bySlug))
  await seller.productEdits.activate({ params, body: { active: false } })
  const stranger = await shop.signIn('business_admin')
  for (const user of [shop.visitor, stranger]) {
    await expect(user.products.byId({ params })).rejects.toMatchObject({ status: 404 })
    await expect(user.products.bySlug(bySlug)).rejects.toMatchObject({ status: 404 })
  }
  for (const user of [seller, staff]) expect((await user.products.bySlug(bySlug)).id).toBe(made.id)
})

test('no edit left a stock that its movements do not explain', async () => {
  expect(await listOrderDisagreements(shop.deps.db)).toEqual([])
})
