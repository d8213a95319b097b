import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemo } from '#server/seed/seed-demo.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  await seedDemo(shop.deps)
})
afterAll(() => shop.close())

const get = (url: string) => shop.app.inject({ method: 'GET', url })
type Query = Parameters<typeof shop.visitor.products.facets>[0] extends infer Input
  ? NonNullable<NonNullable<Input> extends { query?: infer Q } ? Q : never>
  : never
const slugs = async (query: Query, sort: 'name' | '-price' = 'name') =>
  (await shop.visitor.products.list({ query: { ...query, sort, limit: '100' } })).items.map(({ slug }) => slug)
const facet = async (query: Query, key: string) => {
  const { attributes } = await shop.visitor.products.facets({ query })
  const found = attributes.find((attribute) => attribute.key === key)
  if (!found) throw new Error(`no facet ${key}`)
  return found
}
const countsOf = ({ values }: { values: { value: string; count: number }[] }) =>
  Object.fromEntries(values.map(({ value, count }) => [value, count]))

test('F2 ranges and choices filter the list, one by one and together', async () => {
  const widths = { category: 'mat-maker', spec: { 'feed-width': '400..700' } }
  const wide = await slugs(widths)
  expect(wide.length).toBeGreaterThan(2)
  for (const slug of wide) {
    const { attributes } = await shop.visitor.products.bySlug({ params: { slug } })
    expect(attributes.find(({ key }) => key === 'feed-width')?.number).toBeGreaterThanOrEqual(400)
    expect(attributes.find(({ key }) => key === 'feed-width')?.number).toBeLessThanOrEqual(700)
  }
  const both = await slugs({ ...widths, spec: { ...widths.spec, supply: '230-v-50-60-hz,230-v-50-hz' } })
  expect(both.length).toBeLessThan(wide.length)
  expect(both.length).toBeGreaterThan(0)
  const three = await slugs({ ...widths, spec: { ...widths.spec, supply: '400-v-50-hz-three-phase,400-v-50-hz-480-v-60-hz-three-phase' } })
  expect([...both, ...three].sort()).toEqual([...wide].sort())
  expect(
    await slugs({
      ...widths,
      spec: { ...widths.spec, supply: '400-v-50-hz-three-phase,400-v-50-hz-480-v-60-hz-three-phase,230-v-50-60-hz,230-v-50-hz' },
    }),
  ).toEqual(wide)
  expect(await slugs({ spec: { power: '..0.75' }, type: 'machine', category: 'chip-maker' })).not.toContain('chipmaster-line-900')
  expect(await slugs({ category: 'mat-maker', spec: { 'feed-width': '700..' } })).toEqual(['ecomat-2500'])
  expect(await slugs({ category: 'mat-maker', spec: { 'feed-width': '430' } })).toContain('ecomat-1000')
  expect(await slugs({ category: 'mat-maker', search: 'ecomat', spec: { 'feed-width': '..430' } })).toContain('ecomat-1000')
  expect(new Set(await slugs(widths, '-price'))).toEqual(new Set(wide))
})

test('F2 an address names its filter with a dot, and no other answer is given for it', async () => {
  const all = await get('/api/products?category=mat-maker&limit=100')
  const some = await get('/api/products?category=mat-maker&limit=100&spec.feed-width=700..')
  expect(Number(some.headers['x-total-count'])).toBe(1)
  expect(Number(all.headers['x-total-count'])).toBeGreaterThan(1)
  expect(Number((await get('/api/products?category=mat-maker&limit=100&spec.feed-width=..700')).headers['x-total-count'])).toBeGreaterThan(
    1,
  )
})

test.each([
  ['spec.no-such=1..2', 'spec.no-such', "This specification doesn't exist."],
  ['spec.feed-width=wide', 'spec.feed-width', 'Please enter a range such as 400..700.'],
  ['spec.feed-width=..', 'spec.feed-width', 'Please enter a range such as 400..700.'],
  ['spec.supply=400..700', 'spec.supply', 'Please choose from the list.'],
  ['spec.supply=foo', 'spec.supply', 'Please choose from the list.'],
  ['spec.supply=230-v-50-60-hz,foo', 'spec.supply', 'Please choose from the list.'],
  ['spec.feed-width=700..400', 'spec.feed-width', 'The range ends below its beginning.'],
])('F2 %s is refused, in the list and the facets', async (query, field, message) => {
  for (const path of ['/api/products', '/api/products/facets']) {
    const answer = await get(`${path}?${query}`)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ errors: [{ field, message }] })
  }
})

