import { expect, test } from 'vitest'
import { arrivalText } from './delivery.tsx'

const standard = { minDays: 5, maxDays: 7 }
const overnight = { minDays: 1, maxDays: 1 }

test.each([
  ['2026-11-20T09:00:00Z', standard, null, 'Fri, Nov 27 to Wed, Dec 2'],
  ['2026-11-20T09:00:00Z', standard, 15, 'Fri, Dec 18 to Tue, Dec 22'],
  ['2026-11-20T23:59:59Z', overnight, 0, 'Mon, Nov 23'],
  ['2026-11-21T00:00:00Z', overnight, null, 'Mon, Nov 23'],
  ['2026-11-18T09:00:00Z', overnight, 1, 'Fri, Nov 20'],
] as const)('S107 ordered at %s it arrives in business days, after the lead time', (asOf, method, leadTimeDays, text) => {
  expect(arrivalText(asOf, method, leadTimeDays, 'US')).toBe(text)
})

test('F7.2.4 an overnight promise counts the holidays of the destination', () => {
  expect(arrivalText('2026-11-25T09:00:00Z', overnight, null, 'US')).toBe('Fri, Nov 27')
  expect(arrivalText('2026-11-25T09:00:00Z', overnight, null, 'DE')).toBe('Thu, Nov 26')
})
