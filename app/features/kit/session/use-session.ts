import { createContext, useContext, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { prepareReads } from '#app/lib/reads.ts'
import { currentToken, useToken } from '#app/lib/token.ts'
import { useRead } from '#app/lib/use-read.ts'
import type { SessionUser } from '#contract/identity/auth.ts'
import { meQuery } from './queries.ts'

export type Session = { status: 'loading'; user: null } | { status: 'signedOut'; user: null } | { status: 'signedIn'; user: SessionUser }

const never = () => () => {}

if (currentToken() !== null) prepareReads()

/** False on the server and during hydration, because the server's page is the same for everyone. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/** The session of this browser. `loading` on the server and until the server has answered. */
export function useSession(): Session {
  const isHydrated = useIsHydrated()
  const { token, isEnded } = useToken()
  const me = useRead(meQuery(isEnded ? null : token))
  if (!isHydrated) return { status: 'loading', user: null }
  if (token === null || isEnded) return { status: 'signedOut', user: null }
  if (me.data) return { status: 'signedIn', user: me.data }
  return me.isPending ? { status: 'loading', user: null } : { status: 'signedOut', user: null }
}

/**
 * The session that the open page belongs to: also the one that has ended under it, for as long as nobody leaves the page,
 * and while somebody signs in again in another tab. Signing out ends it here too.
 */
export function usePageSession(): Session {
  const session = useSession()
  const isEnded = useToken((state) => state.isEnded)
  const { pathname } = useLocation()
  const [seen, setSeen] = useState<{ user: SessionUser; pathname: string } | null>(null)
  const { user } = session
  if (user && (seen?.user !== user || seen.pathname !== pathname)) setSeen({ user, pathname })
  const isHeld = seen?.pathname === pathname && (isEnded || session.status === 'loading')
  return isHeld ? { status: 'signedIn', user: seen.user } : session
}

/** The user whom `Guard` has let in. */
export const PageUser = createContext<SessionUser | null>(null)

/**
 * Returns the user of a page that `Guard` protects, also once the session has ended under it: what may be done there stays; null elsewhere.
 */
export const usePageUser = (): SessionUser | null => useContext(PageUser)
