import './back-office.css'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { dashboardLinks } from '#app/features/kit/dashboard-links.ts'
import { Bell } from '#app/features/kit/notifications/bell.tsx'
import { currentEntry, officeGroups } from '#app/features/kit/office-places.ts'
import { signOut } from '#app/features/kit/session/sign-out.ts'
import { learnCalls, queryOf } from '#app/lib/api.ts'
import { officeCalls } from '#app/lib/office-calls.ts'
import { Queries } from '#app/lib/queries.tsx'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { useMediaQuery } from '#app/lib/use-media-query.ts'
import { useRemembered } from '#app/lib/use-remembered.ts'
import { CloseIcon, Mark, MenuIcon } from '#app/ui/icons.tsx'
import type { SessionUser } from '#contract/identity/auth.ts'
import { useOtherTabs } from './other-tabs.ts'
import { switchesQuery } from './queries.ts'

learnCalls(officeCalls)

interface BackOfficeProps {
  user: SessionUser
  search: ReactNode
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

function Frame({ user, search, children }: BackOfficeProps) {
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
          <Bell />
        </div>
        {isDesktop && <div className="admin-nav">{search}</div>}
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

/** The switches that decide about a super admin's links. */
function useSwitches({ role }: SessionUser) {
  const token = useToken((state) => state.token)
  return useQuery({ ...queryOf(switchesQuery(token)), enabled: role === 'super_admin' }).data
}

const isTitles = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every((title) => typeof title === 'string')
const NONE_COLLAPSED: readonly string[] = []

/** The links by group, which collapse, with the entry of this page in sight; below them, always in sight, the way out. */
function Navigation({ user }: { user: SessionUser }) {
  const id = useId()
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [collapsed, collapse] = useRemembered('office-collapsed', isTitles, NONE_COLLAPSED)
  const groups = officeGroups(user.role, useSwitches(user))
  const current = currentEntry(groups, pathname)
  const home = groups.find(({ links }) => links.some(({ to }) => to === current))?.title
  const [shown, setShown] = useState<string>()
  if (shown !== home) {
    setShown(home)
    if (home !== undefined && collapsed.includes(home)) setTimeout(() => collapse(collapsed.filter((title) => title !== home)))
  }
  useEffect(() => {
    if (current !== null) nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const leave = async () => {
    await signOut()
    await navigate('/login')
  }
  return (
    <>
      <nav ref={nav} aria-label="Back office" className="admin-nav admin-groups">
        {groups.map(({ title, links }, at) => {
          const isOpen = !collapsed.includes(title)
          return (
            <div key={title}>
              <button
                type="button"
                aria-expanded={isOpen}
                aria-controls={`${id}-${at}`}
                onClick={() => collapse(isOpen ? [...collapsed, title] : collapsed.filter((other) => other !== title))}
              >
                {title}
              </button>
              <ul id={`${id}-${at}`} hidden={!isOpen}>
                {links.map(({ to, label }) => (
                  <li key={to}>
                    <Link to={to} aria-current={to === current ? 'page' : undefined}>
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          )
        })}
      </nav>
      <div className="admin-nav flex-none pt-2 border-t-2 border-dashed border-[#4a5290]">
        <p className="wrap-anywhere leading-[1.4] px-3 pb-1 text-[#b7bdda] text-sm">
          <bdi>{user.name || user.email}</bdi>
          <br />
          {user.email}
        </p>
        <Link to="/">Back to the shop</Link>
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
        <button type="button" className="ml-auto" aria-label="Close the menu" onClick={() => dialog.current?.close()}>
          <CloseIcon />
        </button>
        <Navigation user={user} />
      </dialog>
    </header>
  )
}
