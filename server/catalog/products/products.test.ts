import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '#contract/errors.ts'
import { businesses, productSlugs, products } from '#server/platform/db/schema.ts'
import { searchTextOf } from '#server/platform/text/search-text.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { listProductsForCart, recordMovement, restockOnce, returnStock, takeStock } from './product-record.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: unknown) => (error instanceof ApiError ? error.status : -1),
  )

const get = (url: string, headers: Record<string, string> = {}) => shop.app.inject({ method: 'GET', url, headers })

/** A small catalog of two businesses. */
async function makeCatalog() {
  await shop.reset()
  const fold = await shop.make.business({ name: 'North Fold Works' })
  const kiln = await shop.make.business({ name: 'Kiln Röw', businessType: 'consumer', contactPublic: true })
  const add = (name: string, input: Parameters<typeof shop.make.product>[0]) =>
    shop.make.product({
      businessId: fold.id,
      name,
      ...input,
      searchText: searchTextOf({ name, description: input?.description ?? '', features: input?.features ?? [] }),
    })
  const mat = await add('EcoMat 1000', {
    category: 'mat-maker',
    priceUsdCents: 12_500_00,
    priceEurCents: 11_490_00,
    featured: true,
    description: 'Benchtop machine with hardened blades.',
  })
  const chip = await add('ChipMaster Mini', {
    category: 'chip-maker',
    priceUsdCents: 5_000_50,
    priceEurCents: 4_500_00,
    stock: 0,
    features: ['Spare blades: 100% reground'],
  })
  const blades = await add('Blade set', {
    category: 'replacement-parts',
    priceUsdCents: 149_90,
    priceEurCents: 139_00,
    specifications: [{ name: 'Warranty', value: '1 year' }],
  })
  const pack = await add('Padding mats', {
    category: 'mat',
    businessId: kiln.id,
    priceUsdCents: 24_00,
    priceEurCents: 22_00,
    description: 'Used_board, cut flat.',
  })
  return { fold, kiln, mat, chip, blades, pack }
}

describe('who sees a product', () => {
  test('S181 D39 only Active products of Active, approved businesses are public; the seller sees its own, staff see all', async () => {
    await shop.reset()
    const own = await shop.make.business()
    const waiting = await shop.make.business({ businessStatus: 'pending' })
    const stopped = await shop.make.business({ status: 'Suspended' })
    const open = await shop.make.product({ businessId: own.id, status: 'Active' })
    const hidden = await shop.make.product({ businessId: own.id, status: 'Inactive' })
    const gone = await shop.make.product({ businessId: own.id, status: 'Deleted' })
    const early = await shop.make.product({ businessId: waiting.id })
    const late = await shop.make.product({ businessId: stopped.id })
    const callers = {
      visitor: shop.visitor,
      customer: await shop.signIn('customer'),
      owner: await shop.signIn('business_admin', { businessId: own.id }),
      pendingOwner: await shop.signIn('business_admin', { businessId: waiting.id }),
      stranger: await shop.signIn('business_admin'),
      application: await shop.signIn('application_admin'),
      super: await shop.signIn('super_admin'),
    }
    const seen: Record<string, number[]> = {}
    for (const [name, api] of Object.entries(callers)) {
      seen[name] = []
      for (const product of [open, hidden, gone, early, late]) {
        const byId = await statusOf(api.products.byId({ params: { id: product.id } }))
        expect(await statusOf(api.products.bySlug({ params: { slug: product.slug } }))).toBe(byId)
        seen[name].push(byId)
      }
    }
    expect(seen).toEqual({
      visitor: [200, 404, 404, 404, 404],
      customer: [200, 404, 404, 404, 404],
      owner: [200, 200, 404, 404, 404],
      pendingOwner: [200, 404, 404, 200, 404],
      stranger: [200, 404, 404, 404, 404],
      application: [200, 200, 200, 200, 200],
      super: [200, 200, 200, 200, 200],
    })
    for (const api of Object.values(callers)) {
      const { items, total } = await api.products.list()
      expect(items.map(({ id }) => id)).toEqual([open.id])
      expect(total).toBe(1)
    }
  })

  test('a bad token on a public read counts as signed out; a malformed id names nothing', async () => {
    const product = await shop.make.product()
    const answer = await get(`/api/products/${product.id}`, { authorization: 'Bearer rf_wrong' })
    expect(answer.statusCode).toBe(200)
    expect((await get('/api/products/not-an-id')).statusCode).toBe(404)
    expect((await get('/api/products/slug/no-such-product')).statusCode).toBe(404)
  })
})

