import { api } from '#app/lib/api.ts'
import { clearPrivateStorage } from '#app/lib/private-storage.ts'
import { forgetReads } from '#app/lib/reads.ts'
import { toast } from '#app/lib/toast.ts'
import { setToken } from '#app/lib/token.ts'

/** Longest wait for the server at sign-out, in ms. */
const SERVER_MS = 1500

/** Ends the session. This browser forgets it even when the call fails: a shared machine must not stay signed in. */
export async function signOut(): Promise<void> {
  const ending = api.auth.logout().catch(() => null)
  await toast.during(Promise.race([ending, new Promise((resolve) => setTimeout(resolve, SERVER_MS))]), { loading: 'Signing out...' })
  forgetSession()
}

/** Removes the session and everything private from this browser, including what was typed in this tab. */
export function forgetSession(): void {
  setToken(null)
  forgetReads()
  clearPrivateStorage()
}
