import { api } from '#app/lib/api.ts'
import type { Query } from '#app/lib/query.ts'
import { isReading, outdate, put } from '#app/lib/reads.ts'
import type { Cart } from '#contract/cart/cart.ts'
import type { Currency } from '#domain/money.ts'
import { notifyOtherTabs } from './other-tabs.ts'
import { type Place, placeNow } from './place.ts'

/**
 * The signed-in user's cart in a currency, for a place; null: the default address. Always asked anew, also when somebody returns to the
 * tab: prices and stock move.
 */
export const cartQuery = (token: string | null, currency: Currency, place: Partial<Place> | null): Query<Cart> => ({
  queryKey: ['cart', token, currency, ...(place ? [place] : [])],
  queryFn: ({ signal }) => api.cart.list({ query: { currency, ...place }, signal }),
  enabled: token !== null,
  staleTime: 0,
  refetchOnWindowFocus: true,
})

/**
 * Shows the cart that a change has answered, in the other tabs too. It is asked for once more where another tab has changed it meanwhile.
 */
export function takeCart(token: string | null, cart: Cart): void {
  const isAsked = isReading(['cart'])
  put(cartQuery(token, cart.currency, placeNow()).queryKey, cart)
  if (isAsked) void outdate(['cart'])
  notifyOtherTabs()
}

/** Asks for the cart anew, in every tab; an answer that is on its way is of before, and must not count as fresh. */
export async function readCartAnew(): Promise<void> {
  notifyOtherTabs()
  await outdate(['cart'])
}
