import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deliveryWindow, estimatedDelivery, isLate, promisedDays, promiseText } from './delivery.ts'
import { DEFAULT_SHIPPING_RATES, SHIPPING_METHODS } from './shipping.ts'

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
  const at = new Date(`${from}T15:30:00Z`)
  expect(estimatedDelivery(at, DEFAULT_SHIPPING_RATES[method], lead)).toEqual(new Date(`${expected}T15:30:00Z`))
})

test('the window runs from the first to the last of the business days', () => {
  const at = new Date('2026-03-04T00:00:00Z')
  expect(deliveryWindow(at, DEFAULT_SHIPPING_RATES.standard, 0)).toEqual({
    earliest: new Date('2026-03-11T00:00:00Z'),
    latest: new Date('2026-03-13T00:00:00Z'),
  })
  expect(deliveryWindow(at, DEFAULT_SHIPPING_RATES.standard, -3)).toEqual(deliveryWindow(at, DEFAULT_SHIPPING_RATES.standard, 0))
  expect(deliveryWindow(at, { ...DEFAULT_SHIPPING_RATES.standard, minDays: 0 }, 0).earliest).toEqual(at)
})

test.each([
  ['overnight', '2026-11-25', 'US', '2026-11-27'],
  ['overnight', '2026-11-25', 'DE', '2026-11-26'],
  ['overnight', '2026-04-02', 'DE', '2026-04-07'],
  ['express', '2026-12-23', 'GB', '2026-12-30'],
] as const)('F7.2.4 %s ordered on %s counts the holidays of %s and arrives by %s', (method, from, country, expected) => {
  const at = new Date(`${from}T15:30:00Z`)
  expect(estimatedDelivery(at, DEFAULT_SHIPPING_RATES[method], 0, country)).toEqual(new Date(`${expected}T15:30:00Z`))
})

test('F7.2.4 the holidays of the destination lengthen the transport, not the lead time; the specified day stays', () => {
  const window = (from: string, lead: number) => {
    const { earliest, latest } = deliveryWindow(new Date(`${from}T00:00:00Z`), DEFAULT_SHIPPING_RATES.standard, lead, 'US')
    return [earliest, latest].map((day) => day.toISOString().slice(0, 10))
  }
  expect(window('2026-11-20', 0)).toEqual(['2026-11-27', '2026-12-02'])
  expect(window('2026-11-20', 5)).toEqual(['2026-12-04', '2026-12-08'])
})

test('the window holds the estimate, and counting days one by one gives the same day', () => {
  const oneByOne = (from: Date, days: number): Date => {
    const day = new Date(from)
    for (let left = days; left > 0; ) {
      day.setUTCDate(day.getUTCDate() + 1)
      if (day.getUTCDay() % 6 !== 0) left -= 1
    }
    return day
  }
  const anyDay = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(anyDay, fc.constantFrom(...SHIPPING_METHODS), fc.nat(60), (from, method, lead) => {
      const rate = DEFAULT_SHIPPING_RATES[method]
      const { earliest, latest } = deliveryWindow(from, rate, lead, 'XX')
      expect([earliest, latest]).toEqual([oneByOne(from, lead + rate.minDays), oneByOne(from, lead + rate.maxDays)])
      const estimate = estimatedDelivery(from, rate, lead, 'XX')
      expect(estimate >= earliest && estimate <= latest).toBe(true)
    }),
  )
})

test.each([
  ['G-D1', 3, '2026-12-03', '2026-12-07', 'Dec 3 – Dec 7'],
  ['G-D2', 15, '2026-12-21', '2026-12-23', 'Dec 21 – Dec 23'],
] as const)('X5 %s placed on a Monday with %d days of lead time it arrives from %s to %s', (_id, leadTime, first, last, words) => {
  const { earliest, latest } = deliveryWindow(new Date('2026-11-23T15:00:00Z'), DEFAULT_SHIPPING_RATES.standard, leadTime)
  const [from, to] = [earliest, latest].map((day) => day.toISOString().slice(0, 10))
  expect([from, to]).toEqual([first, last])
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
