import { expect, test } from 'vitest'
import { formatDays, MONEY_AND_ROLE_ACTIONS, yearsBefore } from './retention.ts'

test.each([
  [1, '24 hours'],
  [7, '7 days'],
  [180, '180 days'],
  [365, '1 year'],
  [730, '2 years'],
])('%s days are %s', (days, words) => {
  expect(formatDays(days)).toBe(words)
})

test('years are those of the calendar', () => {
  expect(yearsBefore(new Date('2026-11-23T08:00:00Z'), 10).toISOString()).toBe('2016-11-23T08:00:00.000Z')
  expect(yearsBefore(new Date('2028-02-29T08:00:00Z'), 3).toISOString()).toBe('2025-03-01T08:00:00.000Z')
})

test('what is about money and roles is kept longer in the audit log, what people do every day is not', () => {
  const isKept = (action: string) => MONEY_AND_ROLE_ACTIONS.some((start) => action.startsWith(start))
  for (const action of [
    'order.refund',
    'order.dispute_lost',
    'payout.paid',
    'payout_account.change',
    'payouts.hold',
    'settings.change',
    'user.edit',
  ])
    expect(isKept(action), action).toBe(true)
  for (const action of ['login', 'order.address', 'order.move', 'product.edit', 'user.end_sessions', 'message.reply', 'return.request'])
    expect(isKept(action), action).toBe(false)
})
