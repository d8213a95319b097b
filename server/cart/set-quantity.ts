import type { Cart } from '#contract/cart.ts'
import type { Currency } from '#domain/money.ts'
import type { Deps } from '#server/deps.ts'
import { found } from '#server/http/refusal.ts'
import { changeCart } from './change-cart.ts'
import { findBuyable, requireQuantity, requireStock } from './check-line.ts'
import { putItem, removeItem } from './repository.ts'

/** Sets the quantity of a line and takes its price of today as seen; 0 or less removes it (D74). 404 for a product that is not in the cart. */
export async function setQuantity(
  deps: Deps,
  owner: { userId: string; currency: Currency },
  wish: { productId: string; quantity: number },
): Promise<Cart> {
  const isRemoval = Number.isInteger(wish.quantity) && wish.quantity <= 0
  if (!isRemoval) requireQuantity(wish.quantity)
  return changeCart(deps, owner, async (tx, { stored, userId }) => {
    if (isRemoval) return removeItem(tx, userId, wish.productId)
    found(stored.items.find(({ productId }) => productId === wish.productId))
    const product = await findBuyable(tx, wish.productId)
    requireStock(product, wish.quantity, 0)
    const { id: productId, priceUsdCents: seenUsdCents, priceEurCents: seenEurCents } = product
    await putItem(tx, userId, { productId, quantity: wish.quantity, seenUsdCents, seenEurCents })
  })
}
