import type { Read } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Markets } from '#contract/platform/markets.ts'
import type { Zone } from '#contract/pricing/shipping.ts'
import type { RateBasis } from '#domain/settings.ts'

/** The platform's shipping zones, and whether they are in force. */
export const zonesQuery = (token: string | null): Read<{ basis: RateBasis; zones: Zone[] }> => ({
  queryKey: [...officeKey(token), 'shipping-zones'],
  read: (api, signal) => api.shipping.zones({ signal }),
  staleTime: 0,
})

/** Countries that the shop sells to, and those that are closed. */
export const marketsQuery = (token: string | null): Read<Markets> => ({
  queryKey: [...officeKey(token), 'markets'],
  read: (api, signal) => api.markets.list({ signal }),
  staleTime: 0,
})
