import type { Read } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Zone } from '#contract/pricing/shipping.ts'
import type { RateBasis } from '#domain/settings.ts'

/** The platform's shipping zones, and whether they are in force. */
export const zonesQuery = (token: string | null): Read<{ basis: RateBasis; zones: Zone[] }> => ({
  queryKey: [...officeKey(token), 'shipping-zones'],
  read: (api, signal) => api.shipping.zones({ signal }),
  staleTime: 0,
})
