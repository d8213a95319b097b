import { useId } from 'react'
import { useNavigate } from 'react-router'
import { signOut } from '#app/features/kit/session/sign-out.ts'
import { useDisclosure } from '#app/lib/use-disclosure.ts'
import { ChevronDownIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import type { SessionUser } from '#contract/identity/auth.ts'
import { firstWord } from '#domain/user.ts'
import { accountLinks } from './account-links.ts'

/** Menu named after a signed-in person, with their own places. */
export function NamedMenu({ user }: { user: SessionUser }) {
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
