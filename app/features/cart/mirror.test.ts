import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Cart } from '#contract/cart/cart.ts'
import { MIRROR_VERSION, mirrorOf } from './mirror.ts'

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
const stored = (version: number | undefined) => JSON.stringify({ version, userId: 'ann', cart })

test('a stored cart is read back with the user it belongs to (S219, S327)', () => {
  expect(mirrorOf(stored(MIRROR_VERSION))).toEqual({ userId: 'ann', cart })
})

test.each([
  ['nothing', null],
  ['no JSON', '{"userId":'],
  ['another value', '[]'],
  ['a cart without a version', stored(undefined)],
  ['a cart of an older version', stored(MIRROR_VERSION - 1)],
  ['a cart of a newer version', stored(MIRROR_VERSION + 1)],
])('%s is no stored cart (S219)', (_, text) => {
  expect(mirrorOf(text)).toBeNull()
})

test('the version belongs to this shape of a cart: change both together (S219)', () => {
  const shape = JSON.stringify(z.toJSONSchema(Cart))
  expect([MIRROR_VERSION, createHash('sha256').update(shape).digest('hex').slice(0, 8)]).toEqual([9, '6b5e29e9'])
})
