import { api, sessionEnded } from '#app/lib/api.ts'
import type { Query } from '#app/lib/query.ts'
import { peek } from '#app/lib/reads.ts'
import { currentToken, endSession } from '#app/lib/token.ts'
import type { SessionUser } from '#contract/identity/auth.ts'

/** Removes a token that the server no longer knows. A user who was seen on this page is notified, an old token goes silently. */
function putAway(token: string | null): void {
  if (token === null || token !== currentToken()) return
  if (peek(meQuery(token))) sessionEnded()
  else endSession()
}

/** Time in which all parts of a page become alive. */
const WAKING_MS = 5000

/** Reads the signed-in user. Never retried (S269), never taken from an old cache. */
export const meQuery = (token: string | null): Query<SessionUser | null> => ({
  queryKey: ['me', token],
  queryFn: async ({ signal }) => {
    const { user } = await api.auth.me({ signal })
    if (user === null) putAway(token)
    return user
  },
  enabled: token !== null,
  retry: false,
  retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > WAKING_MS,
  staleTime: 60_000,
})
