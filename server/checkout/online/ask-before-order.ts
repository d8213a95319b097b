import { CALCULATION_MS, CHECKOUT_ASKS_MS } from '#domain/calculated-tax.ts'
import type { Currency } from '#domain/money.ts'
import { priceWithTaxes } from '#server/cart/calculate-tax.ts'
import { loadCart, placeOfForm, vatBuyerOf } from '#server/cart/load-cart.ts'
import type { PricedCart } from '#server/cart/price-cart.ts'
import type { Deps } from '#server/platform/deps.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { askBeforeOrder } from '#server/pricing/tax/verify-vat-id.ts'

/**
 * Asks others about what an order depends on, before its transaction begins: VIES about the VAT id, then the provider of the shop about the
 * taxes. Waits
 * 4.5 s at most in all, and never throws for want of an answer.
 * @param price prices what is ordered, outside of a transaction
 */
export async function askOthers(deps: Deps, customer: Parameters<typeof vatBuyerOf>[0], price: () => Promise<PricedCart>): Promise<void> {
  const begun = performance.now()
  await askBeforeOrder(deps, vatBuyerOf(customer))
  if (!deps.config.stripe || (await readSettings(deps.db)).tax.provider !== 'stripe') return
  const left = CHECKOUT_ASKS_MS - (performance.now() - begun)
  await priceWithTaxes(deps, price, Math.min(CALCULATION_MS, left))
}

/** As `askOthers`, for the cart of a user. */
export function askAboutCart(
  deps: Deps,
  { userId, currency, customer }: { userId: string; currency: Currency; customer: Parameters<typeof placeOfForm>[0] },
): Promise<void> {
  const request = () => ({ userId, currency, now: deps.now(), place: placeOfForm(customer) })
  return askOthers(deps, customer, () => loadCart(deps.db, request()))
}
