import type { PhoneOrderBody } from '#contract/checkout/phone-orders.ts'
import type { PricedCart } from '#server/cart/price-cart.ts'
import { cartDifferences, requireAvailable, requireOpen, requireRates } from '#server/checkout/online/check-cart.ts'
import { refuse, refuseField } from '#server/platform/http/refusal.ts'

const CHANGED = 'The prices have changed since you last saw them. Please tell the customer the new total, then place the order.'
const UNKNOWN = 'One of these products is no longer there. Please remove it.'

/**
 * Refuses an empty order, products that are no longer available, and other prices than staff saw: 409 with the items as they are priced
 * now.
 */
export function requireSame(priced: PricedCart, body: PhoneOrderBody): void {
  if (body.items.length === 0) refuseField('items', 'Please add at least one product.')
  requireOpen(priced)
  requireAvailable(priced)
  requireRates(priced)
  if (priced.lines.length < body.items.length) refuse('stock_gone', { facts: { names: UNKNOWN }, extra: { cart: priced.cart } })
  const errors = cartDifferences(priced, body)
  if (errors.length > 0) refuse('price_changed', { detail: CHANGED, errors, extra: { cart: priced.cart } })
}

/** Refuses an order that lost a race, with the items as they are priced now. */
export function refuseStockConflict(priced: PricedCart, body: PhoneOrderBody): never {
  requireSame(priced, body)
  // Everything is available again: the other order was rolled back. Staff may simply try again.
  return refuse('price_changed', { detail: 'The order could not be placed. Please try again.', extra: { cart: priced.cart } })
}
