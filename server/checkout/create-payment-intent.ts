import type { PaymentIntentBody } from '#contract/orders.ts'
import { formatMoney, toMinor } from '#domain/money.ts'
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
  const { amount, currency } = body
  const priced = await loadCart(db, { userId, currency, now: now() })
  const { cart, totals } = priced
  requireOrderable(priced, {
    ...body,
    shippingMethod: body.shippingMethod ?? cart.shippingMethod,
    promoCode: body.promoCode === undefined ? (priced.activePromo?.promo.code ?? null) : body.promoCode,
  })
  if (toMinor(amount) !== totals.totalCents) {
    const message = `The total is now ${formatMoney(totals.totalCents, currency)}`
    refuse('price_changed', { errors: [{ field: 'amount', message }], extra: { cart } })
  }
  return refuse('payment_not_configured')
}
