import { useMemo } from 'react'
import { queryOf } from '#app/lib/api.ts'
import { FRESH_MS } from '#app/lib/reads.ts'
import { useToken } from '#app/lib/token.ts'
import { useRead } from '#app/lib/use-read.ts'
import { type BuyerKind, buyerKindOf } from '#domain/buyer-kind.ts'
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

/** Returns country and kind of the buyer's default address; null for visitors, and until it is known. */
export function useDefaultBuyer(): { country: string; buyer: BuyerKind } | null {
  const { token, isEnded } = useToken()
  const { data } = useRead({ ...queryOf(addressesQuery(token)), enabled: token !== null && !isEnded, staleTime: FRESH_MS })
  const first = data?.items[0]
  return useMemo(() => (first ? { country: marketCountry(first.country), buyer: buyerKindOf(first) } : null), [first])
}
