import { api, isApiError } from '#app/lib/api.ts'
import type { Cart } from '#contract/cart.ts'

/**
 * Puts back what a cleared cart held: goods, code and shipping method (D75).
 * What the shop refuses by now (goods sold meanwhile, a code used up) stays away; the answer is the cart as it is then.
 */
export async function restoreCart({ items, appliedPromoCode, shippingMethod }: Cart, query: { currency: Cart['currency'] }): Promise<Cart> {
  for (const { productId, quantity } of items) await unlessRefused(api.cart.addItem({ query, body: { productId, quantity } }))
  if (appliedPromoCode) await unlessRefused(api.cart.applyPromo({ query, body: { code: appliedPromoCode.code } }))
  if (shippingMethod !== 'standard') await unlessRefused(api.cart.setShipping({ query, body: { shippingMethod } }))
  return api.cart.list({ query })
}

async function unlessRefused(call: Promise<Cart>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (!isApiError(error)) throw error
  }
}
