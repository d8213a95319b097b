import { NavLink } from 'react-router'
import { useSession } from '#app/features/session/use-session.ts'

const PLACES = [
  { to: '/account', label: 'Overview' },
  { to: '/account/orders', label: 'Orders' },
  { to: '/account/addresses', label: 'Addresses' },
  { to: '/account/security', label: 'Sign-in and security' },
  { to: '/account/privacy', label: 'Your data' },
] as const

/** The parts of an account. A visitor has none: the row stays empty, so that nothing below it moves. */
export function AccountNav() {
  const { status } = useSession()
  return (
    <nav aria-label="Account" className="account-nav no-print" inert={status === 'signedOut'}>
      <ul className={`wrap ${status === 'signedOut' ? 'invisible' : ''}`}>
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
