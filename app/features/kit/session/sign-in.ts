import { PRIVATE_KEYS } from '#app/lib/private-storage.ts'
import { put } from '#app/lib/reads.ts'
import { browserStorage } from '#app/lib/storage.ts'
import { setToken } from '#app/lib/token.ts'
import type { SignedIn } from '#contract/identity/auth.ts'
import { meQuery } from './queries.ts'

/** Starts in this browser the session that the server has opened; the cart of the previous user is not shown meanwhile. */
export function startSession({ token, ...user }: SignedIn): void {
  browserStorage.write(PRIVATE_KEYS.cart, null)
  put(meQuery(token).queryKey, user)
  setToken(token)
}
