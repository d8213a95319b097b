import { expect, test } from 'vitest'
import { DEFAULT_TAX_PERCENT, taxCents } from './tax.ts'

test.each([
  [100_00, 0, 8, 8_00],
  [100_00, 25_00, 8, 6_00],
  [100_00, 100_00, 8, 0],
  [100_00, 100_01, 8, 0],
  [6, 0, 8, 0],
  [7, 0, 8, 1],
  [31, 0, 8, 2],
  [32, 0, 8, 3],
  [1_00, 0, 12.5, 13],
  [1_00, 0, 0, 0],
  [1_00, 0, -8, 0],
])('S311 on %i cents less %i, tax of %d percent is %i cents', (subtotal, discount, percent, expected) => {
  expect(taxCents(subtotal, discount, percent)).toBe(expected)
})

test('S311 the tax is 8 percent', () => {
  expect(DEFAULT_TAX_PERCENT).toBe(8)
})
