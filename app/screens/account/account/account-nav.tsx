import { NavLink } from 'react-router'
import { usePageSession } from '#app/features/kit/session/use-session.ts'

const PLACES = [
  { to: '/account', label: 'Overview' },
  { to: '/account/orders', label: 'Orders' },
  { to: '/account/notifications', label: 'Notifications' },
  { to: '/account/addresses', label: 'Addresses' },
  { to: '/account/security', label: 'Sign-in and security' },
  { to: '/account/privacy', label: 'Your data' },
] as const

/** The parts of an account; a visitor has none. Until the session is read, the browser shows the row where a token is stored, so that nothing moves. */
export function AccountNav() {
  const { status } = usePageSession()
  if (status === 'signedOut') return null
  return (
    <nav aria-label="Account" className="account-nav no-print" data-known={status === 'signedIn' || undefined}>
      <ul className="wrap">
        {PLACES.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} end={to === '/account'}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
