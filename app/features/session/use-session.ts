import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useToken } from '#app/lib/token.ts'
import type { SessionUser } from '#contract/auth.ts'
import { meQuery } from './queries.ts'

export type Session = { status: 'loading'; user: null } | { status: 'signedOut'; user: null } | { status: 'signedIn'; user: SessionUser }

const never = () => () => {}

/** Whether this is the browser after its first render: the server's page is the same for everybody. */
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
  const token = useToken((state) => state.token)
  const me = useQuery(meQuery(token))
  if (!isHydrated) return { status: 'loading', user: null }
  if (token === null) return { status: 'signedOut', user: null }
  if (me.data) return { status: 'signedIn', user: me.data }
  return me.isPending ? { status: 'loading', user: null } : { status: 'signedOut', user: null }
}
