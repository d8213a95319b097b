import { useSession } from '#app/features/kit/session/use-session.ts'
import { currentToken } from '#app/lib/token.ts'
import { later } from '#app/ui/later.tsx'
import { Link } from '#app/ui/link.tsx'

const NamedMenu = later(async () => (await import('./late-user-menu.tsx')).NamedMenu)
if (currentToken() !== null) void NamedMenu.load()

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
        {user && <NamedMenu user={user} />}
      </div>
      {status === 'loading' && (
        <noscript>
          <SignIn className="hidden @max-[40em]/site-header:inline-flex" />
        </noscript>
      )}
    </>
  )
}
