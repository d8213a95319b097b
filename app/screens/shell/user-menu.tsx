import { useId } from 'react'
import { useNavigate } from 'react-router'
import { signOut } from '#app/features/kit/session/sign-out.ts'
import { useSession } from '#app/features/kit/session/use-session.ts'
import { useDisclosure } from '#app/lib/use-disclosure.ts'
import { ChevronDownIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import type { SessionUser } from '#contract/identity/auth.ts'
import { firstWord } from '#domain/user.ts'
import { accountLinks } from './account-links.ts'

const SignIn = ({ className = '' }: { className?: string }) => (
  <Link to="/login" className={`button small ${className}`}>
    Sign In
  </Link>
)

/**
 * Sign In for visitors, from the first paint on; for others a menu named after them with their own places (S44-S49). Until the session is
 * read, Sign In is hidden where the browser has one.
 */
export function UserMenu() {
  const { user, status } = useSession()
  return (
    <>
      <div className="user-menu-space">
        {status !== 'signedIn' && <SignIn className={status === 'loading' ? 'unless-session' : ''} />}
        {user && <Menu user={user} />}
      </div>
      {status === 'loading' && (
        <noscript>
          <SignIn className="hidden @max-[40em]/site-header:inline-flex" />
        </noscript>
      )}
    </>
  )
}

function Menu({ user }: { user: SessionUser }) {
  const { isOpen, close, root, button } = useDisclosure()
  const id = useId()
  const navigate = useNavigate()
  const leave = async () => {
    close()
    await signOut()
    await navigate('/login')
  }
  return (
    <div className="relative flex min-w-0" {...root}>
      <button type="button" className="user-menu-button" aria-controls={id} {...button}>
        <span dir="auto" className="truncate">
          {firstWord(user.name, user.email)}
        </span>
        <ChevronDownIcon />
      </button>
      <div id={id} className="menu" data-menu hidden={!isOpen}>
        <p>{user.email}</p>
        <ul>
          {[{ to: '/account', label: 'Account' }, ...accountLinks(user)].map(({ to, label }) => (
            <li key={to}>
              <Link to={to} onClick={close}>
                {label}
              </Link>
            </li>
          ))}
          <li>
            <button type="button" onClick={() => void leave()}>
              Sign Out
            </button>
          </li>
        </ul>
      </div>
    </div>
  )
}
