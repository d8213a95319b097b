import { describe, expect, test } from 'vitest'
import { get, makeCatalog, openCatalogShop, shop } from '#server/testing/small-catalog.ts'

openCatalogShop()

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
    expect(await find('hardened nonsense')).toEqual(['EcoMat 1000'])
    expect(await find('chip maker')).toEqual(['ChipMaster Mini'])
    expect(await find('replacement-parts')).toEqual(['Blade set'])
    expect(await find('kiln row')).toEqual(['Padding mats'])
    expect(await find('equipment').then((names) => names.length)).toBe(3)
    expect(await find('Repurposing blades').then((names) => names.sort())).toEqual(['Blade set', 'ChipMaster Mini', 'EcoMat 1000'])
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

test('F7.1.3 list answers carry the long texts of each product, unless cards are asked for', async () => {
  await shop.reset()
  const seller = await shop.signIn('business_admin')
  const staff = await shop.signIn('application_admin')
  const texts = {
    fullDescription: 'Every word of it.',
    energyEfficiency: '0.75 kW',
    materialSavings: '65%',
    carbonReduction: '450 kg a year',
  }
  await shop.make.product({ businessId: seller.user.businessId ?? '', featured: true, ...texts })
  const { fullDescription, ...sustainabilityMetrics } = texts
  type Fields = { query: { fields?: 'card' } }
  const lists = [
    (input: Fields) => shop.visitor.products.list(input),
    (input: Fields) => shop.visitor.products.featured(input),
    (input: Fields) => seller.business.products(input),
    (input: Fields) => staff.staffProducts.list(input),
  ]
  for (const list of lists) {
    expect((await list({ query: {} })).items).toMatchObject([{ fullDescription, sustainabilityMetrics }])
    const [card] = (await list({ query: { fields: 'card' } })).items
    expect(card).not.toHaveProperty('fullDescription')
    expect(card).not.toHaveProperty('sustainabilityMetrics')
  }
})
