import { expect, test } from 'vitest'
import { freeShippingText, guaranteeHref } from './promises.ts'

const freeFrom = { USD: 100, EUR: 90.5 }

test.each([
  [9.99, 'USD', 'Free Shipping from $100'],
  [0, 'USD', 'Free Shipping'],
  [9.99, 'EUR', 'Free Shipping from €90.50'],
  [0, 'EUR', 'Free Shipping'],
] as const)('S105 X7 standard shipping for %d %s says %s', (charge, currency, text) => {
  expect(freeShippingText(charge, currency, { freeFrom })).toBe(text)
})

test('S105 X7 freight that is included is free, and nothing is said where standard shipping is never free', () => {
  expect(freeShippingText(0, 'USD', { freeFrom: null })).toBe('Free Shipping')
  expect(freeShippingText(49.9, 'USD', { freeFrom: null })).toBeNull()
})

test.each([
  ['mat-maker', 24, '/faq#warranty'],
  ['chip-maker', 36, '/faq#warranty'],
  ['replacement-parts', 12, '#warranty'],
  ['accessories', null, null],
  ['mat', null, null],
] as const)('S104 Quality Guaranteed: %s with %s months of warranty leads to %s', (baseCategory, warrantyMonths, expected) => {
  expect(guaranteeHref({ baseCategory, warrantyMonths })).toBe(expected)
})
