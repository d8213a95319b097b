import { useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { useSession } from '#app/features/session/use-session.ts'
import { signOut } from '#app/features/sign-in/sign-out.ts'
import { ChevronDownIcon } from '#app/ui/icons.tsx'
import { firstWord } from '#domain/user.ts'
import { openDashboards } from './open-dashboards.ts'

/** Sign In for visitors; for others a menu named after them with their own places (S44-S49). */
export function UserMenu() {
  const { user, status } = useSession()
  const menu = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  if (status === 'loading') return <span className="user-menu-space" aria-hidden="true" />
  if (!user) {
    return (
      <span className="user-menu-space">
        <Link to="/login" className="button small">
          Sign In
        </Link>
      </span>
    )
  }
  const close = () => menu.current?.hidePopover()
  return (
    <div className="user-menu-space relative">
      <button type="button" className="user-menu-button" popoverTarget="user-menu" aria-haspopup="true">
        <span className="truncate">{firstWord(user.name, user.email)}</span>
        <ChevronDownIcon />
      </button>
      <div id="user-menu" ref={menu} popover="auto" className="menu">
        <p className="px-4 py-2 text-sm text-ink-2">{user.email}</p>
        <Link to="/account" onClick={close}>
          Account
        </Link>
        <Link to="/account/orders" onClick={close}>
          My Orders
        </Link>
        {openDashboards(user.role).map(({ label, to }) => (
          <Link key={to} to={to} onClick={close}>
            {label}
          </Link>
        ))}
        <button
          type="button"
          onClick={async () => {
            close()
            await signOut()
            await navigate('/login')
          }}
        >
          Sign Out
        </button>
      </div>
    </div>
  )
}
