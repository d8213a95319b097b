import { create } from 'zustand'
import { getChosenMarket, onMarketChange, useChosenMarket } from '#app/lib/market.ts'
import type { BuyerKind } from '#domain/buyer-kind.ts'
import type { VisitorMarket } from '#domain/display-price.ts'

/** Place and buyer that a cart is priced for: country (ISO 3166), state and postal code as the checkout has them. */
export interface Place {
  country: string
  state: string
  zip: string
  buyer: BuyerKind
  vatId: string
}

/** Place and buyer as far as a form says them. */
export type TypedPlace = Partial<Place> & VisitorMarket

/** The place of the address that is being typed; null: the shop prices the cart for the default address. */
export const usePlace = create<{ place: TypedPlace | null }>(() => ({ place: null }))

if (typeof window !== 'undefined') onMarketChange(() => usePlace.setState({ place: null }))

/**
 * Returns the place of a cart's price: of the address that is being typed, else the market that the visitor chose; null: the default
 * address.
 */
export function placeNow(): Partial<Place> | null {
  const chosen = getChosenMarket()
  return usePlace.getState().place ?? (chosen && { country: chosen.country, buyer: chosen.buyer })
}

/** As `placeNow`, and follows it. */
export function usePlaceNow(): Partial<Place> | null {
  const place = usePlace((state) => state.place)
  const chosen = useChosenMarket()
  return place ?? (chosen && { country: chosen.country, buyer: chosen.buyer })
}

/** Prices the cart for another place. */
export function setPlace(place: TypedPlace): void {
  const { place: before } = usePlace.getState()
  if (JSON.stringify(before) !== JSON.stringify(place)) usePlace.setState({ place })
}

/** Forgets the place of an address that is not of the buyer's market: the checkout said so, and the cart is priced for the market again. */
export function leavePlace({ country, buyer }: VisitorMarket): void {
  const { place } = usePlace.getState()
  if (place && (place.country !== country || place.buyer !== buyer)) usePlace.setState({ place: null })
}
