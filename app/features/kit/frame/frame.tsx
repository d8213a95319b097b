import './back-office.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { dashboardLinks } from '#app/features/kit/dashboard-links.ts'
import { Bell } from '#app/features/kit/notifications/bell.tsx'
import { dutiesAt } from '#app/features/kit/office-places.ts'
import { learnCalls } from '#app/lib/api.ts'
import { officeCalls } from '#app/lib/office-calls.ts'
import { Queries } from '#app/lib/queries.tsx'
import { getShop } from '#app/lib/shop.ts'
import { useMediaQuery } from '#app/lib/use-media-query.ts'
import { CloseIcon, Mark, MenuIcon } from '#app/ui/icons.tsx'
import type { SessionUser } from '#contract/identity/auth.ts'
import { AccessDenied } from './access-denied.tsx'
import { Navigation } from './navigation.tsx'
import { useOtherTabs } from './other-tabs.ts'
import { MayWrite } from './writers.tsx'

learnCalls(officeCalls)

interface BackOfficeProps {
  user: SessionUser
  search: ReactNode
  /** Choice among the businesses that the user acts for. */
  business?: ReactNode
  children: ReactNode
}

/** The frame of every back-office screen: the ink side bar, on a small screen a bar with a menu. */
export function BackOffice(props: BackOfficeProps) {
  return (
    <Queries>
      <Frame {...props} />
    </Queries>
  )
}

function Frame({ user, search, business, children }: BackOfficeProps) {
  useOtherTabs()
  const { mayRead, mayWrite } = dutiesAt(useLocation().pathname, user)
  const isDesktop = useMediaQuery('(width >= 64rem)')
  return (
    <div className="admin">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <aside className="admin-side" aria-label="Back office">
        <div className="admin-top flex items-center justify-between">
          <HomeLink user={user} />
          <Bell />
        </div>
        {isDesktop && business}
        {isDesktop && <div className="admin-nav">{search}</div>}
        <Navigation user={user} />
      </aside>
      <TopBar user={user} search={isDesktop ? null : search} business={isDesktop ? null : business} />
      <main id="main" tabIndex={-1} className="admin-main">
        {mayRead ? <MayWrite value={mayWrite}>{children}</MayWrite> : <AccessDenied />}
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

/** The same on a small screen: a bar with a menu that closes on every change of page. */
function TopBar({ user, search, business }: { user: SessionUser; search: ReactNode; business: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    if (pathname) dialog.current?.close()
  }, [pathname])
  const open = () => {
    dialog.current?.showModal()
    dialog.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <header className="admin-bar no-print">
      <HomeLink user={user} />
      <div className="flex">
        {search}
        <Bell />
        <button type="button" className="icon-button" aria-label="Menu" aria-haspopup="dialog" onClick={open}>
          <MenuIcon />
        </button>
      </div>
      <dialog
        ref={dialog}
        className="drawer admin-drawer p-3 bg-night text-on-night open:flex open:flex-col"
        aria-label="Menu"
        closedby="any"
      >
        <button type="button" className="ml-auto" aria-label="Close menu" onClick={() => dialog.current?.close()}>
          <CloseIcon />
        </button>
        {business}
        <Navigation user={user} />
      </dialog>
    </header>
  )
}
