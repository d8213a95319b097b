import { mostUnits, quantityRefusal } from '#domain/order-quantity.ts'
import { cartRefusalText, checkQuantity } from '#domain/stock.ts'
import { formatCount } from '#domain/text.ts'
import type { CartProduct } from '#server/catalog/products/product-record.ts'
import { found, refuse, refuseField } from '#server/platform/http/refusal.ts'
import { isTooLarge, TOO_LARGE } from './price-cart.ts'

/** Refuses what is no positive whole number: 422, before anything is looked up (S238). */
export function requireQuantity(quantity: number): void {
  if (!Number.isSafeInteger(quantity) || quantity <= 0) {
    const message = cartRefusalText({ code: 'invalid_quantity' })
    refuse('invalid_quantity', { errors: [{ field: 'quantity', message }] })
  }
}

/** Returns the product; 404 when it is unknown or hidden. */
export function findBuyable(products: readonly CartProduct[], productId: string): CartProduct {
  const product = products.find(({ id }) => id === productId)
  return found(product?.isBuyable ? product : null)
}

/**
 * Refuses (409, with the specified sentence) `quantity` more units where stock does not cover them and those in the cart, and (422) a sum
 * below the product's minimum or between its steps.
 */
export function requireStock(product: CartProduct, quantity: number, alreadyInCart: number): void {
  const check = checkQuantity(quantity, mostUnits(product), alreadyInCart)
  if (!check && isTooLarge(product, alreadyInCart + quantity)) refuseField('quantity', TOO_LARGE)
  const refused = quantityRefusal(alreadyInCart + quantity, product)
  if (!check && refused) {
    const { name, minQuantity: min, quantityStep: step } = product
    refuse(refused.code, { facts: { name, min, step }, errors: [{ field: 'quantity', message: refused.text }] })
  }
  if (!check) return
  const facts = check.code === 'insufficient_stock' ? { available: formatCount(check.available) } : {}
  refuse(check.code, { facts, errors: [{ field: 'quantity', message: cartRefusalText(check) }] })
}
