import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  DEFAULT_CATEGORY_KIND,
  defaultShippingClass,
  isSlug,
  MAX_IMAGES,
  PRODUCT_STATUSES,
  PRODUCT_TYPES,
  SEEDED_CATEGORIES,
  slugify,
} from './product.ts'

test('B185 B342 the tables are those of the specification', () => {
  expect(PRODUCT_STATUSES).toEqual(['Active', 'Inactive', 'Suspended', 'Deleted'])
  expect(PRODUCT_TYPES).toEqual(['machine', 'material'])
  expect(MAX_IMAGES).toBe(5)
  expect(DEFAULT_CATEGORY_KIND).toBe('machine')
})

test('the first categories have the labels and the order of the buttons', () => {
  expect(SEEDED_CATEGORIES.map(({ value, label, kind }) => [value, label, kind])).toEqual([
    ['mat-maker', 'Mat Makers', 'machine'],
    ['chip-maker', 'Chip Makers', 'machine'],
    ['accessories', 'Accessories', 'machine'],
    ['replacement-parts', 'Replacement Parts', 'machine'],
    ['mat', 'Mats', 'material'],
    ['chip', 'Chips', 'material'],
  ])
  for (const { value, description } of SEEDED_CATEGORIES) {
    expect(isSlug(value)).toBe(true)
    expect(description).toMatch(/^[A-Z].{20,}\.$/)
  }
})

test.each([
  ['mat-maker', 'freight'],
  ['chip-maker', 'freight'],
  ['accessories', 'parcel'],
  ['replacement-parts', 'parcel'],
  ['mat', 'parcel'],
  ['chip', 'parcel'],
  ['anything', 'parcel'],
])('products of %s ship as %s', (category, expected) => {
  expect(defaultShippingClass(category)).toBe(expected)
})

test.each([
  ['EcoMat 2500 Commercial', 'ecomat-2500-commercial'],
  ["Buyer's Guide", 'buyers-guide'],
  ['Buyer’s Guide', 'buyers-guide'],
  ['  Crème Brûlée — Øre & Straße ', 'creme-brulee-ore-strasse'],
  ['Łódź, Æther', 'lodz-aether'],
  ['İstanbul ısı', 'istanbul-isi'],
  ['A--B__C', 'a-b-c'],
  ['½ ﬁn', '1-2-fin'],
  ['日本', ''],
  ['---', ''],
  ['', ''],
  ['Ⅷ', 'viii'],
  ['x'.repeat(80), 'x'.repeat(80)],
  ['x'.repeat(81), 'x'.repeat(80)],
  [`${'x'.repeat(79)} yes`, 'x'.repeat(79)],
])('the slug of %j is %j', (text, expected) => {
  expect(slugify(text)).toBe(expected)
})

/** Any code point but halves of one. The library's own `binary` unit builds a table of a million letters first, which takes seconds. */
const letter = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))

test('every slug is empty or valid, and its own slug', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: letter, maxLength: 120 }), fc.string({ maxLength: 120 })), (text) => {
      const slug = slugify(text)
      expect(slug === '' || isSlug(slug)).toBe(true)
      expect(slugify(slug)).toBe(slug)
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['a', true],
  ['a-1', true],
  ['x'.repeat(80), true],
  ['x'.repeat(81), false],
  ['', false],
  ['-a', false],
  ['a-', false],
  ['a--b', false],
  ['A', false],
  ['a b', false],
  ['é', false],
  ['a\n', false],
])('%j as a slug is %j', (text, expected) => {
  expect(isSlug(text)).toBe(expected)
})