test('F2 facets are present once a type or a category is chosen, in its order', async () => {
  expect((await shop.visitor.products.facets({ query: {} })).attributes).toEqual([])
  const { attributes } = await shop.visitor.products.facets({ query: { category: 'mat-maker' } })
  expect(attributes.map(({ key }) => key).slice(0, 4)).toEqual(['feed-width', 'board-thickness', 'feed-speed', 'throughput'])
  expect(attributes[0]).toMatchObject({ label: 'Feed width', unit: 'mm', kind: 'number', max: 1000 })
})

test('F2 a number of which all products have the same is no facet, unless it is filtered by', async () => {
  const one = { category: 'mat-maker', spec: { 'feed-width': '700..' } }
  expect(await slugs(one)).toEqual(['ecomat-2500'])
  const { attributes } = await shop.visitor.products.facets({ query: one })
  expect(attributes.filter(({ kind }) => kind !== 'choice').map(({ key }) => key)).toEqual(['feed-width'])
  const both = { ...one, spec: { ...one.spec, power: '0..' } }
  expect((await facet(both, 'power')).min).toBe((await facet(both, 'power')).max)
})

test('parts are counted by the machine that they fit, as if that filter were off', async () => {
  const { fits } = await shop.visitor.products.facets({ query: { type: 'machine' } })
  expect(fits.find(({ slug }) => slug === 'ecomat-1000')).toEqual({ slug: 'ecomat-1000', name: 'EcoMat 1000', count: 9 })
  expect(fits.map(({ name }) => name.toLowerCase())).toEqual(fits.map(({ name }) => name.toLowerCase()).sort())
  const parts = { type: 'machine', category: 'replacement-parts' } as const
  const { fits: ofParts } = await shop.visitor.products.facets({ query: { ...parts, fits: 'ecomat-2500' } })
  const bench = ofParts.find(({ slug }) => slug === 'ecomat-1000')
  expect(bench?.count).toBe((await slugs({ ...parts, fits: 'ecomat-1000' })).length)
  expect((await shop.visitor.products.facets({ query: { type: 'material' } })).fits).toEqual([])
})

test('F2 each facet is counted as if its own filter were off', async () => {
  const category = 'mat-maker'
  const supplies = countsOf(await facet({ category }, 'supply'))
  expect(Object.values(supplies).reduce((sum, count) => sum + count, 0)).toBe((await slugs({ category })).length)
  expect(countsOf(await facet({ category, spec: { supply: '230-v-50-60-hz' } }, 'supply'))).toEqual(supplies)
  for (const [value, count] of Object.entries(supplies)) expect((await slugs({ category, spec: { supply: value } })).length).toBe(count)
  const narrow = await facet({ category, spec: { supply: '400-v-50-hz-three-phase,400-v-50-hz-480-v-60-hz-three-phase' } }, 'feed-width')
  const whole = await facet({ category }, 'feed-width')
  expect(narrow.min).toBeGreaterThan(whole.min ?? 0)
  expect((await facet({ category, spec: { 'feed-width': '..430' } }, 'feed-width')).max).toBe(whole.max)
  const { total } = await shop.visitor.products.facets({ query: { category, spec: { supply: '230-v-50-60-hz' } } })
  expect(total).toBe(supplies['230-v-50-60-hz'])
})

test('35.1.12 the mixed list has the facets of its categories, and each counts what it would leave', async () => {
  for (const type of ['machine', 'material'] as const) {
    const { attributes } = await shop.visitor.products.facets({ query: { type } })
    expect(attributes.map(({ key }) => key)).toEqual(
      expect.arrayContaining(type === 'machine' ? ['feed-width', 'power', 'supply'] : ['format', 'width']),
    )
    expect(new Set(attributes.map(({ key }) => key)).size).toBe(attributes.length)
    for (const { key, values } of attributes)
      for (const { value, count } of values) expect((await slugs({ type, spec: { [key]: value } })).length, value).toBe(count)
  }
  const { values } = await facet({ type: 'machine' }, 'supply')
  expect(values.map(({ label }) => label)).toEqual(expect.arrayContaining(['230 V, 50 Hz, single phase', '400 V, 50 Hz, three phase']))
})

test('F2 mats are filtered by width and length', async () => {
  const all = (await slugs({ category: 'mat' })).length
  for (const key of ['width', 'length']) {
    const { min, max, histogram } = await facet({ category: 'mat' }, key)
    expect(min).toBeLessThan(max ?? 0)
    expect(histogram).toHaveLength(12)
    expect((await slugs({ category: 'mat', spec: { [key]: '0..' } })).length).toBeGreaterThan(all * 0.9)
  }
})

