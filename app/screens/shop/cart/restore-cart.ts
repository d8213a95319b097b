import { api } from '#app/lib/api.ts'
import type { Cart } from '#contract/cart/cart.ts'
import { isApiError } from '#contract/errors.ts'

/**
 * Restores a cleared cart: items, code and shipping method. Whatever the shop refuses by now (sold out, a code used up) is left out.
 * @returns the cart as it is afterwards
 */
export async function restoreCart(cleared: Cart, query: { currency: Cart['currency'] }): Promise<Cart> {
  const { appliedPromoCode, shippingMethod } = cleared
  for (const body of await missingItems(cleared, query)) await unlessRefused(api.cart.addItem({ query, body }))
  if (appliedPromoCode) await unlessRefused(api.cart.applyPromo({ query, body: { code: appliedPromoCode.code } }))
  if (shippingMethod !== 'standard') await unlessRefused(api.cart.setShipping({ query, body: { shippingMethod } }))
  return api.cart.list({ query })
}

/** Returns the names of products that a restored cart lacks, or has fewer of than the one that was cleared. */
export function notRestored(cleared: Pick<Cart, 'items'>, restored: Pick<Cart, 'items'>): string[] {
  const quantities = new Map(restored.items.map(({ productId, quantity }) => [productId, quantity]))
  return cleared.items.filter(({ productId, quantity }) => (quantities.get(productId) ?? 0) < quantity).map(({ name }) => name)
}

/** A failed call may be tried again whole, so what the cart has of a line already is not added once more. */
async function missingItems({ items }: Cart, query: { currency: Cart['currency'] }): Promise<{ productId: string; quantity: number }[]> {
  const present = new Map((await api.cart.list({ query })).items.map(({ productId, quantity }) => [productId, quantity]))
  return items.flatMap(({ productId, quantity }) => {
    const missing = quantity - (present.get(productId) ?? 0)
    return missing > 0 ? [{ productId, quantity: missing }] : []
  })
}

async function unlessRefused(call: Promise<Cart>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (!isApiError(error) || error.status >= 500) throw error
  }
}
