import type { ShopApi } from '#app/lib/api.ts'
import { PRIVATE_KEYS, removePrivate } from '#app/lib/private-storage.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { setToken } from '#app/lib/token.ts'
import { meQuery } from './queries.ts'

type SignedIn = Awaited<ReturnType<ShopApi['auth']['login']>>

/** Starts in this browser the session that the server has opened; the cart of the previous user is not shown meanwhile. */
export function startSession({ token, ...user }: SignedIn): void {
  removePrivate(PRIVATE_KEYS.cart)
  queryClient.setQueryData(meQuery(token).queryKey, user)
  setToken(token)
}
