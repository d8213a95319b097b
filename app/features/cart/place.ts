import { create } from 'zustand'
import type { BuyerKind } from '#domain/customer.ts'

/** Place and buyer that a cart is priced for: country (ISO 3166), state and postal code as the checkout has them. */
export interface Place {
  country: string
  state: string
  zip: string
  buyer: BuyerKind
  vatId: string
}

/** The place of the address that is being typed; null: the shop prices the cart for the default address. */
export const usePlace = create<{ place: Place | null }>(() => ({ place: null }))

/** Prices the cart for another place. */
export function setPlace(place: Place): void {
  const { place: before } = usePlace.getState()
  if (JSON.stringify(before) !== JSON.stringify(place)) usePlace.setState({ place })
}