test('S175 D66 a product carries its prices as decimals, a drawing, its ladder, warranty and return window', async () => {
  const { mat, blades, fold } = await makeCatalog()
  const machine = await shop.visitor.products.byId({ params: { id: mat.id } })
  expect(machine).toMatchObject({
    priceUSD: 12_500,
    priceEUR: 11_490,
    images: ['/drawings/ecomat-1000/mat-maker.svg?v=1'],
    categoryLabel: 'Mat Makers',
    baseCategory: 'mat-maker',
    businessName: 'North Fold Works',
    warrantyMonths: 24,
    returnDays: 30,
    business: { id: fold.id, name: 'North Fold Works', country: 'United States' },
    sustainabilityMetrics: { energyEfficiency: '', materialSavings: '', carbonReduction: '' },
  })
  expect(machine.priceLadder.map((step) => step.discountPercent)).toEqual([5, 10, 15])
  expect(machine.pictures[0]?.alt).toContain('EcoMat 1000')
  const part = await shop.visitor.products.bySlug({ params: { slug: 'blade-set' } })
  expect(part).toMatchObject({
    id: blades.id,
    priceUSD: 149.9,
    warrantyMonths: 12,
    returnDays: 14,
    priceLadder: [],
    specifications: { Warranty: '1 year' },
    specificationRows: [{ name: 'Warranty', value: '1 year' }],
  })
  const svg = await get(machine.images[0] ?? '')
  expect(svg.statusCode).toBe(200)
})

test('S186 S189 S190 S191 a product carries every field of the specification', async () => {
  await shop.reset()
  const maker = await shop.make.business({ name: 'North Fold Works' })
  const made = await shop.make.product({
    businessId: maker.id,
    name: 'EcoMat 1000',
    slug: 'ecomat-1000',
    description: 'Short.',
    featured: true,
    stock: 7,
    priceUsdCents: 12_500_00,
    priceEurCents: 11_490_00,
    features: ['Fits on a bench'],
    images: [{ url: 'https://maker.example/one.jpg', alt: 'On a bench' }],
    specifications: [{ name: 'Power', value: '0.75 kW' }],
    energyEfficiency: '25 Wh per unit',
    materialSavings: '65 %',
    carbonReduction: '0.45 kg per unit',
    impactModel: { efficiency: 0.75, materialReduction: 0.65, energyUsage: 0.75, processingRate: 30 },
  })
  expect(await shop.visitor.products.bySlug({ params: { slug: 'ecomat-1000' } })).toMatchObject({
    id: made.id,
    slug: 'ecomat-1000',
    name: 'EcoMat 1000',
    description: 'Short.',
    fullDescription: '',
    images: ['https://maker.example/one.jpg'],
    featured: true,
    priceUSD: 12_500,
    priceEUR: 11_490,
    stock: 7,
    businessId: maker.id,
    businessName: 'North Fold Works',
    features: ['Fits on a bench'],
    specifications: { Power: '0.75 kW' },
    sustainabilityMetrics: { energyEfficiency: '25 Wh per unit', materialSavings: '65 %', carbonReduction: '0.45 kg per unit' },
    hasImpactModel: true,
  })
})

test('S187 S188 every category of the specification has products of its own kind', async () => {
  await shop.reset()
  const kinds = {
    'mat-maker': 'machine',
    'chip-maker': 'machine',
    accessories: 'machine',
    'replacement-parts': 'machine',
    mat: 'material',
    chip: 'material',
  }
  for (const [category, type] of Object.entries(kinds)) {
    const { id } = await shop.make.product({ category })
    expect(await shop.visitor.products.byId({ params: { id } })).toMatchObject({ category, type, hasImpactModel: false })
  }
})

test('S273 D52 a product answers to its slug and to every slug that it once had', async () => {
  await shop.reset()
  const product = await shop.make.product({ name: 'New name', slug: 'new-name' })
  await shop.deps.db.insert(productSlugs).values({ slug: 'old-name', productId: product.id })
  for (const slug of ['new-name', 'old-name']) {
    expect(await shop.visitor.products.bySlug({ params: { slug } })).toMatchObject({ id: product.id, slug: 'new-name' })
  }
  expect((await get('/api/products/slug/')).statusCode).toBe(404)
  await shop.deps.db.update(products).set({ status: 'Inactive' })
  expect((await get('/api/products/slug/old-name')).statusCode).toBe(404)
})

