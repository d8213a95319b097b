import type { Reordered } from '#contract/checkout/checkout.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Currency } from '#domain/money.ts'
import { pluralize } from '#domain/text.ts'
import { MAX_LINES, putItem } from '#server/cart/cart-record.ts'
import { changeCart } from '#server/cart/change-cart.ts'
import { piecesLeft } from '#server/cart/check-line.ts'
import { isTooLarge, TOO_LARGE } from '#server/cart/price-cart.ts'
import { type CartProduct, listProductsForCart } from '#server/catalog/products/product-record.ts'
import { findOrder } from '#server/orders/order-record.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found } from '#server/platform/http/refusal.ts'

type OrderedLine = Pick<Order['items'][number], 'productId' | 'name' | 'quantity'>

/** How much of an ordered line can go into the cart now, and what the buyer reads where that is not all of it. */
interface Share {
  product: CartProduct | null
  pieces: number
  reason: string | null
}

/**
 * Puts the goods of one of the caller's own orders into the cart again, at today's prices, beside what is in it already.
 * What cannot be bought any more, or not in that quantity, is named; 404 for another customer's order.
 */
export async function reorderGoods(deps: Deps, owner: { userId: string; currency: Currency }, orderId: string): Promise<Reordered> {
  const { lines } = found(await findOrder(deps.db, orderId, { userId: owner.userId }))
  let addedCount = 0
  let missing: Reordered['missing'] = []
  const cart = await changeCart(deps, owner, async (tx, { stored, userId }) => {
    addedCount = 0
    missing = []
    const products = await listProductsForCart(
      tx,
      lines.map(({ productId }) => productId),
      userId,
    )
    const inCart = new Map(stored.items.map(({ productId, quantity }) => [productId, quantity]))
    for (const line of lines) {
      const already = inCart.get(line.productId) ?? 0
      const isFull = already === 0 && inCart.size >= MAX_LINES
      const { product, pieces, reason } = isFull ? FULL : shareOf(line, products, already)
      if (reason) missing.push({ productId: line.productId, name: line.name, reason })
      if (!product || pieces <= 0) continue
      const { id: productId, priceUsdCents: seenUsdCents, priceEurCents: seenEurCents } = product
      await putItem(tx, userId, { productId, quantity: already + pieces, seenUsdCents, seenEurCents })
      inCart.set(productId, already + pieces)
      addedCount += pieces
    }
  })
  return { cart, addedCount, missing }
}

const FULL: Share = { product: null, pieces: 0, reason: `A cart holds at most ${MAX_LINES} different products` }

function shareOf({ productId, quantity }: OrderedLine, products: readonly CartProduct[], already: number): Share {
  const product = products.find(({ id }) => id === productId)
  if (!product?.isBuyable) return { product: null, pieces: 0, reason: 'No longer available' }
  if (product.stock <= 0) return { product, pieces: 0, reason: 'Out of stock' }
  const pieces = Math.min(quantity, piecesLeft(product, already))
  if (pieces === 0) return { product, pieces, reason: 'Your cart holds all that is left of it' }
  if (isTooLarge(product, already + pieces)) return { product, pieces: 0, reason: TOO_LARGE }
  return { product, pieces, reason: pieces < quantity ? `Only ${pieces} of ${pluralize(quantity, 'piece')} could be added` : null }
}
