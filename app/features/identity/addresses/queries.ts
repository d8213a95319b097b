import type { Read } from '#app/lib/api.ts'
import type { Page } from '#contract/client.ts'
import type { Address } from '#contract/identity/addresses.ts'

/** Keys begin with the token: what one user saw is never shown to the next one of this browser. */
export const addressesKey = (token: string | null) => ['addresses', token] as const

/** The user's saved addresses, the default one first. */
export const addressesQuery = (token: string | null): Read<Page<Address>> => ({
  queryKey: addressesKey(token),
  read: (api, signal) => api.addresses.list({ signal }),
  staleTime: 0,
})
