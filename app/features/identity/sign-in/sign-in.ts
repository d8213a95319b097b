import { addPendingItems } from '#app/features/cart/add-pending-items.ts'
import { dropMirror } from '#app/features/cart/mirror.ts'
import { meQuery } from '#app/features/kit/session/queries.ts'
import type { ShopApi } from '#app/lib/api.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { setToken } from '#app/lib/token.ts'

type SignedIn = Awaited<ReturnType<ShopApi['auth']['login']>>

/** Takes over the session that the server has begun: keeps its token, shows its user, adds what was wanted before (D69). */
export function takeSession({ token, ...user }: SignedIn): void {
  dropMirror()
  queryClient.setQueryData(meQuery(token).queryKey, user)
  setToken(token)
  void addPendingItems()
}
