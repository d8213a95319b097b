import { expect, test } from 'vitest'
import { BLOG_STATUSES, categoryText, isVisible, readingMinutes } from './blog-post.ts'

const NOW = new Date('2026-03-04T12:00:00Z')

test('B187 the states are those of the specification', () => {
  expect(BLOG_STATUSES).toEqual(['draft', 'published', 'archived'])
})

test.each([
  ['published', -1, true],
  ['published', 0, true],
  ['published', 1, false],
  ['published', null, false],
  ['draft', -1, false],
  ['archived', -1, false],
] as const)('S223 a %s post whose time is %j ms from now is visible: %j', (status, offset, expected) => {
  const publishedAt = offset === null ? null : new Date(NOW.getTime() + offset)
  expect(isVisible({ status, publishedAt }, NOW)).toBe(expected)
})

test('reading takes whole minutes, at least one; marks between the words do not count', () => {
  expect(readingMinutes('')).toBe(1)
  expect(readingMinutes('word '.repeat(660))).toBe(3)
  expect(readingMinutes('| - | '.repeat(2000))).toBe(1)
})

test('S120 a category is read with spaces for its hyphens', () => {
  expect(categoryText('void-fill-and-more')).toBe('void fill and more')
})
