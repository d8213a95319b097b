import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '#app/features/kit/session/use-session.ts'

const NEW_PASSWORD_PATH = '/new-password'

/** Leads a user whose password somebody else has set to the page where a new one is chosen: until then no other call is answered. */
export function NewPasswordGate() {
  const { user } = useSession()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const isDue = user?.mustChangePassword === true && pathname !== NEW_PASSWORD_PATH
  useEffect(() => {
    if (isDue) void navigate(`${NEW_PASSWORD_PATH}?from=${encodeURIComponent(pathname + search)}`, { replace: true })
  }, [isDue, pathname, search, navigate])
  return null
}
