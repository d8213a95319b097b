import { expect, test } from 'vitest'
import { largestQuantity, nextQuantity, quantityRefusal, snapQuantity } from './order-quantity.ts'

const rule = { name: 'Mat pack', minQuantity: 5, quantityStep: 3 }

test.each([
  [1, 'The minimum quantity for Mat pack is 5.'],
  [4, 'The minimum quantity for Mat pack is 5.'],
  [5, null],
  [6, 'Mat pack is sold in multiples of 3.'],
  [7, 'Mat pack is sold in multiples of 3.'],
  [8, null],
  [11, null],
])('F1: of a minimum of 5 and a step of 3, %i units are refused with %s', (quantity, text) => {
  expect(quantityRefusal(quantity, rule)?.text ?? null).toBe(text)
})

test('F1: without a minimum and a step every whole number from 1 may be ordered', () => {
  const free = { name: 'Belt', minQuantity: 1, quantityStep: 1 }
  expect([1, 2, 3, 1000].map((quantity) => quantityRefusal(quantity, free))).toEqual([null, null, null, null])
})

test.each([
  [4, 0],
  [5, 5],
  [7, 5],
  [10, 8],
  [11, 11],
])('F1: of %i units in stock, %i can be ordered', (units, largest) => {
  expect(largestQuantity(units, rule)).toBe(largest)
})

test.each([
  [1, 100, 5],
  [5, 100, 5],
  [6, 100, 8],
  [9, 100, 11],
  [9, 10, 8], // stock does not reach 11
  [2, 3, 5], // the last units below the minimum are not sold
])('F1: %i typed with %i in stock becomes %i', (wanted, stock, snapped) => {
  expect(snapQuantity(wanted, stock, rule)).toBe(snapped)
})

test.each([
  [5, 1, 8],
  [6, 1, 8], // not 11: six are between the steps
  [7, -1, 5],
  [6, -1, 5],
  [8, -1, 5],
  [5, -1, 5],
  [1, 1, 5],
  [8, 1, 8], // stock does not reach 11
  [20, -1, 8], // the stock has fallen
] as const)('F1: from %i, one step by %i is %i', (quantity, by, next) => {
  expect(nextQuantity(quantity, by, 10, rule)).toBe(next)
})