test('accessories that fit are those whose specification names the machine, whole and not in part', async () => {
  await shop.reset()
  const add = (name: string, value: string, specification = 'Fits') =>
    shop.make.product({ name, category: 'accessories', specifications: [{ name: specification, value }] })
  await shop.make.product({ name: 'EcoMat 100 (v2)', slug: 'ecomat-100' })
  await shop.make.product({ name: 'EcoMat 1000', slug: 'ecomat-1000' })
  await add('Table', 'EcoMat 1000')
  await add('Bin', 'ChipMaster, ecomat 1000 ; Other')
  await add('Stand', 'EcoMat 100 (v2)', 'fits')
  await add('Near', 'EcoMat 10000, EcoMat')
  await add('Said elsewhere', 'EcoMat 1000', 'Goes with')
  const fitting = async (fits: string) =>
    (await shop.visitor.products.list({ query: { fits, sort: 'name' } })).items.map(({ name }) => name)
  expect(await fitting('ecomat-1000')).toEqual(['Bin', 'Table'])
  expect(await fitting('ecomat-100')).toEqual(['Stand'])
  expect(await fitting('no-such-machine')).toEqual([])
  expect(await shop.visitor.products.facets({ query: { fits: 'ecomat-1000' } })).toMatchObject({ total: 2 })
})

