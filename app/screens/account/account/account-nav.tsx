import { useQuery } from '@tanstack/react-query'
import { NavLink } from 'react-router'
import { usePageSession } from '#app/features/kit/session/use-session.ts'
import { waitingQuotesQuery } from '#app/features/quotes/queries.ts'
import { queryOf } from '#app/lib/api.ts'
import { figure } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { useIsBuyer } from './use-is-buyer.ts'

const PLACES: readonly { to: string; label: string; isBuying?: true }[] = [
  { to: '/account', label: 'Overview' },
  { to: '/account/orders', label: 'Orders', isBuying: true },
  { to: '/quotes', label: 'Quotes', isBuying: true },
  { to: '/account/papers', label: 'Papers', isBuying: true },
  { to: '/account/notifications', label: 'Notifications' },
  { to: '/account/addresses', label: 'Addresses', isBuying: true },
  { to: '/account/tax', label: 'Tax', isBuying: true },
  { to: '/account/security', label: 'Sign-in and security' },
  { to: '/account/privacy', label: 'Your data' },
]

/** Number of quotes that need the buyer's answer; nothing where none does. */
function WaitingQuotes() {
  const token = useToken((state) => state.token)
  const { data = 0 } = useQuery({ ...queryOf(waitingQuotesQuery(token)), enabled: token !== null, retry: false })
  if (data === 0) return null
  return (
    <span className="ml-1.5 rounded-full bg-blue px-2 text-xs text-on-blue">
      {figure(data)}
      <span className="visually-hidden"> waiting</span>
    </span>
  )
}

/**
 * The parts of an account, for staff without those of a buyer; a visitor has none. Until the session is read, the browser shows the row
 * where a token is stored, so that nothing moves, without the parts, which depend on whose account it is.
 */
export function AccountNav() {
  const { status, user } = usePageSession()
  const isBuyer = useIsBuyer(user?.role)
  if (status === 'signedOut') return null
  return (
    <nav
      aria-label="Account"
      className="account-nav no-print border-b-[1.5px] border-line bg-surface"
      data-known={status === 'signedIn' || undefined}
    >
      <ul className={`wrap flex flex-wrap gap-x-6 ${status === 'loading' ? 'invisible' : ''}`}>
        {PLACES.filter(({ isBuying }) => isBuyer || !isBuying).map(({ to, label }) => (
          <li key={to}>
            <NavLink
              className="flex items-center min-h-12 text-ink-2 font-medium no-underline hover:text-ink hover:underline hover:decoration-auto aria-[current=page]:text-ink aria-[current=page]:tape-line max-md:min-h-11"
              to={to}
              end={to === '/account'}
            >
              {label}
              {to === '/quotes' && isBuyer && <WaitingQuotes />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
