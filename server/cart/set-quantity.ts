import type { Cart } from '#contract/cart/cart.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found } from '#server/platform/http/refusal.ts'
import { confirmSupply, putItem, removeItem, withItem, withoutItem } from './cart-record.ts'
import { changeCart } from './change-cart.ts'
import { findBuyable, requireQuantity, requireStock } from './check-line.ts'
import type { CartOwner } from './load-cart.ts'

interface Requested {
  productId: string
  quantity: number
  confirmedSupply?: string | null | undefined
}

/**
 * Sets the quantity of a line; 0 or less removes it. 404 for a product that is not in the cart.
 * The quantity that it has already accepts its price of today; another quantity leaves a changed price to be accepted, and so does a word
 * about its supply.
 */
export async function setQuantity(deps: Deps, owner: CartOwner, requested: Requested): Promise<Cart> {
  const isRemoval = Number.isInteger(requested.quantity) && requested.quantity <= 0
  if (!isRemoval) requireQuantity(requested.quantity)
  return changeCart(deps, owner, async (tx, { facts: { stored, products }, userId }) => {
    if (isRemoval) {
      await removeItem(tx, userId, requested.productId)
      return withoutItem(stored, requested.productId)
    }
    const line = found(stored.items.find(({ productId }) => productId === requested.productId))
    const product = findBuyable(products, requested.productId)
    requireStock(product, requested.quantity, 0)
    const { priceUsdCents: seenUsdCents, priceEurCents: seenEurCents } = product
    const { confirmedSupply } = requested
    const isAccepted = requested.quantity === line.quantity && confirmedSupply === undefined
    const item = {
      ...line,
      quantity: requested.quantity,
      ...(isAccepted && { seenUsdCents, seenEurCents }),
      ...(confirmedSupply !== undefined && { confirmedSupply }),
    }
    await putItem(tx, userId, item)
    if (confirmedSupply !== undefined) await confirmSupply(tx, userId, item.productId, confirmedSupply)
    return withItem(stored, item)
  })
}
