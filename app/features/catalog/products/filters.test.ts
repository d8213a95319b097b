import { expect, test } from 'vitest'
import { pageNumbers } from '#app/ui/page-numbers.ts'
import type { AttributeFacet } from '#contract/catalog/products.ts'
import { activeFilters } from './active-filters.ts'
import { facetQuery, filterParams, listHref, listQuery, NO_FILTERS, PAGE_SIZE, readFilters, sortOf } from './filters.ts'

const read = (query: string) => readFilters(new URLSearchParams(query))
const ID = '7b7a1f0e-3f0c-4e0e-9b6e-0a6c2b1d4f10'

test('S78 S88 an address gives category, search, businessId and businessType, producer by default', () => {
  expect(read(`category=mat&search=+roll+&businessId=${ID}`)).toEqual({
    ...NO_FILTERS,
    category: 'mat',
    search: 'roll',
    businessId: ID,
    businessType: 'producer',
  })
  expect(read('businessType=consumer').businessType).toBe('consumer')
  expect(read('businessType=all').businessType).toBe('all')
})

test('what makes no sense in an address is left out', () => {
  const nonsense = 'page=-1&minPrice=abc&maxPrice=1e9&sort=random&businessType=robot&currency=GBP&inStock=perhaps'
  expect(read(nonsense)).toEqual(NO_FILTERS)
  expect(read('page=1.5').page).toBe(1)
  expect(read(`search=${'x'.repeat(300)}`).search).toHaveLength(200)
})

test('filters and address say the same', () => {
  const whole =
    'category=mat&search=roll&businessId=a&businessType=all&inStock=true&minPrice=10&maxPrice=99.5&currency=EUR&sort=price&view=list&page=2'
  expect(new URLSearchParams(filterParams(read(whole))).toString()).toBe(whole)
  expect(filterParams(NO_FILTERS)).toEqual({})
})

test('F2 filters by attribute are in the address, also as a form without script sends them, and go with another category', () => {
  const filters = read('category=mat-maker&spec.feed-width=400..700&spec.supply=230-v,400-v-three-phase')
  expect(filters.spec).toEqual({ 'feed-width': '400..700', supply: '230-v,400-v-three-phase' })
  expect(read('spec.power.min=0,75&spec.power.max=&spec.feed-width.min=&spec.feed-width.max=').spec).toEqual({ power: '0.75..' })
  expect(read('spec.power=..&spec.=1&spec.A=1&spec.power.min=wide&spec.x=%00').spec).toEqual({})
  expect(listHref('/products', filters, { inStock: true })).toContain('spec.feed-width=400..700')
  expect(listHref('/products', filters, { category: 'chip-maker' })).toBe('/products?category=chip-maker')
  expect(facetQuery('machine', filters)).toMatchObject({ spec: filters.spec })
})

test('F2 a chip names the attribute, its unit and its choices', () => {
  const facet = (key: string, label: string, unit: string | null, values: AttributeFacet['values'] = []): AttributeFacet => ({
    key,
    label,
    unit,
    kind: values.length > 0 ? 'choice' : 'number',
    decimals: 0,
    min: null,
    max: null,
    values,
    histogram: [],
  })
  const attributes = [
    facet('feed-width', 'Feed width', 'mm'),
    facet('supply', 'Supply', null, [{ value: '230-v', label: '230 V', count: 1 }]),
  ]
  const chips = (query: string) => activeFilters(read(query), { attributes }).map(({ name, value }) => `${name}: ${value}`)
  expect(chips('spec.feed-width=400..700&spec.supply=230-v')).toEqual(['Feed width: 400 to 700 mm', 'Supply: 230 V'])
  expect(chips('spec.feed-width=..700')).toEqual(['Feed width: up to 700 mm'])
  expect(chips('spec.feed-width=400..')).toEqual(['Feed width: from 400 mm'])
})

test('filters that the search names are chips beside it, and each is taken off by a search without it', () => {
  const understood = {
    corrections: [],
    leftOut: [],
    matching: 1,
    instead: [],
    answers: [],
    filters: [{ key: 'power', label: 'Power', display: 'under 1 kW', without: 'chip maker' }],
  }
  const filters = read('search=chip+maker+under+1+kw&page=2')
  const chips = activeFilters(filters, { understood })
  expect(chips.map(({ name, value }) => `${name}: ${value}`)).toEqual(['Search: chip maker under 1 kw', 'Power: under 1 kW'])
  expect(listHref('/products', filters, chips[1]?.without)).toBe('/products?search=chip+maker')
})

