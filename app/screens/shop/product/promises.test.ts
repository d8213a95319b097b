import { expect, test } from 'vitest'
import { freeShippingText, guaranteeHref } from './promises.ts'

const standard = {
  method: 'standard',
  label: 'Standard',
  days: '5-7 business days',
  minDays: 5,
  maxDays: 7,
  price: { USD: 9.99, EUR: 9.99 },
} as const
const shop = { shippingMethods: [{ ...standard, freeFrom: { USD: 100, EUR: 90.5 } }] }

test.each([
  [99.99, 'USD', 'Free Shipping from $100'],
  [100, 'USD', 'Free Shipping'],
  [90.49, 'EUR', 'Free Shipping from €90.50'],
  [90.5, 'EUR', 'Free Shipping'],
] as const)('S105 a price of %d %s says %s', (price, currency, text) => {
  expect(freeShippingText(price, currency, shop)).toBe(text)
})

test('S105 nothing is said where standard shipping is never free', () => {
  expect(freeShippingText(500, 'USD', { shippingMethods: [{ ...standard, freeFrom: null }] })).toBeNull()
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
