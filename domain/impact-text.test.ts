import { expect, test } from 'vitest'
import { capacityVerdict, exactMoney, oneDecimal, onePercent, paybackText, shortMoney, wholeMoney, wholeUnits } from './impact-text.ts'

test('S342 amounts have no decimals, numbers one, units none; a minus stands before the sign, and never before a zero', () => {
  expect([56040, 0, -3120.4, -0.4, 1e12].map((amount) => wholeMoney(amount, 'USD'))).toEqual([
    '$56,040',
    '$0',
    '−$3,120',
    '$0',
    '$1,000,000,000,000',
  ])
  expect(wholeMoney(56040.5, 'EUR')).toBe('€56,041')
  expect([56040.4, -12_340_000, 17_939_999_999].map((amount) => shortMoney(amount, 'USD'))).toEqual(['$56,040', '−$12.3M', '$17.9B'])
  expect(exactMoney(6.25, 'EUR')).toBe('€6.25')
  expect([2.67665952, 3510, -0.04, -0.06].map(oneDecimal)).toEqual(['2.7', '3,510.0', '0.0', '−0.1'])
  expect([7800.4, -0].map(wholeUnits)).toEqual(['7,800', '0'])
  expect([onePercent(348.32), onePercent(75)]).toEqual(['348.3%', '75.0%'])
})

test('S340 a payback that is never reached says so', () => {
  expect([paybackText(2.67665952), paybackText(null)]).toEqual(['2.7 months', 'Not reached'])
})

test.each([
  [1.5, 'ok', 'Fits into one shift of 8 hours'],
  [8, 'ok', 'Fits into one shift of 8 hours'],
  [8.1, 'warn', 'More than one shift of 8 hours'],
  [24, 'warn', 'More than one shift of 8 hours'],
  [24.1, 'bad', 'This machine is too small for the volume'],
  [null, 'idle', 'Enter operating days to see this'],
] as const)('%j hours a day are %s', (hours, tone, text) => {
  expect(capacityVerdict(hours)).toEqual({ tone, text })
})
