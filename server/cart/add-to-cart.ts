import type { Cart } from '#contract/cart/cart.ts'
import type { Currency } from '#domain/money.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { MAX_LINES, putItem } from './cart-record.ts'
import { changeCart } from './change-cart.ts'
import { findBuyable, requireQuantity, requireStock } from './check-line.ts'

/** Adds units of a product; those in the cart already count against the stock. */
export async function addToCart(
  deps: Deps,
  owner: { userId: string; currency: Currency },
  requested: { productId: string; quantity: number },
): Promise<Cart> {
  requireQuantity(requested.quantity)
  return changeCart(deps, owner, async (tx, { stored, userId }) => {
    const product = await findBuyable(tx, requested.productId, userId)
    const line = stored.items.find(({ productId }) => productId === product.id)
    requireStock(product, requested.quantity, line?.quantity ?? 0)
    if (!line && stored.items.length >= MAX_LINES) {
      refuse('invalid_input', { detail: `A cart holds at most ${MAX_LINES} different products.` })
    }
    const { id: productId, priceUsdCents: seenUsdCents, priceEurCents: seenEurCents } = product
    await putItem(tx, userId, { productId, quantity: (line?.quantity ?? 0) + requested.quantity, seenUsdCents, seenEurCents })
  })
}
