import type { Read } from '#app/lib/api.ts'
import type { AccountUser, DeviceSession } from '#contract/accounts/account.ts'
import type { Page } from '#contract/client.ts'

/** Keys begin with the token: what one user saw is never shown to the next one of this browser. */
export const accountKey = (token: string | null) => ['account', token] as const

/** The caller's account, with the address that waits for confirmation. */
export const accountQuery = (token: string | null): Read<AccountUser> => ({
  queryKey: [...accountKey(token), 'user'],
  read: (api, signal) => api.account.read({ signal }),
  staleTime: 0,
})

/** The devices that are signed in. */
export const devicesQuery = (token: string | null): Read<Page<DeviceSession>> => ({
  queryKey: [...accountKey(token), 'devices'],
  read: (api, signal) => api.account.listSessions({ signal }),
  staleTime: 0,
})
