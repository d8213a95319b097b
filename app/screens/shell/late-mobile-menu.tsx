import { type RefObject, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { signOut } from '#app/features/kit/session/sign-out.ts'
import { useSession } from '#app/features/kit/session/use-session.ts'
import { ShipTo } from '#app/features/pricing/ship-to.tsx'
import { Link } from '#app/ui/link.tsx'
import { accountLinks } from './account-links.ts'
import { currentOf, MENU, MORE_PLACES, useSection } from './navigation.ts'

/** Places of the menu on a small screen, which closes on every change of page. */
export function MenuPlaces({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  const location = useLocation()
  const section = useSection()
  const navigate = useNavigate()
  const { user, status } = useSession()
  const close = () => dialog.current?.close()
  useEffect(() => {
    if (location) dialog.current?.close()
  }, [location, dialog])
  const leave = async () => {
    close()
    await signOut()
    await navigate('/login')
  }
  const account = user ? [{ to: '/account', label: 'My Account' }, ...accountLinks(user)] : [{ to: '/login', label: 'Sign In' }]
  const links = [...MENU, ...(status === 'loading' ? [] : account)]
  return (
    <>
      <nav className="drawer-nav" aria-label="Menu">
        <ul>
          {links.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} aria-current={currentOf(to, location.pathname, section)} onClick={close}>
                {label}
              </Link>
            </li>
          ))}
          {user && (
            <li>
              <button type="button" onClick={() => void leave()}>
                Sign Out
              </button>
            </li>
          )}
        </ul>
      </nav>
      <ShipTo isLong className="drawer-tool px-3 mt-3 font-medium" />
      <nav className="drawer-nav mt-5" aria-label="Learn and help">
        <ul>
          {MORE_PLACES.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} aria-current={currentOf(to, location.pathname)} onClick={close}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
