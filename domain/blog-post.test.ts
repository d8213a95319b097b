import { expect, test } from 'vitest'
import { appearsAt, BLOG_STATUSES, categoryText, changedPart, isCoverAddress, isVisible, readingMinutes, tagsOf } from './blog-post.ts'

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

test.each([
  ['a, b', ['a', 'b']],
  [' a ,, A ,b', ['a', 'b']],
  [
    ['x', ' ', 'X', 'y, z'],
    ['x', 'y, z'],
  ],
])('B202 the tags of %j are %j', (typed, expected) => {
  expect(tagsOf(typed)).toEqual(expected)
})

test.each([
  ['https://a.example/x.png?y=1', true],
  ['/media/Ab-c_1.webp', true],
  ['/drawings/scenes/chip-box.svg', true],
  ['http://a.example/x.png', false],
  ['https://nohost', false],
  ['/media/../x', false],
  ['/admin', false],
  ['x.png', false],
])('B201 %j may be a cover: %j', (address, expected) => {
  expect(isCoverAddress(address)).toBe(expected)
})

test('a published post without a time appears now, everything else at its time', () => {
  const later = new Date(NOW.getTime() + 1)
  expect(appearsAt({ status: 'published', publishedAt: null }, NOW)).toEqual(NOW)
  expect(appearsAt({ status: 'published', publishedAt: later }, NOW)).toEqual(later)
  expect(appearsAt({ status: 'draft', publishedAt: null }, NOW)).toBeNull()
})

test('of two long texts only what differs is kept, with a little around it', () => {
  const [head, tail] = ['a'.repeat(300), 'z'.repeat(300)]
  expect(changedPart(`${head}old${tail}`, `${head}new words${tail}`)).toEqual({
    before: `…${'a'.repeat(40)}old${'z'.repeat(40)}…`,
    after: `…${'a'.repeat(40)}new words${'z'.repeat(40)}…`,
  })
  expect(changedPart('', 'all new')).toEqual({ before: '', after: 'all new' })
  expect(changedPart('aa', 'aaa')).toEqual({ before: 'aa', after: 'aaa' })
  expect(changedPart('x', 'y'.repeat(5000)).after).toHaveLength(1001)
})
