import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_MACHINE_LADDER, ladderErrors, ladderFor, lineTotalCents, priceBreakFor, unitPriceCents } from './pricing.ts'

test.each([
  [1, 12500_00],
  [2, 12500_00],
  [3, 11875_00],
  [4, 11875_00],
  [5, 11250_00],
  [6, 11250_00],
  [9, 11250_00],
  [10, 10625_00],
  [11, 10625_00],
  [1000, 10625_00],
])('S332 %i machines of $12,500 cost %i cents each', (quantity, expected) => {
  expect(unitPriceCents(12500_00, quantity, DEFAULT_MACHINE_LADDER)).toBe(expected)
})

test('the unit price is rounded half up before it is multiplied', () => {
  // 5% off 10 cents is 9.5 cents
  expect(unitPriceCents(10, 3, DEFAULT_MACHINE_LADDER)).toBe(10)
  expect(lineTotalCents(10, 3, DEFAULT_MACHINE_LADDER)).toBe(30)
  expect(unitPriceCents(9, 3, DEFAULT_MACHINE_LADDER)).toBe(9) // 8.55
  expect(unitPriceCents(8, 5, DEFAULT_MACHINE_LADDER)).toBe(7) // 7.2
  expect(lineTotalCents(12500_00, 3, DEFAULT_MACHINE_LADDER)).toBe(35625_00)
})

test.each([
  ['mat-maker', DEFAULT_MACHINE_LADDER],
  ['chip-maker', DEFAULT_MACHINE_LADDER],
  ['accessories', []],
  ['replacement-parts', []],
  ['mat', []],
  ['chip', []],
  ['', []],
  ['constructor', []],
])('S332 the ladder of %s holds for machines only', (category, expected) => {
  expect(ladderFor(category)).toEqual(expected)
})

test('rungs may stand in any order and absurd discounts stay within 0 and 100', () => {
  const upsideDown = [...DEFAULT_MACHINE_LADDER].reverse()
  expect(priceBreakFor(7, upsideDown)).toEqual({ minQuantity: 5, discountPercent: 10 })
  expect(priceBreakFor(2, upsideDown)).toBeNull()
  expect(unitPriceCents(500, 2, [{ minQuantity: 1, discountPercent: 150 }])).toBe(0)
  expect(unitPriceCents(500, 2, [{ minQuantity: 1, discountPercent: -20 }])).toBe(500)
})

test('one more machine never makes the unit price higher, and the price stays between 85 and 100 percent', () => {
  fc.assert(
    fc.property(fc.nat(1e9), fc.integer({ min: 1, max: 30 }), (base, quantity) => {
      const now = unitPriceCents(base, quantity, DEFAULT_MACHINE_LADDER)
      expect(unitPriceCents(base, quantity + 1, DEFAULT_MACHINE_LADDER)).toBeLessThanOrEqual(now)
      expect(now).toBeLessThanOrEqual(base)
      expect(now * 100).toBeGreaterThanOrEqual(base * 85 - 50)
    }),
  )
})

const tiers = (...quantities: number[]) => quantities.map((minQuantity, at) => ({ minQuantity, discountPercent: at + 1 }))

test.each([
  { ladder: tiers(1, 5), minQuantity: 1, category: 'mat', errors: [['ladder.0.minQuantity', 'A tier must start at 2 or more.']] },
  { ladder: tiers(2, 5), minQuantity: 1, category: 'mat', errors: [] },
  {
    ladder: tiers(5, 10, 20),
    minQuantity: 10,
    category: 'mat',
    errors: [
      ['ladder.0.minQuantity', 'A tier must start above the minimum quantity of 10.'],
      ['ladder.1.minQuantity', 'A tier must start above the minimum quantity of 10.'],
    ],
  },
  { ladder: null, minQuantity: 2, category: 'mat-maker', errors: [] },
  {
    ladder: null,
    minQuantity: 4,
    category: 'mat-maker',
    errors: [
      ['minQuantity', 'The quantity prices of its category start at 3. Enter a smaller minimum, or quantity prices for this product.'],
    ],
  },
  { ladder: [], minQuantity: 4, category: 'mat-maker', errors: [] },
  { ladder: null, minQuantity: 50, category: 'mat', errors: [] },
])('F1: tiers of $ladder with a minimum of $minQuantity in $category', ({ ladder, minQuantity, category, errors }) => {
  expect(ladderErrors({ ladder, minQuantity }, category).map(({ field, message }) => [field, message])).toEqual(errors)
})
