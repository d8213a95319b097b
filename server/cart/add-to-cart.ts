import type { Cart } from '#contract/cart/cart.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { MAX_LINES, putItem, withItem } from './cart-record.ts'
import { changeCart } from './change-cart.ts'
import { findBuyable, requireQuantity, requireStock } from './check-line.ts'
import type { CartOwner } from './load-cart.ts'

/** Adds units of a product; those in the cart already count against the stock. */
export async function addToCart(deps: Deps, owner: CartOwner, requested: { productId: string; quantity: number }): Promise<Cart> {
  requireQuantity(requested.quantity)
  const change: Parameters<typeof changeCart>[2] = async (tx, { facts: { stored, products }, userId }) => {
    const product = findBuyable(products, requested.productId)
    const line = stored.items.find(({ productId }) => productId === product.id)
    requireStock(product, requested.quantity, line?.quantity ?? 0)
    if (!line && stored.items.length >= MAX_LINES) {
      refuse('invalid_input', { detail: `A cart can have up to ${MAX_LINES} different products.` })
    }
    const { id: productId, priceUsdCents: seenUsdCents, priceEurCents: seenEurCents } = product
    const item = { productId, quantity: (line?.quantity ?? 0) + requested.quantity, seenUsdCents, seenEurCents }
    await putItem(tx, userId, item)
    return withItem(stored, item)
  }
  return changeCart(deps, owner, change, [requested.productId])
}
