import { expect, test } from 'vitest'
import { describePromo, type PromoRule } from './promotion-text.ts'

const rule: PromoRule = {
  type: 'percentage',
  percent: 10,
  valueCents: null,
  minimumCents: null,
  startsAt: null,
  endsAt: null,
  usageLimit: null,
  perCustomerLimit: null,
}
const both = (cents: number) => ({ USD: cents, EUR: cents })

test.each([
  [{}, '10% off every order.'],
  [{ minimumCents: both(100_00), usageLimit: 50 }, '10% off orders from $100 or €100, at most 50 times.'],
  [{ type: 'fixed', percent: null, valueCents: { USD: 25_00, EUR: 22_50 } }, '$25 or €22.50 off every order.'],
  [{ type: 'shipping', percent: null, minimumCents: both(50_00) }, 'Free shipping for orders from $50 or €50.'],
  [{ usageLimit: 1, perCustomerLimit: 1 }, '10% off every order, once in total, once for each customer.'],
  [
    { startsAt: new Date('2026-03-01T00:00:00Z'), endsAt: new Date('2026-04-01T00:00:00Z') },
    '10% off every order, from March 1, 2026 until March 31, 2026.',
  ],
  [{ startsAt: new Date('2026-03-01T00:00:00Z') }, '10% off every order, from March 1, 2026.'],
  [{ type: 'shipping', percent: null }, 'Free shipping for every order.'],
  [{ type: 'fixed', percent: null }, '$0 or €0 off every order.'],
  [{ minimumCents: both(0) }, '10% off every order.'],
  [{ minimumCents: { USD: 0, EUR: 10_00 } }, '10% off orders from $0 or €10.'],
  [{ endsAt: new Date('2026-04-01T12:30:00Z') }, '10% off every order, until April 1, 2026 at 12:30 PM UTC.'],
] as [Partial<PromoRule>, string][])('%o reads: %s', (change, words) => {
  expect(describePromo({ ...rule, ...change }, 'UTC')).toBe(words)
})

test.each([
  ['2026-01-14T06:00:00Z', '10% off every order, until January 13, 2026.'],
  ['2026-01-14T05:59:00Z', '10% off every order, until January 13, 2026 at 11:59 PM CST.'],
  ['2026-01-14T00:00:00Z', '10% off every order, until January 13, 2026 at 6:00 PM CST.'],
  ['2026-07-14T05:00:00Z', '10% off every order, until July 13, 2026.'],
  ['2026-11-02T06:00:00Z', '10% off every order, until November 1, 2026.'],
])('in Chicago the end %s reads: %s', (endsAt, words) => {
  expect(describePromo({ ...rule, endsAt: new Date(endsAt) }, 'America/Chicago')).toBe(words)
})

test('where a day begins after midnight, a code that begins with it names no time', () => {
  const startsAt = new Date('2026-09-06T04:00:00Z')
  expect(describePromo({ ...rule, startsAt }, 'America/Santiago')).toBe('10% off every order, from September 6, 2026.')
})
