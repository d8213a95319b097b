import { expect, test } from 'vitest'
import { percentOff, pricesAt, readSalePrice, saleErrors, storedSale } from './sale-price.ts'

const regular = { priceUsdCents: 40_00, priceEurCents: 36_00 }
const sale = { saleUsdCents: 33_00, saleEurCents: 30_00, saleFrom: '2026-11-10T08:00:00.000Z', saleTo: '2026-11-20T08:00:00.000Z' }
const reduced = { priceUsdCents: 33_00, priceEurCents: 30_00 }

test.each([
  ['a millisecond before it begins', sale, '2026-11-10T07:59:59.999Z', regular],
  ['when it begins', sale, '2026-11-10T08:00:00.000Z', reduced],
  ['a millisecond before it ends', sale, '2026-11-20T07:59:59.999Z', reduced],
  ['when it ends', sale, '2026-11-20T08:00:00.000Z', regular],
  ['years later without an end', { ...sale, saleTo: null }, '2030-01-01T00:00:00.000Z', reduced],
  ['with one price alone', { ...sale, saleEurCents: null }, '2026-11-15T00:00:00.000Z', regular],
  ['where the price has fallen to it', { ...sale, saleEurCents: 36_00 }, '2026-11-15T00:00:00.000Z', regular],
])('F1: the price in force %s', (_when, given, at, expected) => {
  expect(pricesAt({ ...regular, ...given }, new Date(at))).toEqual(expected)
})

test('F1: a sale price must be below the price, in both currencies, and end after it begins', () => {
  expect(saleErrors({ ...regular, ...sale })).toEqual([])
  expect(saleErrors({ ...regular, ...sale, saleUsdCents: 40_00, saleEurCents: 35_99 })).toEqual([
    { field: 'saleUSD', message: 'The sale price must be lower than the price.' },
  ])
  expect(saleErrors({ ...regular, ...sale, saleEurCents: null })).toEqual([
    { field: 'saleEUR', message: 'Please enter the sale price in both currencies.' },
  ])
  expect(saleErrors({ ...regular, ...sale, saleTo: sale.saleFrom })).toEqual([
    { field: 'saleTo', message: 'The sale must end after it begins.' },
  ])
})

test('F1: a sale without prices is none, and one without a beginning begins now', () => {
  const now = new Date('2026-11-12T00:00:00.000Z')
  expect(storedSale({ ...sale, saleUsdCents: null, saleEurCents: null }, now)).toEqual({
    saleUsdCents: null,
    saleEurCents: null,
    saleFrom: null,
    saleTo: null,
  })
  expect(storedSale({ ...sale, saleFrom: null }, now)).toEqual({ ...sale, saleFrom: now.toISOString() })
})

test.each([
  ['33', 33_00],
  ['33,5', 33_50],
  ['33.50', 33_50],
  ['0', null],
  ['-3', null],
  ['3.333', null],
  ['free', null],
])('reads the sale price %s', (text, cents) => {
  const read = readSalePrice(text)
  expect(typeof read === 'number' ? read : null).toBe(cents)
})

test('L3 G-P1: the percentage off is rounded down', () => {
  expect(percentOff(34, 33)).toBe(2)
  expect(percentOff(100, 0.01)).toBe(99)
})
