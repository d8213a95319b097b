import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrivalDays, estimatedDelivery, isLate, promiseText } from './delivery.ts'
import { DEFAULT_SHIPPING_RATES, SHIPPING_METHODS } from './shipping.ts'
import { promisedDays } from './text.ts'
import { addDays, startOfDay } from './time.ts'

const inUtc = (day: string) => ({ at: new Date(`${day}T15:30:00Z`), timeZone: 'UTC' })

// 2026-03-04 is a Wednesday.
test.each([
  ['standard', '2026-03-04', 0, '2026-03-11'],
  ['standard', '2026-03-07', 0, '2026-03-14'],
  ['standard', '2026-03-04', 1, '2026-03-16'],
  ['express', '2026-03-04', 0, '2026-03-09'],
  ['express', '2026-03-06', 0, '2026-03-11'],
  ['express', '2026-03-02', 0, '2026-03-05'],
  ['overnight', '2026-03-04', 0, '2026-03-05'],
  ['overnight', '2026-03-06', 0, '2026-03-09'],
  ['overnight', '2026-03-07', 0, '2026-03-09'],
  ['overnight', '2026-03-08', 0, '2026-03-09'],
  ['overnight', '2026-03-04', 10, '2026-03-19'],
] as const)('S325 S138 %s ordered on %s with a lead time of %i days arrives on %s', (method, from, lead, expected) => {
  expect(estimatedDelivery(inUtc(from), DEFAULT_SHIPPING_RATES[method], lead)).toBe(expected)
})

test('the window runs from the first to the last of the business days', () => {
  const at = inUtc('2026-03-04')
  const days = { earliest: '2026-03-11', latest: '2026-03-13' }
  expect(arrivalDays(at, DEFAULT_SHIPPING_RATES.standard, 0)).toEqual(days)
  expect(arrivalDays(at, DEFAULT_SHIPPING_RATES.standard, -3)).toEqual(days)
  expect(arrivalDays(at, { ...DEFAULT_SHIPPING_RATES.standard, minDays: 0 }, 0).earliest).toBe('2026-03-04')
})

test.each([
  ['overnight', '2026-11-25', 'US', '2026-11-27'],
  ['overnight', '2026-11-25', 'DE', '2026-11-26'],
  ['overnight', '2026-04-02', 'DE', '2026-04-07'],
  ['express', '2026-12-23', 'GB', '2026-12-30'],
] as const)('F7.2.4 %s ordered on %s counts the holidays of %s and arrives by %s', (method, from, country, expected) => {
  expect(estimatedDelivery(inUtc(from), DEFAULT_SHIPPING_RATES[method], 0, country)).toBe(expected)
})

test('F7.2.4 the holidays of the destination lengthen the transport, not the lead time; the specified day stays', () => {
  const window = (from: string, lead: number) => {
    const { earliest, latest } = arrivalDays(inUtc(from), DEFAULT_SHIPPING_RATES.standard, lead, 'US')
    return [earliest, latest]
  }
  expect(window('2026-11-20', 0)).toEqual(['2026-11-27', '2026-12-02'])
  expect(window('2026-11-20', 5)).toEqual(['2026-12-04', '2026-12-08'])
})

test('the window holds the estimate, and counting days one by one gives the same day', () => {
  const oneByOne = (from: Date, days: number): string => {
    const day = new Date(from)
    for (let left = days; left > 0; ) {
      day.setUTCDate(day.getUTCDate() + 1)
      if (day.getUTCDay() % 6 !== 0) left -= 1
    }
    return day.toISOString().slice(0, 10)
  }
  const anyDay = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(anyDay, fc.constantFrom(...SHIPPING_METHODS), fc.nat(60), (from, method, lead) => {
      const rate = DEFAULT_SHIPPING_RATES[method]
      const placed = { at: from, timeZone: 'UTC' }
      const [estimate, days] = [estimatedDelivery(placed, rate, lead, 'XX'), arrivalDays(placed, rate, lead, 'XX')]
      expect(days).toEqual({ earliest: oneByOne(from, lead + rate.minDays), latest: oneByOne(from, lead + rate.maxDays) })
      expect(estimate >= days.earliest && estimate <= days.latest).toBe(true)
    }),
  )
})

/** Days at whose midnights promises are compared: days of one week, and those on which the clocks of a zone change. */
const ZONES = {
  'Pacific/Auckland': ['2026-04-05', '2026-09-27', '2026-11-22'],
  'America/Los_Angeles': ['2026-03-08', '2026-11-01', '2026-11-27'],
  'Europe/Berlin': ['2026-03-29', '2026-10-25', '2026-12-24'],
  'Asia/Kathmandu': ['2026-01-01', '2026-06-05'],
  'America/St_Johns': ['2026-03-08', '2026-11-01'],
} as const

