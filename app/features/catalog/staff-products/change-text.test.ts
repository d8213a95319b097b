import { expect, test } from 'vitest'
import { changesOf } from './change-text.ts'

test('a change is read field by field in the words of the form; what the shop keeps for itself is left out', () => {
  const before = { priceUsdCents: 1250, featured: false, features: ['One'], searchText: 'x', categoryId: 'a' }
  const after = { priceUsdCents: 1400, featured: true, features: ['One', 'Two'], searchText: 'y', categoryId: 'b' }
  expect(changesOf({ before, after })).toEqual([
    { label: 'Price in USD', before: '$12.50', after: '$14.00' },
    { label: 'Featured', before: 'No', after: 'Yes' },
    { label: 'Features', before: 'One', after: 'One, Two' },
    { label: 'Category', before: null, after: 'changed' },
  ])
})

test('a new product shows only fields with a value, pictures and specifications as people write them', () => {
  const after = {
    name: 'Mat',
    description: '',
    leadTimeDays: null,
    images: [{ url: '/media/a.webp', alt: 'A mat' }],
    specifications: [{ name: 'Power', value: '2 kW' }],
  }
  expect(changesOf({ before: null, after })).toEqual([
    { label: 'Name', before: null, after: 'Mat' },
    { label: 'Images', before: null, after: '/media/a.webp (A mat)' },
    { label: 'Specifications', before: null, after: 'Power: 2 kW' },
  ])
})
