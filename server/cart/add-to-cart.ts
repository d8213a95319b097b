import type { Cart } from '#contract/cart/cart.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { MAX_LINES, putItem, type StoredCartItem, withItem } from './cart-record.ts'
import type { CartFacts } from './cart-values.ts'
import { changeCart, putUnlocked } from './change-cart.ts'
import { findBuyable, requireQuantity, requireStock } from './check-line.ts'
import type { CartOwner } from './load-cart.ts'

/** Adds units of a product; those in the cart already count against the stock. */
export async function addToCart(deps: Deps, owner: CartOwner, requested: { productId: string; quantity: number }): Promise<Cart> {
  requireQuantity(requested.quantity)
  const { productId, quantity } = requested
  const itemIn = ({ stored, products }: CartFacts): StoredCartItem => {
    const product = findBuyable(products, productId)
    const line = stored.items.find((item) => item.productId === product.id)
    requireStock(product, quantity, line?.quantity ?? 0)
    if (!line && stored.items.length >= MAX_LINES) {
      refuse('invalid_input', { detail: `A cart can have up to ${MAX_LINES} different products.` })
    }
    const { priceUsdCents: seenUsdCents, priceEurCents: seenEurCents } = product
    return { productId: product.id, quantity: (line?.quantity ?? 0) + quantity, seenUsdCents, seenEurCents }
  }
  const change: Parameters<typeof changeCart>[2] = async (tx, { facts, userId }) => {
    const item = itemIn(facts)
    await putItem(tx, userId, item)
    return withItem(facts.stored, item)
  }
  return (await putUnlocked(deps, owner, itemIn, [productId])) ?? changeCart(deps, owner, change, [productId])
}