test('from 8 products on, a number has a histogram of 12 bars that count them all', async () => {
  const { histogram } = await facet({ category: 'mat' }, 'thickness')
  expect(histogram).toHaveLength(12)
  const typed = (await slugs({ category: 'mat', spec: { thickness: '0..' } })).length
  expect(histogram.reduce((sum, { count }) => sum + count, 0)).toBe(typed)
  expect(histogram[0]?.from).toBeLessThan(histogram[11]?.to ?? 0)
  expect((await facet({ category: 'mat-maker', spec: { supply: '230-v-50-60-hz' } }, 'feed-width')).histogram).toEqual([])
})

test('F2 a product answers its values in the order of its category, as they are shown', async () => {
  const { attributes } = await shop.visitor.products.bySlug({ params: { slug: 'ecomat-1000' } })
  expect(attributes.map(({ key }) => key)).toEqual([
    'feed-width',
    'board-thickness',
    'feed-speed',
    'throughput',
    'power',
    'supply',
    'noise',
    'net-weight',
    'installation',
    'discharge',
  ])
  expect(attributes[0]).toEqual({
    key: 'feed-width',
    label: 'Feed width',
    unit: 'mm',
    number: 430,
    display: '430 mm',
    isCompared: true,
    rowName: 'feed width',
  })
  expect(attributes[5]).toMatchObject({ choice: '230-v-50-60-hz', unit: null, display: '230 V, 50/60 Hz, single phase' })
  expect(attributes[6]).toMatchObject({ number: 68, display: "about 68 dB(A) at 1 m (maker's figure)" })
  expect(attributes[7]).toEqual({
    key: 'net-weight',
    label: 'Net weight',
    unit: 'kg',
    number: 78,
    display: '78 kg',
    isCompared: true,
    rowName: 'weight',
  })
})

test('35.1.8 a range has two ends: shown as written, found by any part of it, and counted by both', async () => {
  const made = async (slug: string, value: string) =>
    (await shop.make.product({ slug, category: 'mat-maker', specifications: [{ name: 'Feed speed', value }] })).slug
  const ranged = await made('ranged', '21-25 m/min')
  const single = await made('single', '23 m/min')
  const speed = async (slug: string) =>
    (await shop.visitor.products.bySlug({ params: { slug } })).attributes.find(({ key }) => key === 'feed-speed')
  expect(await speed(ranged)).toMatchObject({ number: 21, numberMax: 25, display: '21–25 m/min' })
  expect(await speed(single)).not.toHaveProperty('numberMax')
  const found = async (range: string) => (await slugs({ category: 'mat-maker', spec: { 'feed-speed': range } })).toSorted()
  expect(await found('20..22')).toEqual([ranged])
  expect(await found('22..23')).toEqual([ranged, single])
  expect(await found('24..')).toEqual([ranged])
  expect(await found('24..24')).toEqual([ranged])
  expect(await found('26..')).toEqual([])
  expect(await found('19..20')).toEqual([])
  expect(await facet({ category: 'mat-maker' }, 'feed-speed')).toMatchObject({ max: 25 })
  expect(await slugs({ search: 'mat maker feed speed over 24 m/min' })).toContain(ranged)
})

test('the facets say how a search was read: filters that it names, unless the query has them, corrections, and words left out', async () => {
  const understood = async (query: Query) => (await shop.visitor.products.facets({ query })).understood
  expect(await understood({ type: 'machine' })).toBeNull()
  const ranged = await understood({ search: 'chip maker under 2 kW' })
  expect(ranged).toMatchObject({ corrections: [], leftOut: [], instead: [] })
  expect(ranged?.filters).toEqual([{ key: 'power', label: 'Power', display: 'under 2 kW', without: 'chip maker' }])
  expect(await slugs({ search: 'chip maker' })).toEqual(expect.arrayContaining(await slugs({ search: 'chip maker under 2 kW' })))
  expect((await understood({ search: 'chip maker under 2 kW', spec: { power: '..0.75' } }))?.filters).toEqual([])
  expect((await understood({ search: 'machine under $5,000', maxPrice: '900' }))?.filters).toEqual([])
  expect((await understood({ search: 'conveyer' }))?.corrections).toEqual([{ from: 'conveyer', to: 'conveyor' }])
  expect((await understood({ search: 'conveyor' }))?.corrections).toEqual([])
  expect((await understood({ search: 'conveyer', exact: 'true' }))?.corrections).toEqual([])
  expect((await understood({ search: 'conveyor qqqzzz' }))?.leftOut).toEqual(['qqqzzz'])
  expect((await understood({ search: 'bubble wrap' }))?.instead).toEqual([{ term: 'bubble wrap' }])
})