test('a search that is taken as it was typed stays so while other filters change, another search is read anew', () => {
  const filters = read('search=conveyer&exact=1')
  expect(listHref('/products', filters, { inStock: true })).toBe('/products?search=conveyer&exact=1&inStock=true')
  expect(listHref('/products', filters, { search: 'belt' })).toBe('/products?search=belt')
  expect(listHref('/products', read('search=conveyer'), { isExact: true })).toBe('/products?search=conveyer&exact=1')
  expect(facetQuery('machine', filters)).toMatchObject({ search: 'conveyer', exact: 'true' })
})

test('a changed filter begins at the first page; the page itself may change alone', () => {
  const filters = read('category=mat&page=3')
  expect(listHref('/materials', filters, { search: 'roll' })).toBe('/materials?category=mat&search=roll')
  expect(listHref('/materials', filters, { page: 4 })).toBe('/materials?category=mat&page=4')
  expect(listHref('/materials', filters, { category: '' })).toBe('/materials')
})

test('S77 S78 a kind of seller does not narrow the equipment list, so it is no filter there', () => {
  expect(readFilters(new URLSearchParams('businessType=consumer'), 'machine')).toEqual(NO_FILTERS)
  expect(readFilters(new URLSearchParams('businessType=consumer'), 'material').businessType).toBe('consumer')
})

test('S77 the equipment list asks for machines of every seller, 24 a page', () => {
  expect(listQuery('machine', NO_FILTERS)).toEqual({ type: 'machine', currency: 'USD', sort: 'featured', page: '1', limit: '24' })
})

test('S88 S255 the materials list asks for products of producers', () => {
  expect(facetQuery('material', NO_FILTERS)).toEqual({ type: 'material', businessType: 'producer', currency: 'USD' })
})

test('the best match comes first when searching, featured products otherwise', () => {
  expect(sortOf(NO_FILTERS)).toBe('featured')
  expect(sortOf({ ...NO_FILTERS, search: 'mat' })).toBe('relevance')
  expect(sortOf({ ...NO_FILTERS, search: 'mat', sort: '-price' })).toBe('-price')
  expect(sortOf({ ...NO_FILTERS, sort: 'relevance' })).toBe('featured')
})

test('S82 S90 chips name producer, category and search, and the number of them is the badge', () => {
  const filters = read(`category=mat&search=roll&businessId=${ID}&businessType=consumer`)
  const chips = activeFilters(filters, { category: 'Mats', producer: 'Kiln Row Ceramics' })
  expect(chips.map(({ name, value }) => `${name}: ${value}`)).toEqual([
    'Producer: Kiln Row Ceramics',
    'Category: Mats',
    'Search: roll',
    'Sold by: Consumer',
  ])
})

test('S82 an unknown producer is called so', () => {
  expect(activeFilters(read(`businessId=${ID}`), {})[0]?.value).toBe('Unknown producer')
})

test('S90 the default seller is no filter', () => {
  expect(activeFilters(read('businessType=producer'), {})).toEqual([])
})

test.each([
  ['minPrice=10', 'from $10.00'],
  ['maxPrice=1500&currency=EUR', 'up to €1,500.00'],
  ['minPrice=10&maxPrice=99.50', '$10.00 to $99.50'],
])('a price range %s reads %s', (query, words) => {
  expect(activeFilters(read(query), {})[0]?.value).toBe(words)
})

test('taking a chip off leaves the other filters', () => {
  const filters = read('category=mat&minPrice=10&maxPrice=20')
  const price = activeFilters(filters, {}).find(({ name }) => name === 'Price')
  expect(listHref('/materials', filters, price?.without)).toBe('/materials?category=mat')
})

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [5, 10, [1, 2, 3, 4, 5, 6, null, 9, 10]],
  [10, 20, [1, 2, null, 9, 10, 11, null, 19, 20]],
])('page %i of %i links %j', (page, pages, numbers) => {
  expect(pageNumbers(page, pages)).toEqual(numbers)
})

test('S344 B353 D10 lists have 24 products a page', () => {
  expect(PAGE_SIZE).toBe(24)
})
