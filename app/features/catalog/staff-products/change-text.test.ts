import { expect, test } from 'vitest'
import { columnLabels, FIELD_KEYS, PLAIN_KEYS, PRODUCT_FIELDS, plainField } from '#domain/product-fields.ts'
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

test('F1: changed facts are read in the words of the form', () => {
  const maker = { name: 'North Fold', address: 'Dock 1', email: 'safety@north.test' }
  const before = { sku: null, weightGrams: null, minQuantity: 1, ladder: null, safety: null }
  const after = {
    sku: 'NF-1',
    weightGrams: 12_500,
    minQuantity: 5,
    ladder: [{ minQuantity: 10, discountPercent: 7.5 }],
    safety: { manufacturer: maker, responsible: null, warnings: '' },
  }
  expect(changesOf({ before, after })).toEqual([
    { label: 'SKU', before: '', after: 'NF-1' },
    { label: 'Packed weight', before: '', after: '12.5 kg' },
    { label: 'Minimum order', before: '1', after: '5' },
    { label: 'Quantity prices', before: '', after: '10: 7.5%' },
    { label: 'Product safety', before: '', after: 'North Fold, Dock 1, safety@north.test' },
  ])
  expect(changesOf({ before: null, after: { minQuantity: 1, taxClass: 'standard', sku: 'NF-1' } }).map(({ label }) => label)).toEqual([
    'SKU',
  ])
})

test('each column of each fact has its name in the history, values of one column as lists show them', () => {
  const columns = Object.entries(columnLabels(FIELD_KEYS))
  const after = Object.fromEntries(columns.map(([name]) => [name, name === 'ladder' ? [] : name === 'safety' ? null : 1]))
  expect(changesOf({ before: {}, after }).map(({ label }) => label)).toEqual(columns.map(([, label]) => label))
  const values = { originCountry: 'DE', taxClass: 'reduced', warrantyMonths: 1, weightGrams: 1500, isCustom: false }
  expect(changesOf({ before: {}, after: values }).map((change) => change.after)).toEqual(['Germany', 'Reduced', '1 month', '1.5 kg', 'No'])
  for (const key of PLAIN_KEYS) expect(columnLabels([key])).toEqual({ [plainField(key).column ?? key]: PRODUCT_FIELDS[key].label })
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
