import type { FieldError } from '#contract/errors.ts'
import type { PlaceOrderBody } from '#contract/orders/orders.ts'
import { type Currency, formatMoney, toMinor } from '#domain/money.ts'
import { normalizeCode } from '#domain/promotion.ts'
import type { PricedCart, PricedLine } from '#server/cart/price-cart.ts'

/** What the buyer saw when the order was sent. */
export type SeenCart = Pick<PlaceOrderBody, 'items' | 'currency' | 'shippingMethod' | 'promoCode'> & { amount?: number | undefined }

/**
 * Everything in which the server's cart differs from what the buyer saw; empty when an order may be made of it (api.md ruling 4).
 * A code counts as seen only while it is active: a buyer who saw it give nothing sends none.
 */
export function cartDifferences(priced: PricedCart, seen: SeenCart): FieldError[] {
  const differences = contentDifferences(priced, seen)
  return differences.length > 0 ? differences : amountDifference(priced, seen)
}

function contentDifferences({ lines, cart, activePromo }: PricedCart, seen: SeenCart): FieldError[] {
  const goods = lines.flatMap((line) => lineDifference(line, seen))
  const isMissing = seen.items.some(({ id }) => !lines.some(({ product }) => product.id === id.toLowerCase()))
  const isRepeated = new Set(seen.items.map(({ id }) => id.toLowerCase())).size < seen.items.length
  return [
    ...goods,
    ...(isMissing ? [{ field: 'items', message: 'A product is no longer in your cart' }] : []),
    ...(isRepeated ? [{ field: 'items', message: 'A product is named twice' }] : []),
    ...shippingDifference(cart.shippingMethod === seen.shippingMethod, cart.shippingOptions, cart.shippingMethod),
    ...promoDifference(cart.appliedPromoCode, activePromo?.promo.code ?? null, normalizeCode(seen.promoCode ?? '')),
  ]
}

function lineDifference(line: PricedLine, { items, currency }: SeenCart): FieldError[] {
  const { product, quantity, unitPriceCents: unit } = line
  const field = `items.${product.id}`
  const seen = items.find(({ id }) => id.toLowerCase() === product.id)
  if (!seen) return [{ field, message: `${product.name} is in your cart now` }]
  if (seen.quantity !== quantity) return [{ field, message: `${product.name}: your cart holds ${quantity}` }]
  return toMinor(seen.price) === unit ? [] : [{ field, message: priceMessage(product.name, unit, currency) }]
}

/** The same goods at another total: tax, shipping or what the code gives has been changed meanwhile. */
function amountDifference({ totals }: PricedCart, { amount, currency }: SeenCart): FieldError[] {
  if (amount === undefined || toMinor(amount) === totals.totalCents) return []
  return [{ field: 'amount', message: `The total is now ${formatMoney(totals.totalCents, currency)}` }]
}

const priceMessage = (name: string, unit: number, currency: Currency) => `${name}: the price is now ${formatMoney(unit, currency)}`

function shippingDifference(isSame: boolean, options: PricedCart['cart']['shippingOptions'], method: string): FieldError[] {
  if (isSame) return []
  const label = options.find((option) => option.method === method)?.label ?? method
  return [{ field: 'shippingMethod', message: `Shipping is now ${label}` }]
}

function promoDifference(applied: PricedCart['cart']['appliedPromoCode'], active: string | null, seen: string | null): FieldError[] {
  if ((active?.toUpperCase() ?? null) === seen) return []
  if (active) return [{ field: 'promoCode', message: `The code ${active} is applied` }]
  return [{ field: 'promoCode', message: applied?.notice ?? `The code ${seen} is not applied` }]
}
