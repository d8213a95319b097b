import type { Deps } from '#server/platform/deps.ts'
import { calculateTax } from '#server/pricing/tax/calculate-tax.ts'
import type { PricedCart } from './price-cart.ts'

type AskDeps = Pick<Deps, 'config' | 'logger' | 'now'>

/**
 * Prices a cart outside of a transaction; where the provider of the shop calculates the taxes and was not asked about this cart yet, it is asked, and the cart
 * is priced again by its answer.
 * @param timeoutMs longest time to wait for the provider; absent: that of a cart
 */
export async function priceWithTaxes(deps: AskDeps, price: () => Promise<PricedCart>, timeoutMs?: number): Promise<PricedCart> {
  const priced = await price()
  const { calculation } = priced
  if (calculation?.by !== 'own' || !calculation.ask || !deps.config.stripe) return priced
  await calculateTax(deps, calculation.ask, timeoutMs)
  return price()
}
