import { api, sessionEnded } from '#app/lib/api.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { currentToken, endSession } from '#app/lib/token.ts'
import type { SessionUser } from '#contract/identity/auth.ts'

const keyOf = (token: string | null) => ['me', token] as const

/** Removes a token that the server no longer knows. A user who was seen on this page is notified, an old token goes silently. */
function putAway(token: string | null): void {
  if (token === null || token !== currentToken()) return
  if (queryClient.getQueryData<SessionUser | null>(keyOf(token))) sessionEnded()
  else endSession()
}

/** Reads the signed-in user. Never retried (S269), never taken from an old cache. */
export const meQuery = (token: string | null) => ({
  queryKey: keyOf(token),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { user } = await api.auth.me({ signal })
    if (user === null) putAway(token)
    return user
  },
  enabled: token !== null,
  retry: false,
  staleTime: 60_000,
})
