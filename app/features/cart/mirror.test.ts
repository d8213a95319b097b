import { expect, test } from 'vitest'
import { mirrorOf } from './mirror.ts'

const cart = {
  items: [],
  itemCount: 0,
  appliedPromoCode: null,
  shippingMethod: 'standard',
  shippingOptions: [],
  currency: 'USD',
  taxRate: 0.08,
  totals: { subtotal: 0, discount: 0, shipping: 0, tax: 0, total: 0 },
  steps: [],
  canCheckOut: false,
  notices: [],
}

test('a kept cart is read back with the user it belongs to (S219, S327)', () => {
  expect(mirrorOf(JSON.stringify({ userId: 'ann', cart }))).toEqual({ userId: 'ann', cart })
})

test.each([
  ['nothing', null],
  ['no JSON', '{"userId":'],
  ['another value', '[]'],
  ['a cart without its user', JSON.stringify({ cart })],
  ['a cart of an older shape', JSON.stringify({ userId: 'ann', cart: { ...cart, totals: undefined } })],
  ['an unknown currency', JSON.stringify({ userId: 'ann', cart: { ...cart, currency: 'GBP' } })],
])('%s is no kept cart (S219)', (_, kept) => {
  expect(mirrorOf(kept)).toBeNull()
})
