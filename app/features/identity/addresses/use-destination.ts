import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#app/lib/api.ts'
import { FRESH_MS } from '#app/lib/query-client.ts'
import { useToken } from '#app/lib/token.ts'
import { DEFAULT_COUNTRY } from '#domain/customer.ts'
import { addressesQuery } from './queries.ts'

/** Returns the country for which delivery days are counted before the checkout: that of the buyer's default address, else the preset one. */
export function useDestination(): string {
  const { token, isEnded } = useToken()
  const { data } = useQuery({ ...queryOf(addressesQuery(token)), enabled: token !== null && !isEnded, staleTime: FRESH_MS })
  return data?.items[0]?.country ?? DEFAULT_COUNTRY
}
