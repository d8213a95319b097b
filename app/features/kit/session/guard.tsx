import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { LoadingNote } from '#app/ui/loading-note.tsx'
import { type Access, guardTarget } from '#domain/access.ts'
import { PageUser, type Session, usePageSession } from './use-session.ts'

/** Says that a page is being read, as high as the screen: the foot comes with the page, below it. */
export function Loading() {
  return (
    <div className="wrap min-h-svh py-16">
      <LoadingNote />
    </div>
  )
}

/**
 * Lets in who may enter (S34-S37): `Loading...` while the session is read, a visitor goes to /login, a wrong role to /.
 * A session that ends under a page leaves the page as it is. A courtesy: the server decides by itself.
 */
export function Guard({ allow = 'signedIn', children }: { allow?: Access; children: (user: NonNullable<Session['user']>) => ReactNode }) {
  const session = usePageSession()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const target = session.status === 'loading' ? null : guardTarget(allow, session.user?.role ?? null)
  useEffect(() => {
    if (target === null) return
    const from = encodeURIComponent(pathname + search + hash)
    void navigate(target === '/login' ? `/login?from=${from}` : target, { replace: true })
  }, [target, navigate, pathname, search, hash])
  if (session.status !== 'signedIn' || target !== null) return <Loading />
  return (
    <PageUser key={session.user.id} value={session.user}>
      {children(session.user)}
    </PageUser>
  )
}
