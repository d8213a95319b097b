import type { PricedCart } from '#server/cart/price-cart.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { cartDifferences, type SeenCart } from './compare-cart.ts'

/** Refuses an order of nothing, of goods that are gone, or of another cart than the buyer saw: 409, the last two with the cart as it is. */
export function requireOrderable(priced: PricedCart, seen: SeenCart): void {
  if (priced.lines.length === 0) refuse('cart_empty')
  requireGoods(priced)
  const errors = cartDifferences(priced, seen)
  if (errors.length > 0) refuse('price_changed', { errors, extra: { cart: priced.cart } })
}

/** Refuses when a line cannot be bought any more, naming each such product; nothing is taken. */
export function requireGoods({ lines, cart }: PricedCart): void {
  const errors = lines.flatMap(({ product, problem }) => (problem ? [{ field: `items.${product.id}`, message: problem.refusal }] : []))
  if (errors.length === 0) return
  refuse('stock_gone', { facts: { names: errors.map(({ message }) => message).join('; ') }, errors, extra: { cart } })
}

/** Answers an order that lost a race with the cart as it is now. */
export function refuseStockConflict(priced: PricedCart, seen: SeenCart, what: 'goods' | 'code'): never {
  requireOrderable(priced, seen)
  // All is there again: whoever was faster gave it back. The buyer may simply try again.
  if (what === 'code') refuse('price_changed', { extra: { cart: priced.cart } })
  return refuse('stock_gone', { facts: { names: 'Your order could not be placed. Please try again.' }, extra: { cart: priced.cart } })
}
