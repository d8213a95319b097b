import { expect, test } from 'vitest'
import { changedPrice } from './price-change.ts'

test('F7.3.3 a price changes by a percentage, rounded half up to the cent', () => {
  expect(changedPrice(1000, 10, 'cent')).toBe(1100)
  expect(changedPrice(999, 12.5, 'cent')).toBe(1124) // 1123.875
  expect(changedPrice(1005, -10, 'cent')).toBe(905) // 904.5
  expect(changedPrice(1, -90, 'cent')).toBe(0)
  expect(changedPrice(99_999_999_999, 500, 'cent')).toBe(599_999_999_994)
})

test('F7.3.3 a changed price is rounded to 10 cents, to whole amounts, or to .99', () => {
  expect(changedPrice(1244, 0, 'tenth')).toBe(1240)
  expect(changedPrice(1245, 0, 'tenth')).toBe(1250)
  expect(changedPrice(1249, 0, 'whole')).toBe(1200)
  expect(changedPrice(1250, 0, 'whole')).toBe(1300)
  expect(changedPrice(1249, 0, 'ninety-nine')).toBe(1299) // 12.50 is half way between 11.99 and 12.99, and goes up
  expect(changedPrice(1248, 0, 'ninety-nine')).toBe(1199)
  expect(changedPrice(1299, 0, 'ninety-nine')).toBe(1299)
  expect(changedPrice(30, 0, 'ninety-nine')).toBe(-1)
})
