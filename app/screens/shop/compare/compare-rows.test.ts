import { expect, test } from 'vitest'
import { shownRows } from '#app/features/catalog/products/facts.ts'
import type { Product } from '#contract/catalog/products.ts'
import { compareRows, goesIntoCart } from './compare-rows.ts'

const attribute = (label: string, display: string, isCompared = true) => ({
  key: label,
  label,
  unit: null,
  display,
  isCompared,
  rowName: label.toLowerCase(),
})

const product = (name: string, more: Partial<Product>) =>
  ({
    name,
    stock: 5,
    minQuantity: 1,
    quantityStep: 1,
    leadTimeDays: null,
    warrantyMonths: 24,
    businessName: 'North Fold',
    attributes: [],
    specificationRows: [],
    papers: [],
    ...more,
  }) as unknown as Product // only what is compared

test('F2 rows are the compared specifications in the order of the categories, and equal ones are marked', () => {
  const one = product('A', {
    attributes: [
      attribute('Feed width', '430 mm'),
      attribute('Power', '0.75 kW'),
      attribute('Feed speed', '6 m/min'),
      attribute('Color', 'blue', false),
    ],
  })
  const other = product('B', {
    leadTimeDays: 15,
    attributes: [attribute('Feed width', '430 mm'), attribute('Noise', '68 dB(A)'), attribute('Power', '2 kW')],
    specificationRows: [{ name: 'Feed speed', value: '2–5 m/min' }],
  })
  expect(compareRows([one, other])).toEqual([
    { label: 'Availability', texts: ['Only 5 left', 'Made to order, ships in 15 business days'], isEqual: false },
    { label: 'Feed width', texts: ['430 mm', '430 mm'], isEqual: true },
    { label: 'Noise', texts: ['', '68 dB(A)'], isEqual: false },
    { label: 'Power', texts: ['0.75 kW', '2 kW'], isEqual: false },
    { label: 'Feed speed', texts: ['6 m/min', '2–5 m/min'], isEqual: false },
    { label: 'Warranty', texts: ['24 months', '24 months'], isEqual: true },
    { label: 'Sold by', texts: ['North Fold', 'North Fold'], isEqual: true },
  ])
})

test('35.1.8 payback and blades are compared where they are known, and a fact has one name and one form', () => {
  const one = product('EcoMat', {
    slug: 'ecomat',
    attributes: [{ ...attribute('Net weight', '78 kg'), number: 78, rowName: 'weight' }],
    specificationRows: [
      { name: 'Weight', value: '78 kg' },
      { name: 'Roll', value: '50000 mm' },
    ],
  })
  const other = product('PackMat', { slug: 'packmat', attributes: [attribute('Net weight', '2–5 kg')] })
  const costs = { ecomat: { payback: '2.6 months at $5,000 of packaging a month', blades: '$240.00 (Cutter roller)' } }
  const texts = Object.fromEntries(compareRows([one, other], costs).map(({ label, texts: all }) => [label, all]))
  expect(texts).toMatchObject({
    Payback: ['2.6 months at $5,000 of packaging a month', ''],
    'Blade set': ['$240.00 (Cutter roller)', ''],
    'Net weight': ['78 kg', '2–5 kg'],
  })
  expect(shownRows(one)).toEqual([
    { name: 'Net weight', value: '78 kg' },
    { name: 'Roll', value: '50 m' },
  ])
})

test('only what is in stock and can be ordered in the market goes into the cart', () => {
  const display = { sellable: true } as unknown as NonNullable<Product['display']> // only what decides
  expect(goesIntoCart(product('A', {}))).toBe(true)
  expect(goesIntoCart(product('A', { display }))).toBe(true)
  expect(goesIntoCart(product('A', { display: { ...display, sellable: false, reason: 'Freight is by quote.' } }))).toBe(false)
  expect(goesIntoCart(product('A', { stock: 0, display }))).toBe(false)
})

test('parts, whose category compares nothing, are compared by all that their sellers wrote, and by what they fit', () => {
  const one = product('Belt', {
    stock: 40,
    leadTimeDays: 2,
    specificationRows: [
      { name: 'Fits', value: 'EcoMat 1000' },
      { name: 'Length', value: '640 mm' },
    ],
  })
  const other = product('Chain', {
    stock: 0,
    warrantyMonths: null,
    specificationRows: [
      { name: 'Material', value: 'steel' },
      { name: 'Length', value: '700 mm' },
    ],
  })
  expect(compareRows([one, other]).map(({ label, texts }) => [label, ...texts])).toEqual([
    ['Availability', 'In stock, ships in 2 business days', 'Out of stock'],
    ['Material', '', 'steel'],
    ['Length', '640 mm', '700 mm'],
    ['Fits', 'EcoMat 1000', ''],
    ['Warranty', '24 months', ''],
    ['Sold by', 'North Fold', 'North Fold'],
  ])
})
