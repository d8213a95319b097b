import { expect, test } from 'vitest'
import { NO_FILTERS } from '#app/features/catalog/products/filters.ts'
import { readView, searchHref, totalOf, viewHref } from './search-address.ts'

test('a search has an address that can be shared and read back', () => {
  const address = '/search?q=feed+roller&kind=equipment&category=replacement-parts&inStock=true&page=2'
  const view = readView(new URL(address, 'http://shop').searchParams)
  expect(view).toEqual({
    kind: 'equipment',
    filters: { ...NO_FILTERS, search: 'feed roller', category: 'replacement-parts', inStock: true, page: 2 },
  })
  expect(viewHref(view, { page: 2 })).toBe(address)
  expect(viewHref(view, { inStock: false })).toBe('/search?q=feed+roller&kind=equipment&category=replacement-parts')
})

test('what makes no sense in an address is left out', () => {
  const view = readView(new URLSearchParams('q=%00%20mat&kind=users&page=-1&minPrice=abc&search=other&businessType=consumer'))
  expect(view).toEqual({ kind: 'all', filters: { ...NO_FILTERS, search: 'mat' } })
  expect(readView(new URLSearchParams('')).filters.search).toBe('')
  expect(readView(new URLSearchParams(searchHref('conveyer', 'all', true).slice(8)))).toMatchObject({
    filters: { search: 'conveyer', isExact: true },
  })
  expect([searchHref(''), searchHref('a&b', 'glossary')]).toEqual(['/search', '/search?q=a%26b&kind=glossary'])
})

test('all results are those of the six kinds together', () => {
  const totals = { products: 7, equipment: 4, materials: 3, producers: 2, articles: 1, pages: 2, terms: 5 }
  expect([totalOf('all', totals), totalOf('glossary', totals), totalOf('materials', totals)]).toEqual([17, 5, 3])
})
