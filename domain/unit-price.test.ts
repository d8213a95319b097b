import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CONTENT_UNITS } from './product-facts.ts'
import { unitPriceOf, unitPriceText } from './unit-price.ts'

test.each([
  ['G-U1 36.90 for 11.16 m², net', 36_90, { amount: 11.16, unit: 'm2' }, '€3.31/m²'],
  ['G-U1 43.91 for 11.16 m², with 19% tax', 43_91, { amount: 11.16, unit: 'm2' }, '€3.93/m²'],
  ['G-U2 6.90 for 200 pieces', 6_90, { amount: 200, unit: 'piece' }, '€3.45 per 100 pieces'],
  ['a piece of exactly 0.10', 20_00, { amount: 200, unit: 'piece' }, '€0.10 per piece'],
  ['a piece of a little less', 19_99, { amount: 200, unit: 'piece' }, '€10.00 per 100 pieces'],
  ['half a cent', 1_01, { amount: 2, unit: 'kg' }, '€0.51/kg'],
  ['liters below 0.10', 8_40, { amount: 240, unit: 'l' }, '€0.04/l'],
  ['the smallest content', 1_00, { amount: 0.001, unit: 'm3' }, '€1,000.00/m³'],
  ['meters', 30_00, { amount: 250, unit: 'm' }, '€0.12/m'],
] as const)('F3 unit price of %s', (_, cents, content, text) => {
  expect(unitPriceText(unitPriceOf(cents, content), 'EUR')).toBe(text)
})

test('F3 a unit price is within half a cent of the exact one, and 100 pieces stand for pieces below 0.10 only', () => {
  const price = fc.integer({ min: 1, max: 1_000_000_00 })
  const thousandths = fc.integer({ min: 1, max: 999_999_999 })
  fc.assert(
    fc.property(price, thousandths, fc.constantFrom(...CONTENT_UNITS), (cents, amount, unit) => {
      const found = unitPriceOf(cents, { amount: amount / 1000, unit })
      expect(found.per === 100).toBe(unit === 'piece' && BigInt(cents) * 1000n < 10n * BigInt(amount))
      // 2 × |found × amount − price × 1000 × per| ≤ amount, and half a cent is rounded up
      const error = 2n * (BigInt(found.cents) * BigInt(amount) - BigInt(cents) * 1000n * BigInt(found.per))
      expect(error > -BigInt(amount) && error <= BigInt(amount)).toBe(true)
    }),
  )
})
