import { expect, test } from 'vitest'
import { NO_FACTS } from './product-facts.ts'
import { readinessOf } from './readiness.ts'

const missingOf = (product: Parameters<typeof readinessOf>[0]) => readinessOf(product).flatMap(({ key, ok }) => (ok ? [] : [key]))
const maker = { name: 'North Fold', address: 'Dock 1, Hamburg, Germany', email: 'safety@north.test' }
const whole = {
  sku: 'NF-1',
  mpn: null,
  weightGrams: 1000,
  packageLengthMm: 10,
  packageWidthMm: 10,
  packageHeightMm: 10,
  hsCode: '480890',
  originCountry: 'DE',
  safety: { manufacturer: maker, responsible: null, warnings: '' },
  specifications: [{ name: 'Width', value: '40 cm' }],
  missingAttributes: [],
  lacksTyped: false,
  images: [{ url: '/media/a.jpg', alt: 'The side' }],
  hasBusinessAddress: false,
  isBusinessInEu: false,
}

test('F1: a product with every fact is ready, one without any lacks them', () => {
  expect(missingOf(whole)).toEqual([])
  expect(missingOf({ ...whole, ...NO_FACTS, specifications: [], images: [{ url: '/media/a.jpg', alt: ' ' }] })).toEqual([
    'weight',
    'package',
    'hsCode',
    'origin',
    'safety',
    'specifications',
    'pictureText',
  ])
})

test('F2: a product without a specification that its category requires lacks it by name', () => {
  expect(readinessOf({ ...whole, missingAttributes: ['Feed width', 'Power'] }).find(({ key }) => key === 'specifications')).toEqual({
    key: 'specifications',
    ok: false,
    text: 'Add these specifications: Feed width, Power.',
  })
})

test('F1: rows of its own are not enough where the category has specifications', () => {
  expect(readinessOf({ ...whole, lacksTyped: true }).find(({ key }) => key === 'specifications')).toEqual({
    key: 'specifications',
    ok: false,
    text: 'Fill in at least one specification of its category.',
  })
})

test('F1: a drawing of the shop needs no text, and warnings alone are no contact', () => {
  expect(missingOf({ ...whole, images: [{ url: '/drawings/mat/mat-stack.svg', alt: '' }] })).toEqual([])
  expect(missingOf({ ...whole, safety: { manufacturer: null, responsible: null, warnings: 'Sharp blades.' } })).toEqual(['safety'])
})

test('F1: a missing fact says what to do', () => {
  expect(readinessOf({ ...whole, hsCode: null }).find(({ key }) => key === 'hsCode')).toEqual({
    key: 'hsCode',
    ok: false,
    text: 'Add the HS code.',
  })
})

test('F1: the business is the contact for safety where the product names none, if it has an address', () => {
  expect(missingOf({ ...whole, safety: null })).toEqual(['safety'])
  expect(missingOf({ ...whole, safety: null, hasBusinessAddress: true, isBusinessInEu: true })).toEqual([])
})

test('L5 each missing fact of product safety says what to do', () => {
  const textOf = (more: object) => readinessOf({ ...whole, ...more }).find(({ key }) => key === 'safety')?.text
  expect(textOf({})).toBe('Product safety')
  expect(textOf({ safety: null })).toBe("Add the maker's name, postal address and email.")
  expect(textOf({ safety: null, hasBusinessAddress: true })).toBe(
    "Add a responsible person in the European Union, because the maker's address doesn't end with one of its countries.",
  )
  expect(textOf({ sku: null })).toBe('Add the MPN or the SKU.')
})
