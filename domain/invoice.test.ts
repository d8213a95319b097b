import { expect, test } from 'vitest'
import { dueDate, howToPay } from './invoice.ts'

test('F7.1.1 an order is due 14 days after it was placed unless it has other terms or a plan, and one sentence says how to pay it', () => {
  const createdAt = new Date('2026-02-20T08:30:00Z')
  const dueOf = (termDays: number | null, paymentPlan: object | null = null) =>
    dueDate({ createdAt, termDays, paymentPlan })?.toISOString() ?? null
  expect([null, 0, 30, 60].map((termDays) => dueOf(termDays))).toEqual([
    '2026-03-06T08:30:00.000Z',
    '2026-02-20T08:30:00.000Z',
    '2026-03-22T08:30:00.000Z',
    '2026-04-21T08:30:00.000Z',
  ])
  expect(dueOf(null, [])).toBeNull()
  const dueBy = new Date('2026-03-06')
  const due = { amount: '$108.00', dueBy, number: 'ORD-1', email: 'ann@example.com', payTo: 'Bank\nDE89' }
  expect(howToPay(due)).toBe('Please pay $108.00 by March 6, 2026 and use ORD-1 as the reference.')
  expect(howToPay({ ...due, payTo: '' })).toBe("We'll email payment details to ann@example.com; payment is due by March 6, 2026.")
})
