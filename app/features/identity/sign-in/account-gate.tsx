import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '#app/features/kit/session/use-session.ts'

const NEW_PASSWORD_PATH = '/new-password'
const SECURITY_PATH = '/account/security'

/**
 * Leads a user whose password somebody else has set to the page where a new one is chosen, and one who needs a second factor to the
 * page where it is set up: until then most calls are refused.
 */
export function AccountGate() {
  const { user } = useSession()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const path = user?.mustChangePassword ? NEW_PASSWORD_PATH : user?.mustEnroll ? SECURITY_PATH : null
  const isDue = path !== null && pathname !== path
  useEffect(() => {
    if (!isDue) return
    const from = encodeURIComponent(pathname + search)
    void navigate(path === NEW_PASSWORD_PATH ? `${path}?from=${from}` : path, { replace: true })
  }, [isDue, path, pathname, search, navigate])
  return null
}
