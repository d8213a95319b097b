import { expect, test } from 'vitest'
import { readNumber } from './read-number.ts'

test.each([
  ['5000', 5000, null],
  [' 5,000.50 ', 5000.5, null],
  ['$1 250', 1250, null],
  ['15%', 15, null],
  ['.5', 0.5, null],
  ['12.', 12, null],
  ['0', 0, null],
  ['', 0, 'Empty'],
  ['abc', 0, 'Not a number'],
  ['1e5', 0, 'Not a number'],
  ['5.000,50', 0, 'Not a number'],
  ['-3', 0, 'Below 0'],
  ['1000001', 1_000_000, 'Above the maximum, so it counts as 1,000,000'],
])('S252 %j counts as %d', (text, value, hint) => {
  const read = readNumber(text, 1_000_000)
  expect(read.value).toBe(value)
  if (hint === null) expect(read.hint).toBeNull()
  else expect(read.hint).toContain(hint)
})
