import type { PlaceOrderBody } from '#contract/checkout/checkout.ts'
import type { FieldError } from '#contract/errors.ts'
import { refusalText } from '#contract/refusals.ts'
import { quotedWord } from '#domain/freight.ts'
import { type Currency, formatMoney, toMinor } from '#domain/money.ts'
import { normalizeCode } from '#domain/promotion.ts'
import { formatCount } from '#domain/text.ts'
import type { PricedCart, PricedLine } from '#server/cart/price-cart.ts'
import { refuse, refuseField } from '#server/platform/http/refusal.ts'

/** The cart as the buyer saw it when the order was sent. */
export type SeenCart = Pick<PlaceOrderBody, 'items' | 'currency' | 'shippingMethod' | 'promoCode'> & {
  amount?: number | undefined
  expectedTotal?: number | undefined
}

/**
 * Refuses (409) an empty cart, products that are no longer available, and a cart that differs from what the buyer saw; the last two with
 * the cart as it is.
 */
export function requireOrderable(priced: PricedCart, seen: SeenCart): void {
  if (priced.lines.length === 0) refuse('cart_empty')
  requireOpen(priced)
  requireAvailable(priced)
  requireRates(priced)
  const errors = cartDifferences(priced, seen)
  if (errors.length > 0) refuse('price_changed', { errors, extra: { cart: priced.cart } })
  requireTotal(priced, seen)
}

/** Refuses another total than the buyer saw of the same items: tax, shipping or the discount has changed meanwhile. */
function requireTotal(priced: PricedCart, { expectedTotal, currency }: SeenCart): void {
  if (expectedTotal === undefined || toMinor(expectedTotal) === priced.totals.totalCents) return
  const amount = formatMoney(priced.totals.totalCents, currency)
  refuse('total_changed', { facts: { amount }, extra: { cart: priced.cart } })
}

/** Refuses (422) an order to a country that the shop does not sell to. */
export function requireOpen({ shipping: { closed } }: PricedCart): void {
  if (closed !== null) refuseField('customer.country', closed)
}

/** Refuses (409, with the cart) when a line has no shipping rate to the place of the order, naming the first one. */
export function requireRates(priced: PricedCart): void {
  const { quotes, place } = priced.shipping
  const without = priced.lines.filter(({ product }) => quotes.has(product.id))
  const [first] = without
  if (!first) return
  const factsOf = ({ product }: PricedLine) => ({ name: product.name, kind: quotedWord([product]), country: place })
  const errors = without.map((line) => ({
    field: `items.${line.product.id}`,
    message: refusalText({ code: 'needs_freight_quote', facts: factsOf(line) }),
  }))
  refuse('needs_freight_quote', { facts: factsOf(first), errors, extra: { cart: priced.cart } })
}

/** Refuses when a line can no longer be bought, naming each such product; (422) when only its quantity cannot be ordered. */
export function requireAvailable(priced: PricedCart): void {
  const errors = priced.lines.flatMap(({ product, problem }) =>
    problem ? [{ field: `items.${product.id}`, message: problem.refusal }] : [],
  )
  if (errors.length === 0) return requireFreeLines(priced)
  const broken = priced.lines.filter(({ problem }) => problem)
  const [first] = broken
  if (broken.some(({ problem }) => problem?.code === 'tax_unavailable')) refuse('tax_unavailable', { errors, extra: { cart: priced.cart } })
  if (broken.every(({ problem }) => problem?.code === 'not_sold_there')) {
    refuse('not_sold_there', { facts: { text: first?.problem?.refusal ?? '' }, errors, extra: { cart: priced.cart } })
  }
  const code = first?.problem?.code
  if (code && code !== 'not_sold_there' && code !== 'tax_unavailable' && broken.every(({ problem }) => problem?.code)) {
    const { name, minQuantity: min, quantityStep: step } = first.product
    refuse(code, { facts: { name, min, step }, errors, extra: { cart: priced.cart } })
  }
  refuse('stock_gone', { facts: { names: errors.map(({ message }) => message).join('; ') }, errors, extra: { cart: priced.cart } })
}

