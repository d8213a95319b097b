import { expect, test } from 'vitest'
import { guessDecimal, plainNumber } from './table-format.ts'

test.each([
  ['1.234,50 €', 'comma', '1234.50'],
  ['1.234', 'comma', '1234'],
  ['12,5', 'comma', '12.5'],
  ['12.50', 'comma', '12.50'],
  ['1,234.50', 'point', '1234.50'],
  ['1,234', 'point', '1234'],
  ['12,50', 'point', '12.50'],
  ['$ 99', 'point', '99'],
  ['EUR 12 345,00', 'comma', '12345.00'],
  ["1'234.50", 'point', '1234.50'],
  ['−3', 'point', '-3'],
  ['on request', 'comma', 'on request'],
  ['1.2.3', 'comma', '1.2.3'],
  ['1.234,50', 'point', '1234.50'],
  ['1,234.50', 'comma', '1234.50'],
  ['1.234.567', 'point', '1234567'],
  ['1,23,456.50', 'comma', '123456.50'],
  ['US$ 1,234', 'point', '1234'],
  ['12,50 Euro', 'point', '12.50'],
  ['1 234,50 €', 'comma', '1234.50'],
  ['1 23', 'point', '1 23'],
  ['3−4', 'point', '3−4'],
  ['1,2,3', 'point', '1,2,3'],
  ['x1,2', 'point', 'x1,2'],
  ['1,2x', 'point', '1,2x'],
  ['x12', 'point', 'x12'],
  ['12x', 'point', '12x'],
  [' 12 ', 'point', '12'],
] as const)('F7.3.5 the number %j with a decimal %s is %j', (typed, decimal, expected) => {
  expect(plainNumber(typed, decimal)).toBe(expected)
})

test('F7.3.5 the decimal sign is the one that more cells can only mean', () => {
  expect(guessDecimal(['Name', '1.234,50', '9,90', '1.234'])).toBe('comma')
  expect(guessDecimal(['9.90', '1,234.50', '2,5 mm'])).toBe('point')
  expect(guessDecimal([])).toBe('point')
  expect(guessDecimal(['1.250', '1.000'], 'comma')).toBe('comma')
  expect(guessDecimal(['19.900000', '1.290'], 'comma')).toBe('point')
  expect(guessDecimal(["12'450.00", '3.5'], 'comma')).toBe('point')
  expect(guessDecimal(['0,125'])).toBe('comma')
})

test.each([
  ['-12,5', 'comma'],
  ['12,50', 'comma'],
  ['1.234,50', 'comma'],
  ['1.234.567,5', 'comma'],
  ['12.345,50', 'comma'],
  [' 12,50 € ', 'comma'],
  ['x12,50', 'point'],
  ['12,505', 'point'],
  ['x,50', 'point'],
  ['1.23,5', 'point'],
])('F7.3.5 the cell %j alone makes the decimal sign a %s', (cell, decimal) => {
  expect(guessDecimal([cell])).toBe(decimal)
})

test.each([
  ['-12.5', 'point'],
  ['12.50', 'point'],
  ['1,234.50', 'point'],
  ['12,345.50', 'point'],
  ['1,234,567.5', 'point'],
  [' $12.50 ', 'point'],
  ['x12.50', 'comma'],
  ['12.505', 'comma'],
  ['x.50', 'comma'],
  ['1,23.5', 'comma'],
  ['x,xxx.50', 'comma'],
  ['12.5x', 'comma'],
])('F7.3.5 the cell %j beside one with a comma makes the decimal sign a %s', (cell, decimal) => {
  expect(guessDecimal(['9,90', cell])).toBe(decimal)
})
