import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocate, CURRENCIES, formatMoney, formatPercent, percentOf, roundHalfUp, toDecimal, toMinor } from './money.ts'

const cents = fc.integer({ min: -9_000_000_000_000, max: 9_000_000_000_000 })

test('B345 the shop has two currencies', () => {
  expect(CURRENCIES).toEqual(['USD', 'EUR'])
})

test.each([
  [4, 10, 0],
  [5, 10, 1],
  [6, 10, 1],
  [14, 10, 1],
  [15, 10, 2],
  [16, 10, 2],
  [-4, 10, 0],
  [-5, 10, 0],
  [-6, 10, -1],
  [-15, 10, -1],
  [-16, 10, -2],
  [0, 7, 0],
  [7, 1, 7],
  [1, 3, 0],
  [2, 3, 1],
  [9_007_199_254_740_991, 1, 9_007_199_254_740_991],
  [9_007_199_254_740_991, 2, 4_503_599_627_370_496],
  [9_007_199_254_740_990, 4, 2_251_799_813_685_248],
  [-9_007_199_254_740_991, 2, -4_503_599_627_370_495],
])('%i / %i rounds half up to %i', (numerator, denominator, expected) => {
  expect(roundHalfUp(numerator, denominator)).toBe(expected)
})

test('rounding half up agrees with exact arithmetic for every size', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (n, d) => {
      const twice = BigInt(roundHalfUp(n, d)) * 2n * BigInt(d)
      const gap = 2n * BigInt(n) - twice // -d <= gap < d is the definition of half up
      expect(gap >= -BigInt(d) && gap < BigInt(d)).toBe(true)
    }),
  )
})

test.each([
  [0.5, 1],
  [1, 0],
  [1, -2],
  [1, 1.5],
  [Number.NaN, 1],
  [2 ** 53, 1],
])('rounding %d / %d is a bug and throws', (n, d) => {
  expect(() => roundHalfUp(n, d)).toThrow(RangeError)
})

test.each([
  [100_00, 8, 8_00],
  [12_49, 10, 1_25],
  [12_45, 10, 1_25],
  [12_44, 10, 1_24],
  [12_46, 10, 1_25],
  [1_00, 8.25, 8],
  [1_06, 8.25, 9],
  [200_00, 8.875, 17_75],
  [1000_00, 1.15, 11_50],
  [1000_00, 0.07, 70],
  [3, 50, 2],
  [1, 49.99, 0],
  [1, 50, 1],
  [1, 50.01, 1],
  [8_000_000_000_000, 99.99, 7_999_200_000_000],
  [9_000_000_000_000, 100, 9_000_000_000_000],
])('of %i cents, %d percent is %i cents', (amount, percent, expected) => {
  expect(percentOf(amount, percent)).toBe(expected)
})

test.each([
  [100, [1, 1, 1], [34, 33, 33]],
  [101, [1, 1, 1], [34, 34, 33]],
  [1, [1, 1], [1, 0]],
  [10, [0, 1, 0], [0, 10, 0]],
  [5, [0, 0], [3, 2]],
  [10, [1, 2, 3], [2, 3, 5]],
  [0, [], []],
  [-3, [1, 1], [-1, -2]],
])('%i split by %j gives %j', (total, weights, expected) => {
  expect(allocate(total, weights)).toEqual(expected)
})

test('shares add up exactly and each is within a cent of its exact part', () => {
  fc.assert(
    fc.property(fc.nat(9_000_000_000_000), fc.array(fc.nat(9_000_000_000), { minLength: 1, maxLength: 12 }), (total, weights) => {
      const shares = allocate(total, weights)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total)
      const whole = weights.reduce((sum, weight) => sum + weight, 0)
      if (whole === 0) return
      shares.forEach((share, index) => {
        const off = BigInt(share) * BigInt(whole) - BigInt(total) * BigInt(weights[index] ?? 0)
        expect(off < BigInt(whole) && off > -BigInt(whole)).toBe(true)
      })
    }),
  )
})

test('an amount with nobody to take it, a negative and a broken weight are bugs and throw', () => {
  expect(() => allocate(1, [])).toThrow('allocate has nobody to give to')
  expect(() => allocate(1, [2, -1])).toThrow('allocate needs weights from 0')
  expect(() => allocate(1, [0.5])).toThrow(RangeError)
})

test.each<[number | string, number | null]>([
  [149.9, 14990],
  ['149.90', 14990],
  ['149.9', 14990],
  [0, 0],
  ['0', 0],
  [-0, 0],
  ['-0.00', 0],
  ['-5', -500],
  [-0.01, -1],
  ['.5', 50],
  [' 12.50 ', 1250],
  [0.29, 29],
  [1.1, 110],
  [19.99, 1999],
  [4.35, 435],
  ['007', 700],
  [1.005, null],
  [1.004, null],
  ['1.000', null],
  [0.1 + 0.2, null],
  ['1e3', null],
  [1e21, null],
  [1e-7, null],
  ['', null],
  [' ', null],
  ['.', null],
  ['-', null],
  ['5.', null],
  ['+5', null],
  ['1,000', null],
  ['0x10', null],
  ['1 2', null],
  [Number.NaN, null],
  [Infinity, null],
  ['Infinity', null],
  ['١٢', null],
  [90_000_000_000, 9_000_000_000_000],
  ['90000000000.00', 9_000_000_000_000],
  ['90000000000.01', null],
  [89_999_999_999.99, 8_999_999_999_999],
  ['-90000000000', -9_000_000_000_000],
  ['-90000000000.01', null],
  ['9'.repeat(30), null],
])('the amount %j is %j cents', (value, expected) => {
  expect(toMinor(value)).toBe(expected)
})

test('B206 every amount in cents survives the way to a decimal and back, also as text', () => {
  fc.assert(
    fc.property(cents, (amount) => {
      expect(toMinor(toDecimal(amount))).toBe(amount)
      expect(toMinor(String(toDecimal(amount)))).toBe(amount)
    }),
    { numRuns: 1000 },
  )
})

test.each([
  [123450, 'USD', '$1,234.50'],
  [123450, 'EUR', '€1,234.50'],
  [-500, 'USD', '−$5.00'],
  [0, 'USD', '$0.00'],
  [5, 'USD', '$0.05'],
  [99, 'EUR', '€0.99'],
  [100, 'USD', '$1.00'],
  [99_999, 'USD', '$999.99'],
  [100_000, 'USD', '$1,000.00'],
  [123_456_789_00, 'USD', '$123,456,789.00'],
  [-1, 'EUR', '−€0.01'],
] as const)('S322 %i cents in %s read %s', (amount, currency, expected) => {
  expect(formatMoney(amount, currency)).toBe(expected)
})

test('S322 F7.2.13 amounts read as Intl writes them for en-US, with a true minus', () => {
  const intl = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (amount) => {
      expect(formatMoney(amount, 'USD')).toBe(intl.format(amount / 100).replace('-', '−'))
    }),
  )
})

test.each([
  [8, '8%'],
  [8.25, '8.25%'],
  [8.875, '8.875%'],
  [0, '0%'],
  [12.5, '12.5%'],
  [1.15 * 100 - 100, '15%'],
])('%d reads %s', (percent, expected) => {
  expect(formatPercent(percent)).toBe(expected)
})
