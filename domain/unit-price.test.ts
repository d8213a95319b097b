import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CONTENT_UNITS } from './product-fields.ts'
import { unitPriceOf, unitPriceText } from './unit-price.ts'

test.each([
  ['G-U1 36.90 for 11.16 m², net', 36_90, { amount: 11.16, unit: 'm2' }, '€3.31/m²'],
  ['G-U1 43.91 for 11.16 m², with 19% tax', 43_91, { amount: 11.16, unit: 'm2' }, '€3.93/m²'],
  ['G-U2 6.90 for 200 pieces', 6_90, { amount: 200, unit: 'piece' }, '€3.45 per 100 pieces'],
  ['a piece of exactly 0.10', 20_00, { amount: 200, unit: 'piece' }, '€0.10 per piece'],
  ['a piece of a little less', 19_99, { amount: 200, unit: 'piece' }, '€10.00 per 100 pieces'],
  ['half a cent', 1_01, { amount: 2, unit: 'kg' }, '€0.51/kg'],
  ['liters below 0.10', 8_40, { amount: 240, unit: 'l' }, '€3.50 per 100 l'],
  ['liters of 0.16', 38_90, { amount: 240, unit: 'l' }, '€16.21 per 100 l'],
  ['a liter of exactly 1.00', 240_00, { amount: 240, unit: 'l' }, '€1.00/l'],
  ['a bulk bag', 82_50, { amount: 1500, unit: 'l' }, '€5.50 per 100 l'],
  ['a bag of a little less', 79_90, { amount: 1500, unit: 'l' }, '€5.33 per 100 l'],
  ['cheap meters', 9_90, { amount: 250, unit: 'm' }, '€3.96 per 100 m'],
  ['cheap square meters', 1_99, { amount: 30, unit: 'm2' }, '€6.63 per 100 m²'],
  ['cheap kilograms', 40_00, { amount: 1000, unit: 'kg' }, '€4.00 per 100 kg'],
  ['the smallest content', 1_00, { amount: 0.001, unit: 'm3' }, '€1,000.00/m³'],
  ['meters', 30_00, { amount: 250, unit: 'm' }, '€0.12/m'],
] as const)('F3 unit price of %s', (_, cents, content, text) => {
  expect(unitPriceText(unitPriceOf(cents, content), 'EUR')).toBe(text)
})

test('F3 a unit price is within half a cent of the exact one, and 100 units stand for units below 0.10 only, liters below 1.00', () => {
  const price = fc.integer({ min: 1, max: 1_000_000_00 })
  const thousandths = fc.integer({ min: 1, max: 999_999_999 })
  fc.assert(
    fc.property(price, thousandths, fc.constantFrom(...CONTENT_UNITS), (cents, amount, unit) => {
      const found = unitPriceOf(cents, { amount: amount / 1000, unit })
      expect(found.per === 100).toBe(BigInt(cents) * 1000n < (unit === 'l' ? 100n : 10n) * BigInt(amount))
      // 2 × |found × amount − price × 1000 × per| ≤ amount, and half a cent is rounded up
      const error = 2n * (BigInt(found.cents) * BigInt(amount) - BigInt(cents) * 1000n * BigInt(found.per))
      expect(error > -BigInt(amount) && error <= BigInt(amount)).toBe(true)
    }),
  )
})

test('35.1.11 bags and boxes of liters whose prices differ by a hundredth are never shown at the same unit price', () => {
  for (const amount of [40, 120, 240, 500, 1000, 1500])
    for (let cents = amount; cents <= 20_000; cents = Math.ceil(cents * 1.013)) {
      const [one, other] = [cents, Math.ceil(cents * 1.011) + 1].map((price) =>
        unitPriceText(unitPriceOf(price, { amount, unit: 'l' }), 'EUR'),
      )
      expect(one, `${cents} cents for ${amount} l`).not.toBe(other)
    }
})
