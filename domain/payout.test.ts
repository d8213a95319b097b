import { expect, test } from 'vitest'
import { availableCents, MIN_PAYOUT_CENTS, PAYOUT_TRANSITIONS, payoutOf, waitingCents } from './payout.ts'
import { canTransition } from './transitions.ts'

const account = { holder: 'North Fold', iban: null, routingNumber: '021000021', accountNumber: '1234' }
const seller = { method: 'manual' as const, currency: 'USD', approval: 'approved', account, isOnHold: false } as const

test('D290 a seller is paid what does not wait for a return window, and nothing while it owes', () => {
  expect(availableCents({ balanceCents: 100_00, pendingCents: 30_00 })).toBe(70_00)
  expect(availableCents({ balanceCents: 100_00, pendingCents: 130_00 })).toBe(0)
  expect(availableCents({ balanceCents: -5_00, pendingCents: 0 })).toBe(0)
  expect(availableCents({ balanceCents: 100_00, pendingCents: -1 })).toBe(100_00)
  expect(waitingCents({ balanceCents: 100_00, pendingCents: 30_00 })).toBe(30_00)
  expect(waitingCents({ balanceCents: 100_00, pendingCents: 130_00 })).toBe(100_00)
  expect(waitingCents({ balanceCents: -5_00, pendingCents: 40_00 })).toBe(0)
})

test('D290 a seller who is not paid sees why: the first reason that applies', () => {
  const paid = (balanceCents: number, pendingCents: number, more: Partial<Parameters<typeof payoutOf>[1]> = {}) =>
    payoutOf({ balanceCents, pendingCents }, { ...seller, ...more })
  expect(paid(100_00, 0)).toEqual({ amountCents: 100_00, obstacle: null })
  expect(paid(-1, 0)).toEqual({ amountCents: 0, obstacle: 'owes' })
  expect(paid(100_00, 100_00)).toEqual({ amountCents: 0, obstacle: 'pending' })
  expect(paid(MIN_PAYOUT_CENTS - 1, 0)).toEqual({ amountCents: 0, obstacle: 'small' })
  expect(paid(MIN_PAYOUT_CENTS, 0)).toEqual({ amountCents: MIN_PAYOUT_CENTS, obstacle: null })
  expect(paid(100_00, 0, { account: null })).toEqual({ amountCents: 0, obstacle: 'no_account' })
  expect(paid(100_00, 0, { currency: 'EUR' })).toEqual({ amountCents: 0, obstacle: 'no_account' })
  expect(paid(100_00, 0, { account: null, method: 'stripe' })).toEqual({ amountCents: 100_00, obstacle: null })
  expect(paid(100_00, 0, { approval: 'suspended' })).toEqual({ amountCents: 0, obstacle: 'suspended' })
  expect(paid(100_00, 100_00, { isOnHold: true })).toEqual({ amountCents: 0, obstacle: 'on_hold' })
  expect(paid(-1, 0, { isOnHold: true })).toEqual({ amountCents: 0, obstacle: 'owes' })
  expect(paid(0, 0)).toEqual({ amountCents: 0, obstacle: 'pending' })
  const disputed = payoutOf({ balanceCents: 100_00, pendingCents: 100_00, disputedCents: 100_00 }, seller)
  expect(disputed).toEqual({ amountCents: 0, obstacle: 'disputed' })
})

test('a payout goes forward only, and may fail from everywhere but from failed', () => {
  expect(canTransition(PAYOUT_TRANSITIONS, 'draft', 'sent')).toBe(true)
  expect(canTransition(PAYOUT_TRANSITIONS, 'sent', 'draft')).toBe(false)
  expect(canTransition(PAYOUT_TRANSITIONS, 'paid', 'sent')).toBe(false)
  expect(PAYOUT_TRANSITIONS.failed).toEqual([])
})
