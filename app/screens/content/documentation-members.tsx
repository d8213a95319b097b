import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useSession } from '#app/features/kit/session/use-session.ts'
import { LoadingNote } from '#app/ui/loading-note.tsx'

/** Shows its children to who is signed in, and how to sign in to everybody else. What is shown is public data: this is a courtesy. */
export function Members({ children }: { children: ReactNode }) {
  const { status } = useSession()
  const { pathname } = useLocation()
  if (status === 'signedIn') return children
  if (status === 'loading') {
    return (
      <div className="min-h-80">
        <LoadingNote />
      </div>
    )
  }
  const from = encodeURIComponent(pathname)
  return (
    <section aria-labelledby="members" className="frame grid items-center gap-6 p-6 md:grid-cols-[1fr_auto] md:px-11 md:py-8">
      <div>
        <h2 id="members">Members Only</h2>
        <p className="mt-2 max-w-lead text-ink-2">
          Sign in to read the data sheets and the papers of what you bought. An account is free and takes a minute.
        </p>
      </div>
      <p className="flex flex-wrap gap-3">
        <Link to={`/login?from=${from}`} className="button">
          Sign In
        </Link>
        <Link to={`/register?from=${from}`} className="button hollow">
          Register
        </Link>
      </p>
    </section>
  )
}
