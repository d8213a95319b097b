import { lazy, Suspense } from 'react'
import { useSession } from '#app/features/kit/session/use-session.ts'

const OpenBell = lazy(() => import('./open-bell.tsx'))

/** Notification bell of the signed-in user. Its space is reserved from the first paint when a session is stored. */
export function Bell() {
  const { user, status } = useSession()
  return (
    <div className="bell-space no-print flex-none" data-none={status === 'signedOut' || undefined}>
      {user && !user.mustChangePassword && !user.mustEnroll && (
        <Suspense>
          <OpenBell key={user.id} />
        </Suspense>
      )}
    </div>
  )
}
