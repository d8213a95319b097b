import type { PaymentIntentBody } from '#contract/orders.ts'
import { loadCart } from '#server/cart/load-cart.ts'
import type { Deps } from '#server/deps.ts'
import { refuse } from '#server/http/refusal.ts'
import { requireOrderable } from './check-cart.ts'

/**
 * Would begin a card payment; charging is not built yet, so it always refuses, and the screens keep Pay Later.
 * Without keys: 503 at once. With keys: 409 for an empty cart, goods that are gone or a cart that the buyer did not see, else the same 503.
 */
export async function createPaymentIntent({ config, db, now }: Deps, userId: string, body: PaymentIntentBody): Promise<never> {
  if (config.stripe === null) refuse('payment_not_configured')
  const priced = await loadCart(db, { userId, currency: body.currency, now: now() })
  requireOrderable(priced, {
    ...body,
    shippingMethod: body.shippingMethod ?? priced.cart.shippingMethod,
    promoCode: body.promoCode === undefined ? (priced.activePromo?.promo.code ?? null) : body.promoCode,
  })
  return refuse('payment_not_configured')
}
