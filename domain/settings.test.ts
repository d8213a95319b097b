import { expect, test } from 'vitest'
import { businessDays } from './settings.ts'

test.each([
  [2, 3, '2-3 business days'],
  [3, 3, '3 business days'],
  [1, 1, 'next business day'],
  [1, 2, '1-2 business days'],
])('B350 from %i to %i days reads %s', (minDays, maxDays, text) => {
  expect(businessDays({ minDays, maxDays })).toBe(text)
})
