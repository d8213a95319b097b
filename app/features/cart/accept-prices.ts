import { api } from '#app/lib/api.ts'
import type { Cart, CartItem } from '#contract/cart/cart.ts'
import { largestQuantity, snapQuantity } from '#domain/order-quantity.ts'

/** The lines whose price changed since they were put in, and can be bought: each waits for the buyer's word. */
function changedPrices({ items }: Pick<Cart, 'items'>): CartItem[] {
  return items.filter(({ available, previousPrice }) => available && previousPrice !== null)
}

/** Blockers of a cart that the buyer can remove; lines that are sold by quote are none of them. */
export function blockersOf(cart: Pick<Cart, 'items'>): { changed: CartItem[]; unavailable: CartItem[] } {
  return { changed: changedPrices(cart), unavailable: cart.items.filter(({ available, shipping }) => !available && shipping !== 'quote') }
}

/** Says that lines cannot be bought, and what helps: another quantity only where there is one that can be ordered. */
export function unavailableText(lines: readonly Pick<CartItem, 'quantity' | 'stock' | 'minQuantity' | 'quantityStep'>[]): string {
  const byQuantity = lines.some(
    (line) => largestQuantity(line.stock, line) > 0 && snapQuantity(line.quantity, line.stock, line) !== line.quantity,
  )
  return `A product in your cart can't be bought right now. ${byQuantity ? 'Change its quantity or remove it first.' : 'Remove it first.'}`
}

/** Accepts the prices of these lines: the shop takes the same quantity, set again, as the buyer's word. Answers the cart after the last. */
export async function acceptPrices(items: readonly CartItem[], query: { currency: Cart['currency'] }): Promise<Cart> {
  let cart: Cart | null = null
  for (const { productId, quantity } of items) cart = await api.cart.setQuantity({ params: { productId }, query, body: { quantity } })
  return cart ?? api.cart.list({ query })
}

/** Sentences about prices that had changed again when they were accepted. */
export function changedMeanwhile(accepted: readonly CartItem[], { items }: Pick<Cart, 'items'>): string[] {
  return accepted.flatMap(({ productId, name, listPrice }) => {
    const now = items.find((item) => item.productId === productId)
    return now && now.listPrice !== listPrice ? [`The price of ${name} has changed again. Please check it.`] : []
  })
}
