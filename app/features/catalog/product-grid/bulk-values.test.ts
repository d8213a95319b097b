import { expect, test } from 'vitest'
import { copiedCells, plainNumber, priceUpdates, stockUpdates } from './bulk-values.ts'

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

test('F7.3.3 numbers of a spreadsheet are read in either notation, and what is no number stays to be refused', () => {
  const read = ['12', '12.5', '1,234.50', '1.234,50', '$ 99.90', '1,234', '0,5', "1'200.00", '12.500,00 €', 'sold out', '']
  expect(read.map(plainNumber)).toEqual(['12', '12.5', '1234.50', '1234.50', '99.90', '1234', '0.5', '1200.00', '12500.00', 'sold out', ''])
})

test('F7.3.3 a copied range is rows of cells', () => {
  expect(copiedCells('1\r\n2\r\n')).toEqual([['1'], ['2']])
  expect(copiedCells('1\t2,50\n\t3')).toEqual([
    ['1', '2.50'],
    ['', '3'],
  ])
})
