import { expect, test } from 'vitest'
import { entriesHref, readEntryFilters } from './entry-filters.ts'

const CATEGORIES = ['Board structure', 'Law']
const read = (query: string) => readEntryFilters(new URLSearchParams(query), CATEGORIES)

test('a category is read by its name or its short form; an unknown one counts as none', () => {
  expect(read('category=board-structure').category).toBe('Board structure')
  expect(read('category=Board+structure').category).toBe('Board structure')
  expect(read('category=nothing').category).toBe('')
  expect(read('').category).toBe('')
})

test('a search is trimmed and of bounded length', () => {
  expect(read('search=++flute+').search).toBe('flute')
  expect(read(`search=${'x'.repeat(500)}`).search).toHaveLength(200)
})

test('an address keeps both, and is plain without', () => {
  expect(entriesHref('/glossary', { category: 'Board structure', search: 'kraft & co' })).toBe(
    '/glossary?category=board-structure&search=kraft+%26+co',
  )
  expect(entriesHref('/glossary', { category: '', search: '' })).toBe('/glossary')
})
