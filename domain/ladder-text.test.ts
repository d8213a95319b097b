import { expect, test } from 'vitest'
import { readLadderText } from './ladder-text.ts'

test.each([
  [
    '3:5;5:10',
    [
      ['3', '5'],
      ['5', '10'],
    ],
  ],
  [
    ' 3 : 2,5 ; 10:7.5',
    [
      ['3', '2.5'],
      ['10', '7.5'],
    ],
  ],
  ['3', [['3', '']]],
  [' None ', []],
])('F1 the price breaks %j', (text, expected) => {
  expect(readLadderText(text).map(({ minQuantity, discountPercent }) => [minQuantity, discountPercent])).toEqual(expected)
})
