import { expect, test } from 'vitest'
import { countryInText } from '#domain/country-name.ts'
import { arrivalDays } from '#domain/delivery.ts'
import { arrivalText, promiseText } from './delivery.tsx'

const standard = { minDays: 5, maxDays: 7 }
const overnight = { minDays: 1, maxDays: 1 }

function windowOf(asOf: string, days: { minDays: number; maxDays: number }, leadTimeDays: number, country: string) {
  return arrivalDays({ at: new Date(asOf), timeZone: 'UTC' }, days, leadTimeDays, country)
}

test.each([
  ['2026-11-20T09:00:00Z', standard, null, 'Fri, Nov 27 to Wed, Dec 2'],
  ['2026-11-20T09:00:00Z', standard, 15, 'Fri, Dec 18 to Tue, Dec 22'],
  ['2026-11-20T23:59:59Z', overnight, 0, 'Mon, Nov 23'],
  ['2026-11-21T00:00:00Z', overnight, null, 'Mon, Nov 23'],
  ['2026-11-18T09:00:00Z', overnight, 1, 'Fri, Nov 20'],
] as const)('S107 ordered at %s it arrives in business days, after the lead time', (asOf, method, leadTimeDays, text) => {
  expect(arrivalText(windowOf(asOf, method, leadTimeDays ?? 0, 'US'))).toBe(text)
})

test('F7.2.4 an overnight promise counts the holidays of the destination', () => {
  expect(arrivalText(windowOf('2026-11-25T09:00:00Z', overnight, 0, 'US'))).toBe('Fri, Nov 27')
  expect(arrivalText(windowOf('2026-11-25T09:00:00Z', overnight, 0, 'DE'))).toBe('Thu, Nov 26')
})

test('X5 G-D1, G-D2 the page promises the first and the last day in the country', () => {
  const promise = (leadTimeDays: number, country: string) =>
    promiseText(windowOf('2026-11-23T09:00:00Z', standard, leadTimeDays, country), countryInText(country))
  expect(promise(3, 'US')).toBe('Arrives Dec 3 – Dec 7 in the United States')
  expect(promise(15, 'US')).toBe('Arrives Dec 21 – Dec 23 in the United States')
  expect(promiseText({ earliest: '2026-12-03', latest: '2026-12-03' }, 'Alaska')).toBe('Arrives Dec 3 in Alaska')
})
