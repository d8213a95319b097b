import { useMemo } from 'react'
import { queryOf } from '#app/lib/api.ts'
import { useChosenMarket, useMarket } from '#app/lib/market.ts'
import { FRESH_MS } from '#app/lib/query.ts'
import { useToken } from '#app/lib/token.ts'
import { useRead } from '#app/lib/use-read.ts'
import type { Address } from '#contract/identity/addresses.ts'
import { buyerKindOf } from '#domain/buyer-kind.ts'
import type { VisitorMarket } from '#domain/display-price.ts'
import { marketCountry } from '#domain/market-country.ts'
import { DEFAULT_COUNTRY } from '#domain/shipping.ts'
import { addressesQuery } from './queries.ts'

/** Returns the buyer's default address; null for visitors, and until it is known. */
export function useDefaultAddress(): { country: string; state: string; zipCode: string } | null {
  const { token, isEnded } = useToken()
  const { data } = useRead({ ...queryOf(addressesQuery(token)), enabled: token !== null && !isEnded, staleTime: FRESH_MS })
  const [first] = data?.items ?? []
  return first ? { country: first.country ?? DEFAULT_COUNTRY, state: first.state ?? '', zipCode: first.zipCode ?? '' } : null
}

/** Returns country and kind of buyer of an address; null without one. */
export const marketOf = (address: Address | undefined): VisitorMarket | null =>
  address ? { country: marketCountry(address.country), buyer: buyerKindOf(address) } : null

/** Returns country and kind of the buyer's default address; null for visitors, and until it is known. */
export function useDefaultBuyer(): VisitorMarket | null {
  const { token, isEnded } = useToken()
  const { data } = useRead({ ...queryOf(addressesQuery(token)), enabled: token !== null && !isEnded, staleTime: FRESH_MS })
  const first = data?.items[0]
  return useMemo(() => marketOf(first), [first])
}

/**
 * Returns country and kind of the buyer that cart and checkout are priced for: as chosen, else of the default address, else of the shop's
 * default market.
 */
export function useBuyer(): VisitorMarket {
  const [chosen, usual, address] = [useChosenMarket(), useMarket(), useDefaultBuyer()]
  return chosen ?? address ?? usual
}
