import { expect, test } from 'vitest'
import { parseRefundCause, type RefundCause, refundCauseKey } from './refund-cause.ts'

test.each<[string, RefundCause]>([
  ['cancel:o1', { kind: 'cancellation', orderId: 'o1' }],
  ['cancel:o1:b1', { kind: 'cancellation', orderId: 'o1', businessId: 'b1' }],
  ['call:u1:2026:a', { kind: 'request', userId: 'u1', key: '2026:a' }],
  ['return:r1', { kind: 'return', returnId: 'r1' }],
  ['late:pi_1', { kind: 'late-payment', intentId: 'pi_1' }],
  ['provider:ch_1:1200', { kind: 'provider', chargeId: 'ch_1', refundedCents: 1200 }],
  ['vat:o1', { kind: 'vat', orderId: 'o1' }],
  ['dispute:d1', { kind: 'lost-dispute', disputeId: 'd1' }],
])('%s is stored and read back', (text, cause) => {
  expect(refundCauseKey(cause)).toBe(text)
  expect(parseRefundCause(text)).toEqual(cause)
})

test('a text that is no cause is refused', () => {
  expect(() => parseRefundCause('kind')).toThrow('Not a refund cause: kind')
})
