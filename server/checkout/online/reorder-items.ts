import type { Reordered } from '#contract/checkout/checkout.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Currency } from '#domain/money.ts'
import { largestQuantity, quantityRefusal, unitsLeft } from '#domain/order-quantity.ts'
import { pluralize } from '#domain/text.ts'
import { MAX_LINES, putItem, withItem } from '#server/cart/cart-record.ts'
import { changeCart } from '#server/cart/change-cart.ts'
import { isTooLarge, TOO_LARGE } from '#server/cart/price-cart.ts'
import type { CartProduct } from '#server/catalog/products/product-record.ts'
import { findOrder } from '#server/orders/order-record.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found } from '#server/platform/http/refusal.ts'

type OrderedLine = Pick<Order['items'][number], 'productId' | 'name' | 'quantity'>

/** The units of an ordered line that fit into the cart now, with the reason where that is not all of them. */
interface Available {
  product: CartProduct | null
  units: number
  reason: string | null
}

/**
 * Adds the products of one of the caller's own orders to the cart, at today's prices. What can no longer be bought, or not in that
 * quantity, is named in the answer; 404 for another customer's order.
 */
export async function reorderItems(deps: Deps, owner: { userId: string; currency: Currency }, orderId: string): Promise<Reordered> {
  const ordered = found(await findOrder(deps.db, orderId, { userId: owner.userId }))
  const lines = ordered.lines.flatMap(({ productId, name, quantity }) => (productId === null ? [] : [{ productId, name, quantity }]))
  let addedCount = 0
  let missing: Reordered['missing'] = []
  const change: Parameters<typeof changeCart>[2] = async (tx, { facts: { stored, products }, userId }) => {
    let changed = stored
    addedCount = 0
    missing = []
    const inCart = new Map(stored.items.map(({ productId, quantity }) => [productId, quantity]))
    for (const line of lines) {
      const already = inCart.get(line.productId) ?? 0
      const isFull = already === 0 && inCart.size >= MAX_LINES
      const { product, units, reason } = isFull ? FULL : availableOf(line, products, already)
      if (reason) missing.push({ productId: line.productId, name: line.name, reason })
      if (!product || units <= 0) continue
      const { id: productId, priceUsdCents: seenUsdCents, priceEurCents: seenEurCents } = product
      const item = { productId, quantity: already + units, seenUsdCents, seenEurCents }
      await putItem(tx, userId, item)
      changed = withItem(changed, item)
      inCart.set(productId, already + units)
      addedCount += units
    }
    return changed
  }
  const ids = lines.map(({ productId }) => productId)
  const cart = await changeCart(deps, owner, change, ids)
  return { cart, addedCount, missing }
}

const FULL: Available = { product: null, units: 0, reason: `A cart can have up to ${MAX_LINES} different products` }

function availableOf({ productId, quantity }: OrderedLine, products: readonly CartProduct[], already: number): Available {
  const product = products.find(({ id }) => id === productId)
  if (!product?.isBuyable) return { product: null, units: 0, reason: 'No longer available' }
  if (product.stock <= 0) return { product, units: 0, reason: 'Out of stock' }
  const total = largestQuantity(Math.min(already + quantity, already + unitsLeft(product, already)), product)
  const units = Math.max(0, total - already)
  if (units === 0 && already === 0) return { product, units, reason: quantityRefusal(quantity, product)?.text ?? 'Out of stock' }
  if (units === 0) return { product, units, reason: 'Your cart already has all available units' }
  if (isTooLarge(product, already + units)) return { product, units: 0, reason: TOO_LARGE }
  return { product, units, reason: units < quantity ? `Only ${units} of ${pluralize(quantity, 'unit')} could be added` : null }
}
