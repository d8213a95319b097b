import { expect, test } from 'vitest'
import { DEFAULT_MACHINE_LADDER } from '#domain/pricing.ts'
import { ladderRows, lineAt, unitPriceAt } from './prices.ts'
import { quantityOf } from './quantity.ts'

const machine = { priceUSD: 12500, priceEUR: 11490, priceLadder: [...DEFAULT_MACHINE_LADDER], minQuantity: 1 }

test('S332 machines show 5, 10 and 15 percent from 3, 5 and 10 units', () => {
  expect(
    ladderRows({ ...machine, stock: 40 }).reached.map(({ from, to, discountPercent, USD }) => [from, to, discountPercent, USD]),
  ).toEqual([
    [1, 2, 0, 12500],
    [3, 4, 5, 11875],
    [5, 9, 10, 11250],
    [10, 40, 15, 10625],
  ])
})

test.each([
  [6, ['1-2', '3-4', '5-6'], 10],
  [5, ['1-2', '3-4', '5-5'], 10],
  [2, ['1-2'], 3],
  [0, [], 3],
])('F7.2.4 with %i in stock the ladder ends at what can be delivered', (stock, ranges, next) => {
  const { reached, beyond } = ladderRows({ ...machine, stock })
  expect(reached.map(({ from, to }) => `${from}-${to}`)).toEqual(ranges)
  expect(beyond[0]?.from).toBe(next)
})

test('F1: the ladder begins with the minimum of an order, at the price that it reaches', () => {
  const { reached } = ladderRows({ ...machine, stock: 40, minQuantity: 4 })
  expect(reached.map(({ from, to, discountPercent }) => [from, to, discountPercent])).toEqual([
    [4, 4, 5],
    [5, 9, 10],
    [10, 40, 15],
  ])
})

test('products with one price show no ladder', () => {
  expect(ladderRows({ ...machine, stock: 40, priceLadder: [] })).toEqual({ reached: [], beyond: [] })
})

test('the unit price follows the quantity in both currencies', () => {
  expect(unitPriceAt(machine, 2)).toEqual({ USD: 12500, EUR: 11490, discountPercent: 0 })
  expect(unitPriceAt(machine, 3)).toEqual({ USD: 11875, EUR: 10915.5, discountPercent: 5 })
})

test('several units cost their reduced price each', () => {
  expect(lineAt(machine, 3)).toEqual({ USD: 35625, EUR: 32746.5 })
  expect(lineAt({ ...machine, priceUSD: 0.1, priceEUR: 0.1, priceLadder: [] }, 3)).toEqual({ USD: 0.3, EUR: 0.3 })
})

test.each([
  ['3', 3],
  ['2.9', 2],
  ['', 1],
  ['abc', 1],
  ['0', 0],
  ['-2', -2],
  ['999', 999],
])('S242 typed %j means %i; only what is no number falls back to 1', (typed, quantity) => {
  expect(quantityOf(typed)).toBe(quantity)
})
