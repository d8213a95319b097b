import type { PhoneOrderBody } from '#contract/checkout/phone-orders.ts'
import { differsFromList } from '#domain/agreed-terms.ts'
import { toDecimal, toMinor } from '#domain/money.ts'
import { unitPriceCents } from '#domain/pricing.ts'
import type { PricedCart } from '#server/cart/price-cart.ts'
import { cartDifferences, requireAvailable, requireOpen, requireRates } from '#server/checkout/online/check-cart.ts'
import { refuse, refuseField } from '#server/platform/http/refusal.ts'
import type { PricedItems } from './price-items.ts'

const CHANGED = 'The prices have changed since you last saw them. Please tell the customer the new total, then place the order.'
const UNKNOWN = 'One of these products is no longer there. Please remove it.'

const REASON = 'Please say why this order differs from the list.'

/**
 * Refuses an empty order, one that differs from the list without a reason, products that are no longer available, and other prices than
 * staff saw: 409 with the items as they are priced now.
 */
export function requireSame({ priced, terms }: PricedItems, body: PhoneOrderBody): void {
  if (body.items.length + terms.freeLines.length === 0) refuseField('items', 'Please add at least one product.')
  if (differsFromList(terms) && !body.reason) refuseField('reason', REASON)
  requireOpen(priced)
  requireAvailable(priced)
  requireRates(priced)
  if (priced.lines.length < body.items.length) refuse('stock_gone', { facts: { names: UNKNOWN }, extra: { cart: priced.cart } })
  const errors = cartDifferences(priced, asSeen(priced, body))
  if (errors.length > 0) refuse('price_changed', { detail: CHANGED, errors, extra: { cart: priced.cart } })
}

/** Returns the order with its prices as the buyer sees them: where they include tax, agreed ones are sent without it. */
function asSeen({ lines, input }: PricedCart, body: PhoneOrderBody): PhoneOrderBody {
  const items = body.items.map((item) => {
    const [line, priced] = [lines.find(({ product }) => product.id === item.id), input.lines.find(({ productId }) => productId === item.id)]
    const netCents = priced && unitPriceCents(priced.priceCents[input.currency], priced.quantity, priced.ladder)
    return line && toMinor(item.price) === netCents ? { ...item, price: toDecimal(line.unitPriceCents) } : item
  })
  return { ...body, items }
}

/** Refuses an order that lost a race, with the items as they are priced now. */
export function refuseStockConflict(items: PricedItems, body: PhoneOrderBody): never {
  requireSame(items, body)
  // Everything is available again: the other order was rolled back. Staff may simply try again.
  return refuse('price_changed', { detail: 'The order could not be placed. Please try again.', extra: { cart: items.priced.cart } })
}
