import type { Read } from '#app/lib/api.ts'
import type { AccountSecurity } from '#contract/identity/security.ts'

/** The caller's second factors. Its key begins like those of the account: what changes the account reads it again. */
export const securityQuery = (token: string | null): Read<AccountSecurity> => ({
  queryKey: ['account', token, 'security'],
  read: (api, signal) => api.security.read({ signal }),
  staleTime: 0,
})
