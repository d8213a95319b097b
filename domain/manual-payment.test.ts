import { expect, test } from 'vitest'
import { paymentLabel } from './manual-payment.ts'

test.each([
  ['card', 'Credit Card'],
  ['bank_transfer', 'Bank transfer'],
  ['cheque', 'Check'],
  ['cash', 'Cash'],
  ['card_terminal', 'Card terminal'],
  ['other', 'Other'],
  ['manual', 'By hand'],
])('a payment by %s reads %s', (method, label) => {
  expect(paymentLabel(method)).toBe(label)
})
