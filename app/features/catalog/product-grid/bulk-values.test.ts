import { expect, test } from 'vitest'
import { priceUpdates, stockUpdates } from './bulk-values.ts'

test('B219 only entered stocks count, and each must be a whole number from 0', () => {
  const shown = [{ id: 'a', version: 4 }]
  expect(stockUpdates({ a: { stock: '5' }, b: { stock: ' ' }, c: {} }, shown)).toEqual([{ id: 'a', stock: 5, version: 4 }])
  for (const stock of ['', '-1', '1.5', 'many', '1e3']) expect(stockUpdates({ a: { stock } }, shown)).toBeNull()
  expect(stockUpdates({ a: { stock: '5' }, b: { stock: '-1' } }, shown)).toBeNull()
})

test('B220 B221 only entered prices count, and each must be above 0 with at most two decimals', () => {
  expect(priceUpdates({ a: { priceUSD: '12.50', priceEUR: '' }, b: {}, c: { priceEUR: '7' } })).toEqual([
    { id: 'a', priceUSD: 12.5 },
    { id: 'c', priceEUR: 7 },
  ])
  for (const priceUSD of ['', '0', '-3', 'abc', '1.005']) expect(priceUpdates({ a: { priceUSD } })).toBeNull()
})