test('promises count the weekdays of the shop: all moments of one of its days have one promise, around every midnight', () => {
  const anyCase = fc.constantFrom(...Object.entries(ZONES)).chain(([timeZone, days]) =>
    fc.record({
      timeZone: fc.constant(timeZone),
      day: fc.constantFrom(...days).chain((day) => fc.integer({ min: -4, max: 4 }).map((more) => addDays(day, more))),
      before: fc.integer({ min: 1, max: 90 * 60_000 }),
      after: fc.integer({ min: 0, max: 90 * 60_000 }),
      method: fc.constantFrom(...SHIPPING_METHODS),
      lead: fc.nat(12),
      country: fc.constantFrom('US', 'DE', 'NZ', 'XX'),
    }),
  )
  fc.assert(
    fc.property(anyCase, ({ timeZone, day, before, after, method, lead, country }) => {
      const midnight = startOfDay(day, timeZone).getTime()
      const rate = DEFAULT_SHIPPING_RATES[method]
      const promised = (at: number) => {
        const placed = { at: new Date(at), timeZone }
        return [arrivalDays(placed, rate, lead, country), estimatedDelivery(placed, rate, lead, country)]
      }
      const ofDay = (shown: string) => {
        const placed = inUtc(shown)
        return [arrivalDays(placed, rate, lead, country), estimatedDelivery(placed, rate, lead, country)]
      }
      expect(promised(midnight + after), 'after midnight').toEqual(ofDay(day))
      expect(promised(midnight - before), 'before midnight').toEqual(ofDay(addDays(day, -1)))
    }),
    { numRuns: 400 },
  )
})

test.each([
  // Friday evening in Los Angeles is Saturday in UTC, Saturday morning in Auckland is Friday
  ['2026-11-28T03:00:00Z', 'America/Los_Angeles', '2026-11-30'],
  ['2026-11-27T20:00:00Z', 'Pacific/Auckland', '2026-11-30'],
  ['2026-11-26T12:00:00Z', 'Pacific/Auckland', '2026-11-30'],
  ['2026-11-26T10:00:00Z', 'Pacific/Auckland', '2026-11-27'],
  ['2026-10-25T22:59:59Z', 'Europe/Berlin', '2026-10-26'],
  ['2026-10-25T23:00:00Z', 'Europe/Berlin', '2026-10-27'],
  ['2026-03-29T21:59:59Z', 'Europe/Berlin', '2026-03-30'],
  ['2026-03-29T22:00:00Z', 'Europe/Berlin', '2026-03-31'],
])('overnight, ordered at %s from a shop in %s, arrives on %s', (at, timeZone, expected) => {
  const days = arrivalDays({ at: new Date(at), timeZone }, DEFAULT_SHIPPING_RATES.overnight, 0, 'XX')
  expect(days).toEqual({ earliest: expected, latest: expected })
})

test.each([
  ['G-D1', 3, '2026-12-03', '2026-12-07', 'Dec 3 – Dec 7'],
  ['G-D2', 15, '2026-12-21', '2026-12-23', 'Dec 21 – Dec 23'],
] as const)('X5 %s placed on a Monday with %d days of lead time it arrives from %s to %s', (_id, leadTime, first, last, words) => {
  expect(arrivalDays(inUtc('2026-11-23'), DEFAULT_SHIPPING_RATES.standard, leadTime)).toEqual({ earliest: first, latest: last })
  expect(promisedDays(first, last)).toBe(words)
})

test('X5 a line is late from the day after the last one that was promised, unless it arrived or was canceled', () => {
  const day = (text: string) => new Date(`${text}T23:59:59Z`)
  const line = { promisedTo: '2026-12-07', status: 'shipped', deliveredAt: null } as const
  expect(isLate(line, day('2026-12-07'), 'UTC')).toBe(false)
  expect(isLate(line, new Date('2026-12-08T00:00:00Z'), 'UTC')).toBe(true)
  expect(isLate(line, new Date('2026-12-08T05:59:59Z'), 'America/Chicago')).toBe(false)
  expect(isLate(line, new Date('2026-12-08T06:00:00Z'), 'America/Chicago')).toBe(true)
  expect(isLate({ ...line, promisedTo: null }, day('2026-12-31'), 'UTC')).toBe(false)
  expect(isLate({ ...line, status: 'cancelled' }, day('2026-12-31'), 'UTC')).toBe(false)
  expect(isLate({ ...line, status: 'delivered', deliveredAt: day('2026-12-07') }, day('2026-12-31'), 'UTC')).toBe(false)
  expect(isLate({ ...line, status: 'delivered', deliveredAt: day('2026-12-08') }, day('2026-12-31'), 'UTC')).toBe(true)
})

test.each([
  ['shipped', null, '2026-12-07', 'Promised for Dec 3 – Dec 7'],
  ['shipped', null, '2026-12-08', 'Promised for Dec 3 – Dec 7, late'],
  ['delivered', '2026-12-07', '2026-12-20', 'Promised for Dec 3 – Dec 7, arrived on time'],
  ['delivered', '2026-12-08', '2026-12-20', 'Promised for Dec 3 – Dec 7, late'],
  ['cancelled', null, '2026-12-20', null],
] as const)('X5 the promise of a line that is %s (%s) reads on %s: %s', (status, delivered, today, expected) => {
  const line = {
    promisedFrom: '2026-12-03',
    promisedTo: '2026-12-07',
    status,
    deliveredAt: delivered && new Date(`${delivered}T12:00:00Z`),
  }
  expect(promiseText(line, new Date(`${today}T12:00:00Z`), 'UTC')).toBe(expected)
})

test('X5 a line without promised days says nothing of them', () => {
  const line = { promisedFrom: null, promisedTo: null, status: 'shipped' as const, deliveredAt: null }
  expect(promiseText(line, new Date(), 'UTC')).toBeNull()
})
