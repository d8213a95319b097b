import { cartRefusalText, checkQuantity } from '#domain/stock.ts'
import { formatCount } from '#domain/text.ts'
import type { CartProduct } from '#server/catalog/products/product-record.ts'
import { found, refuse, refuseField } from '#server/platform/http/refusal.ts'
import { isTooLarge, TOO_LARGE } from './price-cart.ts'

/** Maximum quantity of one line; the database has the same limit. */
const MAX_QUANTITY = 100_000

/** Refuses what is no positive whole number: 422, before anything is looked up (S238). */
export function requireQuantity(quantity: number): void {
  if (!Number.isSafeInteger(quantity) || quantity <= 0) {
    const message = cartRefusalText({ code: 'invalid_quantity' })
    refuse('invalid_quantity', { errors: [{ field: 'quantity', message }] })
  }
}

/** Returns the units of a product that still fit into a cart that holds `alreadyInCart` of it, from 0. */
export function unitsLeft({ stock }: Pick<CartProduct, 'stock'>, alreadyInCart: number): number {
  return Math.max(0, Math.min(stock, MAX_QUANTITY) - alreadyInCart)
}

/** Returns the product; 404 when it is unknown or hidden. */
export function findBuyable(products: readonly CartProduct[], productId: string): CartProduct {
  const product = products.find(({ id }) => id === productId)
  return found(product?.isBuyable ? product : null)
}

/** Refuses (409, with the specified sentence) `quantity` more units where stock does not cover them and those in the cart. */
export function requireStock(product: CartProduct, quantity: number, alreadyInCart: number): void {
  const check = checkQuantity(quantity, Math.min(product.stock, MAX_QUANTITY), alreadyInCart)
  if (!check && isTooLarge(product, alreadyInCart + quantity)) refuseField('quantity', TOO_LARGE)
  if (!check) return
  const facts = check.code === 'insufficient_stock' ? { available: formatCount(check.available) } : {}
  refuse(check.code, { facts, errors: [{ field: 'quantity', message: cartRefusalText(check) }] })
}