describe('lists', () => {
  test('B255 S257 S272 S279 filters narrow the list one by one and together', async () => {
    const { mat, chip, blades, pack, fold, kiln } = await makeCatalog()
    const ids = async (query: NonNullable<Parameters<typeof shop.visitor.products.list>[0]>['query']) =>
      (await shop.visitor.products.list({ ...(query && { query }) })).items.map(({ id }) => id).sort()
    const sorted = (...rows: { id: string }[]) => rows.map(({ id }) => id).sort()
    expect(await ids({})).toEqual(sorted(mat, chip, blades, pack))
    expect(await ids({ type: 'material' })).toEqual(sorted(pack))
    expect(await ids({ category: 'chip-maker' })).toEqual(sorted(chip))
    expect(await ids({ category: 'no-such-category' })).toEqual([])
    expect(await ids({ businessId: kiln.id })).toEqual(sorted(pack))
    expect(await ids({ businessId: 'not-an-id' })).toEqual([])
    expect(await ids({ businessType: 'producer' })).toEqual(sorted(mat, chip, blades))
    expect(await ids({ businessType: 'all' })).toEqual(sorted(mat, chip, blades, pack))
    expect(await ids({ featured: 'true' })).toEqual(sorted(mat))
    expect(await ids({ inStock: 'true' })).toEqual(sorted(mat, blades, pack))
    expect(await ids({ minPrice: '149.90', maxPrice: '5000.50' })).toEqual(sorted(chip, blades))
    expect(await ids({ currency: 'EUR', minPrice: '4500', maxPrice: '11490' })).toEqual(sorted(mat, chip))
    expect(await ids({ minPrice: '149.91', maxPrice: '149.9' })).toEqual([])
    expect(await ids({ type: 'machine', businessId: fold.id, inStock: 'true', search: 'blade' })).toEqual(sorted(mat, blades))
  })

  test('B255 sorts by name, price and date, both ways', async () => {
    await makeCatalog()
    const names = async (sort: string, currency = 'USD') =>
      (JSON.parse((await get(`/api/products?sort=${sort}&currency=${currency}`)).body) as { name: string }[]).map(({ name }) => name)
    expect(await names('name')).toEqual(['Blade set', 'ChipMaster Mini', 'EcoMat 1000', 'Padding mats'])
    expect(await names('-name')).toEqual(['Padding mats', 'EcoMat 1000', 'ChipMaster Mini', 'Blade set'])
    expect(await names('price', 'EUR')).toEqual(['Padding mats', 'Blade set', 'ChipMaster Mini', 'EcoMat 1000'])
    expect((await names('-price'))[0]).toBe('EcoMat 1000')
    expect((await names('featured'))[0]).toBe('EcoMat 1000')
    expect(await names('-createdAt')).toEqual((await names('createdAt')).reverse())
  })

  test('F7.2.5 "Featured" lists what is featured, then machines, then materials, then accessories, and parts last, each by name', async () => {
    const { id: businessId } = await shop.make.business()
    const rows: [name: string, category: string, featured?: boolean][] = [
      ['Apron', 'replacement-parts'],
      ['Bin', 'accessories'],
      ['Cushion', 'chip'],
      ['Dicer', 'chip-maker'],
      ['Emitter', 'replacement-parts', true],
      ['Folder', 'mat-maker', true],
      ['Grid mat', 'mat'],
      ['Highmat', 'mat-maker'],
      ['Infill', 'mat', true],
    ]
    for (const [name, category, featured = false] of rows) await shop.make.product({ name, category, featured, businessId })
    const expected = ['Folder', 'Infill', 'Emitter', 'Dicer', 'Highmat', 'Cushion', 'Grid mat', 'Bin', 'Apron']
    for (const query of [{ businessId, sort: 'featured' as const }, { businessId }]) {
      expect((await shop.visitor.products.list({ query })).items.map(({ name }) => name)).toEqual(expected)
    }
  })

  test('pages carry the total and links; a parameter out of range is 422', async () => {
    await makeCatalog()
    const first = await get('/api/products?limit=3&search=&sort=name')
    expect(first.headers['x-total-count']).toBe('4')
    expect(first.headers.link).toBe('</api/products?limit=3&search=&sort=name&page=2>; rel="next"')
    expect(JSON.parse(first.body)).toHaveLength(3)
    const second = await get('/api/products?limit=3&page=2&sort=name')
    expect(second.headers.link).toContain('rel="prev"')
    expect(JSON.parse(second.body)).toHaveLength(1)
    const beyond = await get('/api/products?limit=3&page=9')
    expect([beyond.statusCode, beyond.body, beyond.headers['x-total-count']]).toEqual([200, '[]', '4'])
    for (const query of [
      'limit=0',
      'limit=501',
      'page=0',
      'page=-1',
      'page=x',
      'sort=stock',
      'type=other',
      'minPrice=-1',
      'currency=GBP',
      'featured=2',
      `search=${'a'.repeat(201)}`,
    ]) {
      const answer = await get(`/api/products?${query}`)
      expect([query, answer.statusCode]).toEqual([query, 422])
      expect(JSON.parse(answer.body).errors).toHaveLength(1)
    }
  })

  test('an unchanged list answers 304 to its ETag and may be kept by a CDN', async () => {
    await makeCatalog()
    const first = await get('/api/products')
    expect(first.headers['cache-control']).toContain('public')
    const again = await get('/api/products', { 'if-none-match': String(first.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('odd input is an answer, never a fault', async () => {
    for (const query of [
      'search=%00',
      'search=%ED%A0%80',
      'search=%25',
      'search=_',
      'search=%5C',
      "search='%3B--",
      'search=(((',
      'search=%5B',
      'search=*%2B%3F',
      'category=%00',
      'businessId=%00',
      'category[]=a',
      'search=a&search=b',
      'page=1e3',
      'minPrice=1e9',
      'maxPrice=999999999.99',
      'search=__proto__',
      'search=constructor',
      `search=${encodeURIComponent('слово 🎁 ß')}`,
      `search=${'ab%20'.repeat(60)}`,
      `search=${'machineryx'.repeat(20)}`,
    ]) {
      for (const path of ['/api/products', '/api/products/facets', '/api/businesses']) {
        const answer = await get(`${path}?${query}`)
        expect([path, query, answer.statusCode < 500], answer.body.slice(0, 200)).toEqual([path, query, true])
      }
    }
    for (const path of [
      '/api/products/slug/%00',
      '/api/products/%00',
      '/api/products/slug/..%2f..%2fetc',
      `/api/products/slug/${'x'.repeat(150)}`,
      '/drawings/%00/mat-maker.svg',
    ]) {
      expect([path, (await get(path)).statusCode < 500]).toEqual([path, true])
    }
  })
})

describe('search', () => {
  const find = async (search: string, sort?: 'name' | 'relevance') =>
    (await shop.visitor.products.list({ query: { search, ...(sort && { sort }) } })).items.map(({ name }) => name)

  test('D45 S79 S256 finds words in name, description and features, whatever their case, name hits first', async () => {
    await makeCatalog()
    expect(await find('ECOMAT')).toEqual(['EcoMat 1000'])
    expect(await find('blade')).toEqual(['Blade set', 'EcoMat 1000', 'ChipMaster Mini'])
    expect(await find('blade', 'name')).toEqual(['Blade set', 'ChipMaster Mini', 'EcoMat 1000'])
    expect(await find('1000 hardened')).toEqual(['EcoMat 1000'])
    expect(await find('hardened nonsense')).toEqual([])
    expect(await find('chip maker')).toEqual(['ChipMaster Mini'])
    expect(await find('replacement-parts')).toEqual(['Blade set'])
    expect(await find('kiln row')).toEqual(['Padding mats'])
    expect(await find('equipment').then((names) => names.length)).toBe(3)
    expect(await find('Repurposing blades').then((names) => names.sort())).toEqual(['ChipMaster Mini', 'EcoMat 1000'])
  })

  test.each(['ecomatt', 'ecmat', 'ecomta', 'exomat', 'EcoMzt 1000', 'cipmaster', 'hardned', 'hardenned'])(
    'D45 a slip of one letter still finds: %s',
    async (typed) => {
      await makeCatalog()
      const [first] = await find(typed)
      expect(first).toBe(typed === 'cipmaster' ? 'ChipMaster Mini' : 'EcoMat 1000')
      const facets = await shop.visitor.products.facets({ query: { search: typed } })
      expect(facets.total).toBe((await find(typed)).length)
    },
  )

  test('wildcards of the database are letters like any other', async () => {
    await makeCatalog()
    expect(await find('%')).toEqual(['ChipMaster Mini'])
    expect(await find('_')).toEqual(['Padding mats'])
    expect(await find('e_omat')).toEqual([])
    expect(await find('\\')).toEqual([])
  })
})

test('facets count each group as if its own filter were off', async () => {
  const { fold, kiln } = await makeCatalog()
  const all = await shop.visitor.products.facets()
  expect(all).toMatchObject({ total: 4, price: { min: 24, max: 12_500 }, inStock: 3 })
  expect(all.categories.map(({ value, count }) => [value, count])).toEqual([
    ['mat-maker', 1],
    ['chip-maker', 1],
    ['replacement-parts', 1],
    ['mat', 1],
  ])
  expect(all.businesses).toEqual([
    { id: kiln.id, name: 'Kiln Röw', count: 1 },
    { id: fold.id, name: 'North Fold Works', count: 3 },
  ])
  const some = await shop.visitor.products.facets({ query: { category: 'mat-maker', maxPrice: '6000', currency: 'EUR' } })
  expect(some.total).toBe(0)
  expect(some.price).toEqual({ min: 11_490, max: 11_490 })
  expect(some.categories.map(({ value }) => value)).toEqual(['chip-maker', 'replacement-parts', 'mat'])
  expect(some.businesses).toEqual([])
  const none = await shop.visitor.products.facets({ query: { businessId: 'nobody', search: 'blade' } })
  expect(none).toMatchObject({ total: 0, price: { min: null, max: null } })
  expect(none.businesses).toHaveLength(1)
})

describe('stock', () => {
  test('is taken only while enough is left and the seller may sell, and a movement is written once', async () => {
    const { mat, fold } = await makeCatalog()
    const { db } = shop.deps
    expect(await takeStock(db, mat.id, 60)).toEqual({ left: 40, low: 10 })
    expect(await takeStock(db, mat.id, 41)).toBeNull()
    await returnStock(db, mat.id, 1)
    expect(await takeStock(db, mat.id, 41)).toEqual({ left: 0, low: 10 })
    const movement = { productId: mat.id, delta: -60, reason: 'order' as const, reference: 'order-1', actorId: null }
    await recordMovement(db, movement)
    const back = { productId: mat.id, delta: 5, reason: 'return' as const, reference: 'return-1', actorId: null }
    await restockOnce(db, back)
    await restockOnce(db, back)
    await db.update(businesses).set({ businessStatus: 'suspended' })
    expect(await takeStock(db, mat.id, 1)).toBeNull()
    const [row] = await listProductsForCart(db, [mat.id], crypto.randomUUID())
    expect(row).toMatchObject({ id: mat.id, isBuyable: false, stock: 5, categoryValue: 'mat-maker', businessId: fold.id, ladder: null })
    await db.update(businesses).set({ businessStatus: 'approved' })
    await db.update(products).set({ status: 'Inactive' })
    expect(await takeStock(db, mat.id, 1)).toBeNull()
  })

  test('the products of a cart come in the order of their ids', async () => {
    const { mat, chip, blades } = await makeCatalog()
    const ids = [blades.id, chip.id, mat.id]
    const rows = await listProductsForCart(shop.deps.db, [...ids, crypto.randomUUID()], crypto.randomUUID())
    expect(rows.map(({ id }) => id)).toEqual([...ids].sort())
    expect(await listProductsForCart(shop.deps.db, [], crypto.randomUUID())).toEqual([])
  })
})
