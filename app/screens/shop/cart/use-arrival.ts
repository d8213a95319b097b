import { type Arrival, arrivalOf } from '#app/features/cart/deliveries.ts'
import { useDestination } from '#app/features/identity/addresses/use-destination.ts'
import { queryOf } from '#app/lib/api.ts'
import { shopFactsQuery } from '#app/lib/shop-facts.ts'
import { useRead } from '#app/lib/use-read.ts'
import type { Cart } from '#contract/cart/cart.ts'

/** Returns when a cart arrives at the buyer's destination by a method: the shop's own days until the settings are known. */
export function useArrival(cart: Cart): (option: Cart['shippingOptions'][number]) => Arrival {
  const country = useDestination()
  const { data: facts } = useRead(queryOf(shopFactsQuery))
  if (cart.shippingCountry === country) return (option) => option
  return (option) => (facts && arrivalOf(cart, facts, option.method, country)) ?? option
}
