import { useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useSession } from '#app/features/session/use-session.ts'
import { signOut } from '#app/features/sign-in/sign-out.ts'
import { CloseIcon, MenuIcon } from '#app/ui/icons.tsx'
import { NAVIGATION } from './navigation.ts'
import { openDashboards } from './open-dashboards.ts'
import { SearchForm } from './search-form.tsx'

/** The same places on a small screen; closes on every change of page (S50, S51). */
export function MobileMenu() {
  const dialog = useRef<HTMLDialogElement>(null)
  const location = useLocation()
  const navigate = useNavigate()
  const { user } = useSession()
  useEffect(() => {
    if (location) dialog.current?.close()
  }, [location])
  const account = user
    ? [{ to: '/account', label: 'My Account' }, { to: '/account/orders', label: 'My Orders' }, ...openDashboards(user.role)]
    : [{ to: '/login', label: 'Sign In' }]
  return (
    <>
      <button
        type="button"
        className="icon-button needs-script lg:hidden"
        aria-label="Menu"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        <MenuIcon />
      </button>
      <dialog ref={dialog} className="drawer" aria-label="Menu" closedby="any">
        <button type="button" className="icon-button ml-auto" aria-label="Close the menu" onClick={() => dialog.current?.close()}>
          <CloseIcon />
        </button>
        <SearchForm />
        <nav aria-label="Menu">
          {[...NAVIGATION, { to: '/cart', label: 'Cart' }, ...account].map(({ to, label }) => (
            <Link key={to} to={to} onClick={() => dialog.current?.close()}>
              {label}
            </Link>
          ))}
          {user && (
            <button
              type="button"
              onClick={async () => {
                await signOut()
                await navigate('/login')
              }}
            >
              Sign Out
            </button>
          )}
        </nav>
      </dialog>
    </>
  )
}
