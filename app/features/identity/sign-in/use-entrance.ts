import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useSession } from '#app/features/kit/session/use-session.ts'
import { internalPath } from './internal-path.ts'

/**
 * Leaves the sign-in screens once the user is signed in, for the page they came from.
 * @returns how the other entrance is linked, so that it keeps that place.
 */
export function useEntrance(): { keepingFrom: (path: string) => string } {
  const { status } = useSession()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const from = search.get('from')
  useEffect(() => {
    if (status === 'signedIn') void navigate(internalPath(from), { replace: true })
  }, [status, from, navigate])
  return { keepingFrom: (path) => `${path}${from ? `?from=${encodeURIComponent(from)}` : ''}` }
}
