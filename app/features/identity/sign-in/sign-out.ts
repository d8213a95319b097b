import { dropMirror } from '#app/features/cart/mirror.ts'
import { clearRecentSearches } from '#app/features/content/search/recent-searches.ts'
import { api } from '#app/lib/api.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { setToken } from '#app/lib/token.ts'
import { toast } from '#app/ui/toast.ts'

/** Ends the session here even when the call fails: a shared machine must not stay signed in (D16). */
export async function signOut(): Promise<void> {
  const ending = api.auth.logout().catch(() => null)
  await toast.during(Promise.race([ending, new Promise((resolve) => setTimeout(resolve, 1500))]), { loading: 'Signing out...' })
  forgetSession()
}

/** Puts away everything that this browser knows of its user. */
export function forgetSession(): void {
  setToken(null)
  queryClient.clear()
  dropMirror()
  clearRecentSearches()
  dropTabData()
}

/** What was typed in this tab, such as an address at checkout, goes too. */
function dropTabData(): void {
  try {
    sessionStorage.clear()
  } catch {
    // nothing was kept
  }
}
