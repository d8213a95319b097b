import { lazy, Suspense } from 'react'
import { useSession } from '#app/features/kit/session/use-session.ts'

const OpenBell = lazy(() => import('./open-bell.tsx'))

/** The bell of whoever is signed in (D295); its place is kept free from the first paint on where a session is stored. */
export function Bell() {
  const { user, status } = useSession()
  return (
    <div className="bell-space no-print flex-none" data-none={status === 'signedOut' || undefined}>
      {user && !user.mustChangePassword && (
        <Suspense>
          <OpenBell key={user.id} />
        </Suspense>
      )}
    </div>
  )
}
