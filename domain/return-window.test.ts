import { expect, test } from 'vitest'
import { RETURN_REASONS, RETURN_STATUSES, RETURN_TRANSITIONS, returnNumber } from './return-request.ts'
import { isStillOpen, lastReturnDay } from './return-window.ts'

test('D66 a machine may go back until the end of the 30th day after delivery, other products until the 14th, in UTC', () => {
  const delivered = new Date('2026-01-31T23:59:59.999Z')
  expect(lastReturnDay(delivered, 'mat-maker', 'UTC')).toBe('2026-03-02')
  expect(lastReturnDay(delivered, 'chip-maker', 'UTC')).toBe('2026-03-02')
  for (const category of ['accessories', 'replacement-parts', 'mat', 'chip'])
    expect(lastReturnDay(delivered, category, 'UTC')).toBe('2026-02-14')
})

test('D66 the hour of delivery does not matter, and the window closes with its last day', () => {
  const days = ['2026-03-04T00:00:00Z', '2026-03-04T12:00:00Z', '2026-03-04T23:59:59Z'].map((at) =>
    lastReturnDay(new Date(at), 'accessories', 'UTC'),
  )
  expect(new Set(days)).toEqual(new Set(['2026-03-18']))
  expect(isStillOpen('2026-03-18', new Date('2026-03-18T23:59:59.999Z'), 'UTC')).toBe(true)
  expect(isStillOpen('2026-03-18', new Date('2026-03-19T00:00:00Z'), 'UTC')).toBe(false)
})

test('D117 a return goes from requested over approved and received to refunded, or is declined on its way, and ends there', () => {
  expect(RETURN_TRANSITIONS).toEqual({
    requested: ['approved', 'declined'],
    approved: ['received', 'declined'],
    received: ['refunded', 'declined'],
    refunded: [],
    declined: [],
  })
  expect(RETURN_STATUSES.length + RETURN_REASONS.length).toBe(10)
  expect(returnNumber('ORD-1', 2)).toBe('ORD-1-R2')
})

test('the days of a shop in Chicago are its days', () => {
  expect(lastReturnDay(new Date('2026-03-05T05:59:59Z'), 'accessories', 'America/Chicago')).toBe('2026-03-18')
  expect(lastReturnDay(new Date('2026-03-05T06:00:00Z'), 'accessories', 'America/Chicago')).toBe('2026-03-19')
  expect(isStillOpen('2026-03-18', new Date('2026-03-19T04:59:59.999Z'), 'America/Chicago')).toBe(true)
  expect(isStillOpen('2026-03-18', new Date('2026-03-19T05:00:00Z'), 'America/Chicago')).toBe(false)
})
