import { expect, test } from 'vitest'
import { dueDate, howToPay } from './invoice.ts'

test('F7.1.1 an order is due 14 days after it was placed, and one sentence says how to pay it', () => {
  const createdAt = new Date('2026-02-20T08:30:00Z')
  const dueBy = dueDate({ createdAt, termDays: null })
  expect(dueBy.toISOString()).toBe('2026-03-06T08:30:00.000Z')
  expect([0, 30, 60].map((termDays) => dueDate({ createdAt, termDays }).toISOString().slice(0, 10))).toEqual([
    '2026-02-20',
    '2026-03-22',
    '2026-04-21',
  ])
  const due = { amount: '$108.00', dueBy, number: 'ORD-1', email: 'ann@example.com', payTo: 'Bank\nDE89' }
  expect(howToPay(due)).toBe('Please pay $108.00 by March 6, 2026 and use ORD-1 as the reference.')
  expect(howToPay({ ...due, payTo: '' })).toBe("We'll email payment details to ann@example.com; payment is due by March 6, 2026.")
})