/** Refuses lines without a product that are not sold to the place of the order. */
function requireFreeLines(priced: PricedCart): void {
  const problem = priced.freeLines.find((line) => line.problem)?.problem
  if (!problem) return
  const code = problem.code === 'tax_unavailable' ? problem.code : 'not_sold_there'
  refuse(code, { facts: { text: problem.refusal }, extra: { cart: priced.cart } })
}

/** Refuses an order that lost a race, with the cart as it is now. */
export function refuseStockConflict(priced: PricedCart, seen: SeenCart, what: 'stock' | 'code'): never {
  requireOrderable(priced, seen)
  // Everything is available again: the other order was rolled back. The buyer may simply try again.
  if (what === 'code') refuse('price_changed', { extra: { cart: priced.cart } })
  return refuse('stock_gone', { facts: { names: 'Your order could not be placed. Please try again.' }, extra: { cart: priced.cart } })
}

/**
 * Differences between the server's cart and what the buyer saw; empty when an order may be made of it.
 * A code counts as seen only while it is active: a buyer who saw it take nothing off sends none.
 */
export function cartDifferences(priced: PricedCart, seen: SeenCart): FieldError[] {
  const differences = contentDifferences(priced, seen)
  return differences.length > 0 ? differences : amountDifference(priced, seen)
}

function contentDifferences(priced: PricedCart, seen: SeenCart): FieldError[] {
  const { lines, activePromo } = priced
  const changed = lines.flatMap((line) => lineDifference(line, seen))
  const isMissing = seen.items.some(({ id }) => !lines.some(({ product }) => product.id === id))
  const isRepeated = new Set(seen.items.map(({ id }) => id)).size < seen.items.length
  return [
    ...changed,
    ...(isMissing ? [{ field: 'items', message: 'A product is no longer in your cart' }] : []),
    ...(isRepeated ? [{ field: 'items', message: 'A product is listed twice' }] : []),
    ...shippingDifference(priced, seen),
    ...promoDifference(priced, activePromo?.promo.code ?? null, normalizeCode(seen.promoCode ?? '')),
  ]
}

function lineDifference(line: PricedLine, { items, currency }: SeenCart): FieldError[] {
  const { product, quantity, unitPriceCents: unit } = line
  const field = `items.${product.id}`
  const seen = items.find(({ id }) => id === product.id)
  if (!seen) return [{ field, message: `${product.name} is in your cart now` }]
  if (seen.quantity !== quantity) return [{ field, message: `${product.name}: your cart has ${formatCount(quantity)}` }]
  return toMinor(seen.price) === unit ? [] : [{ field, message: priceMessage(product.name, unit, currency) }]
}

/** Names another total than the one a client sent as `amount`. */
function amountDifference({ totals }: PricedCart, { amount, currency }: SeenCart): FieldError[] {
  if (amount === undefined || toMinor(amount) === totals.totalCents) return []
  return [{ field: 'amount', message: `The total is now ${formatMoney(totals.totalCents, currency)}` }]
}

const priceMessage = (name: string, unit: number, currency: Currency) => `${name}: the price is now ${formatMoney(unit, currency)}`

function shippingDifference(priced: PricedCart, seen: SeenCart): FieldError[] {
  const { shippingMethod: method } = priced.input
  if (method === seen.shippingMethod) return []
  const label = priced.cart.shippingOptions.find((option) => option.method === method)?.label ?? method
  return [{ field: 'shippingMethod', message: `Shipping is now ${label}` }]
}

function promoDifference(priced: PricedCart, active: string | null, seen: string | null): FieldError[] {
  if ((active?.toUpperCase() ?? null) === seen) return []
  if (active) return [{ field: 'promoCode', message: `The code ${active} is applied` }]
  return [{ field: 'promoCode', message: priced.cart.appliedPromoCode?.notice ?? `The code ${seen} is not applied` }]
}
