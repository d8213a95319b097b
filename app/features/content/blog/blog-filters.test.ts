import { expect, test } from 'vitest'
import { blogHref, categoryHref, NO_BLOG_FILTERS, readBlogFilters, tagHref } from './blog-filters.ts'

const read = (query: string) => readBlogFilters(new URLSearchParams(query))

test('the address of the blog is read back as it was written', () => {
  const filters = { category: 'void-fill', tag: 'drop test', search: 'c & b', page: 3 }
  const href = blogHref(filters, { page: 3 })
  expect(href).toBe('/blog?category=void-fill&tag=drop+test&search=c+%26+b&page=3')
  expect(read(href.slice(href.indexOf('?')))).toEqual(filters)
  expect(blogHref(NO_BLOG_FILTERS)).toBe('/blog')
  expect([categoryHref('rules'), tagHref('PPWR')]).toEqual(['/blog?category=rules', '/blog?tag=PPWR'])
})

test('another filter begins at the first page', () => {
  expect(blogHref({ ...NO_BLOG_FILTERS, page: 4 }, { category: 'rules' })).toBe('/blog?category=rules')
})

test.each(['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=99999999', 'category=%20', 'tag=%00'])('%s says nothing', (query) => {
  expect(read(query)).toEqual(NO_BLOG_FILTERS)
})

test('a text of an address is cut to what the call takes', () => {
  expect(read(`category=${'x'.repeat(500)}`).category).toHaveLength(80)
})
