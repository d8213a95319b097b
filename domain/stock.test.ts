import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cartRefusalText,
  checkQuantity,
  clampQuantity,
  LOW_STOCK,
  MAX_STOCK,
  MEDIUM_STOCK,
  STOCK_SENTENCE,
  stockAndLeadTime,
  stockBadge,
  stockStatus,
} from './stock.ts'
import { formatCount } from './text.ts'

test.each([
  [0, 'Low Stock'],
  [9, 'Low Stock'],
  [10, 'Medium'],
  [11, 'Medium'],
  [49, 'Medium'],
  [50, 'Good'],
  [51, 'Good'],
])('B132 B193 B344 a stock of %i is %s', (stock, badge) => {
  expect(stockBadge(stock)).toBe(badge)
})

test('B344 the limits are 10 and 50', () => {
  expect([LOW_STOCK, MEDIUM_STOCK]).toEqual([10, 50])
})

test.each([
  [-1, 'Out of stock', 'out'],
  [0, 'Out of stock', 'out'],
  [1, 'Only 1 left', 'low'],
  [9, 'Only 9 left', 'low'],
  [10, 'In stock', 'ok'],
  [11, 'In stock', 'ok'],
])('S107 a shopper reads a stock of %i as %s', (stock, text, level) => {
  for (const leadTimeDays of [null, 0, 1, 3]) expect(stockStatus({ stock, leadTimeDays })).toEqual({ text, level })
})

test.each([
  [1, 4, 'Made to order, ships in 4 business days', 'order'],
  [9, 15, 'Made to order, ships in 15 business days', 'order'],
  [50, 60, 'Made to order, ships in 60 business days', 'order'],
  [0, 15, 'Out of stock', 'out'],
  [-1, 365, 'Out of stock', 'out'],
])('35.1.3 a stock of %i that ships in %i days is %s', (stock, leadTimeDays, text, level) => {
  expect(stockStatus({ stock, leadTimeDays })).toEqual({ text, level })
  expect(stockAndLeadTime({ stock, leadTimeDays })).toBe(text)
})

test('35.1.3 nothing with a lead time over 3 days is called in stock; a shorter one stands beside it', () => {
  for (let leadTimeDays = 0; leadTimeDays <= 365; leadTimeDays++)
    for (const stock of [1, 9, 10, 1000]) expect(stockAndLeadTime({ stock, leadTimeDays }).includes('Made to order')).toBe(leadTimeDays > 3)
  expect(stockAndLeadTime({ stock: 12, leadTimeDays: 3 })).toBe('In stock, ships in 3 business days')
  expect(stockAndLeadTime({ stock: 2, leadTimeDays: 1 })).toBe('Only 2 left, ships in 1 business day')
  expect(stockAndLeadTime({ stock: 12, leadTimeDays: null })).toBe('In stock')
})

test.each<[string, number, number, number, string | null]>([
  ['S238', 0, 5, 0, 'Please select a valid quantity'],
  ['S238', -1, 5, 0, 'Please select a valid quantity'],
  ['S238', 1.5, 5, 0, 'Please select a valid quantity'],
  ['S238', Number.NaN, 5, 0, 'Please select a valid quantity'],
  ['S238', 0, 0, 0, 'Please select a valid quantity'],
  ['S239', 1, 0, 0, 'Product is out of stock'],
  ['S239', 1, -2, 0, 'Product is out of stock'],
  ['S240', 5, 5, 0, null],
  ['S240', 6, 5, 0, 'Only 5 items available'],
  ['S240', 4, 5, 0, null],
  ['S216', 2, 5, 3, null],
  ['S216', 3, 5, 3, 'Only 2 items available'],
  ['S216', 1, 5, 5, 'Only 0 items available'],
  ['S216', 1, 5, 9, 'Only 0 items available'],
])('%s adding %d with a stock of %i and %i in the cart answers %j', (_, wanted, stock, inCart, text) => {
  const refusal = checkQuantity(wanted, stock, inCart)
  expect(refusal && cartRefusalText(refusal)).toBe(text)
})

test('S240 a refusal carries what is still available', () => {
  expect(checkQuantity(4, 5, 2)).toEqual({ code: 'insufficient_stock', available: 3 })
})

test('adding twice never passes what one addition would not', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 }), fc.nat(80), (first, second, stock) => {
      const both = checkQuantity(first, stock, 0) === null && checkQuantity(second, stock, first) === null
      expect(both).toBe(checkQuantity(first + second, stock, 0) === null)
    }),
  )
})

test.each([
  ['1', 5, 1],
  ['5', 5, 5],
  ['6', 5, 5],
  ['4', 5, 4],
  ['0', 5, 1],
  ['-3', 5, 1],
  ['2.9', 5, 2],
  ['', 5, 1],
  ['abc', 5, 1],
  ['3 pcs', 5, 1],
  [' 3 ', 5, 3],
  ['NaN', 5, 1],
  ['Infinity', 5, 1],
  ['2', 0, 1],
  ['9', 1, 1],
])('S242 the text %j with a stock of %i is quantity %i', (input, max, expected) => {
  expect(clampQuantity(input, max)).toBe(expected)
})

test('the sentence about a stock names its maximum', () => {
  expect(STOCK_SENTENCE).toContain(` ${formatCount(MAX_STOCK)}`)
})
