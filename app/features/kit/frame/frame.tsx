import './back-office.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, NavLink, useLocation, useNavigate } from 'react-router'
import { Bell } from '#app/features/kit/notifications/bell.tsx'
import { officeGroups } from '#app/features/kit/office-places.ts'
import { signOut } from '#app/features/kit/session/sign-out.ts'
import { getShop } from '#app/lib/shop.ts'
import { useMediaQuery } from '#app/lib/use-media-query.ts'
import { CloseIcon, Mark, MenuIcon } from '#app/ui/icons.tsx'
import type { SessionUser } from '#contract/identity/auth.ts'
import { dashboardLinks } from '#domain/access.ts'
import { useOtherTabs } from './other-tabs.ts'

/** The frame of every back-office screen: the ink side bar, on a small screen a bar with a menu. */
export function BackOffice({ user, search, children }: { user: SessionUser; search: ReactNode; children: ReactNode }) {
  useOtherTabs()
  const isDesktop = useMediaQuery('(width >= 64rem)')
  return (
    <div className="admin">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <aside className="admin-side" aria-label="Back office">
        <div className="admin-top flex items-center justify-between">
          <HomeLink user={user} />
          <span className="flex">
            {isDesktop && search}
            <Bell />
          </span>
        </div>
        <Navigation user={user} />
      </aside>
      <TopBar user={user} search={isDesktop ? null : search} />
      <main id="main" tabIndex={-1} className="admin-main">
        {children}
      </main>
    </div>
  )
}

function HomeLink({ user }: { user: SessionUser }) {
  return (
    <Link to={dashboardLinks(user.role)[0]?.to ?? '/'} className="logo text-on-night" aria-label={`${getShop().name}, dashboard`}>
      <Mark />
      {getShop().name}
    </Link>
  )
}

function Navigation({ user }: { user: SessionUser }) {
  const navigate = useNavigate()
  const leave = async () => {
    await signOut()
    await navigate('/login')
  }
  return (
    <>
      <nav aria-label="Back office" className="admin-nav">
        {officeGroups(user.role).map(({ title, links }) => (
          <div key={title}>
            <p className="mt-2 px-3 text-[#b7bdda] text-sm">{title}</p>
            <ul>
              {links.map(({ to, label }) => (
                <li key={to}>
                  <NavLink to={to} end={to === '/admin'}>
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="admin-nav mt-auto pt-3 border-t-2 border-dashed border-[#4a5290]">
        <Link to="/">Back to the shop</Link>
        <p className="wrap-anywhere leading-[1.4] mt-2 px-3 text-[#b7bdda] text-sm">
          {user.name || user.email}
          <br />
          {user.email}
        </p>
        <button type="button" onClick={() => void leave()}>
          Sign Out
        </button>
      </div>
    </>
  )
}

/** The same on a small screen: a bar with a menu that closes on every change of page. */
function TopBar({ user, search }: { user: SessionUser; search: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    if (pathname) dialog.current?.close()
  }, [pathname])
  return (
    <header className="admin-bar no-print">
      <HomeLink user={user} />
      <div className="flex">
        {search}
        <Bell />
        <button type="button" className="icon-button" aria-label="Menu" aria-haspopup="dialog" onClick={() => dialog.current?.showModal()}>
          <MenuIcon />
        </button>
      </div>
      <dialog
        ref={dialog}
        className="drawer admin-drawer p-3 bg-night text-on-night open:flex open:flex-col"
        aria-label="Menu"
        closedby="any"
      >
        <button type="button" className="ml-auto" aria-label="Close the menu" onClick={() => dialog.current?.close()}>
          <CloseIcon />
        </button>
        <Navigation user={user} />
      </dialog>
    </header>
  )
}
