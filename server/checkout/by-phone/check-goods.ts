import type { PhoneOrderBody } from '#contract/checkout/phone-orders.ts'
import type { PricedCart } from '#server/cart/price-cart.ts'
import { requireGoods } from '#server/checkout/online/check-cart.ts'
import { cartDifferences } from '#server/checkout/online/compare-cart.ts'
import { refuse, refuseField } from '#server/platform/http/refusal.ts'

const CHANGED = 'The prices have changed since you last saw them. Please tell the customer the new total, then place the order.'
const UNKNOWN = 'One of these products is no longer there. Please remove it.'

/** Refuses an order of nothing, of goods that are gone, or at other prices than staff saw: 409, with the goods as they are priced now. */
export function requireSame(priced: PricedCart, body: PhoneOrderBody): void {
  if (body.items.length === 0) refuseField('items', 'Please add at least one product.')
  requireGoods(priced)
  if (priced.lines.length < body.items.length) refuse('stock_gone', { facts: { names: UNKNOWN }, extra: { cart: priced.cart } })
  const errors = cartDifferences(priced, body)
  if (errors.length > 0) refuse('price_changed', { detail: CHANGED, errors, extra: { cart: priced.cart } })
}

/** Answers an order that lost a race with the goods as they are priced now. */
export function refuseStockConflict(priced: PricedCart, body: PhoneOrderBody): never {
  requireSame(priced, body)
  // All is there again: whoever was faster gave it back. Staff may simply try again.
  return refuse('price_changed', { detail: 'The order could not be placed. Please try again.', extra: { cart: priced.cart } })
}
