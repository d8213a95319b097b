import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { Waiting } from '#app/features/kit/menu/screen.ts'
import { currentPlace, type OfficeEntry, type OfficePlace, officeEntries, tabsAt } from '#app/features/kit/office-places.ts'
import { signOut } from '#app/features/kit/session/sign-out.ts'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { queryOf } from '#app/lib/api.ts'
import { figure } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { ChoiceNav } from '#app/ui/choice-nav.tsx'
import type { SessionUser } from '#contract/identity/auth.ts'
import { waitingQuery } from './queries.ts'
import { useSwitches } from './use-switches.ts'

type Counts = Partial<Record<Waiting, number>>

const LOOK_MS = 60_000

/** Counts of what waits for this user, read once a minute while the page is visible. */
function useWaiting(): Counts {
  const token = useToken((state) => state.token)
  return useQuery({ ...queryOf(waitingQuery(token)), refetchInterval: LOOK_MS, refetchOnWindowFocus: true, retry: false }).data ?? {}
}

const sumOf = (places: readonly OfficePlace[], counts: Counts) =>
  places.reduce((sum, { counts: name }) => sum + (name === undefined ? 0 : (counts[name] ?? 0)), 0)

/**
 * The entries of a role, one of them open: the one that this page is in, or another that was opened to look into. Below them, always in
 * sight, the way out.
 */
export function Navigation({ user }: { user: SessionUser }) {
  const nav = useRef<HTMLElement>(null)
  const address = useLocation()
  const navigate = useNavigate()
  const counts = useWaiting()
  const entries = officeEntries(user, useSwitches(user))
  const current = currentPlace(entries, address)
  const here = current?.to
  const [opened, setOpened] = useState<{ title: string | null; here: string | undefined }>({ title: current?.group ?? null, here })
  if (opened.here !== here) setOpened({ title: current?.group ?? null, here })
  useEffect(() => {
    if (here !== undefined) nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [here])
  const leave = async () => {
    await signOut()
    await navigate('/login')
  }
  return (
    <>
      <nav ref={nav} aria-label="Back office" className="admin-nav admin-entries flex-1 min-h-0 -mx-1.5 px-1.5 overflow-y-auto">
        <ul>
          {entries.map((entry) => (
            <EntryItem
              key={entry.title}
              entry={entry}
              counts={counts}
              current={current}
              isOpen={opened.title === entry.title}
              onOpen={(isOpen) => setOpened({ title: isOpen ? entry.title : null, here })}
            />
          ))}
        </ul>
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

interface EntryItemProps {
  entry: OfficeEntry
  counts: Counts
  current: OfficePlace | null
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** An entry, which leads to its first screen, with a button that opens the others inside. */
function EntryItem({ entry: { title, places }, counts, current, isOpen, onOpen }: EntryItemProps) {
  const id = useId()
  const [first] = places
  if (!first) return null
  const isAlone = places.length === 1
  const isHere = current?.group === title
  return (
    <li>
      <div className="admin-entry flex">
        <Link to={first.to} aria-current={isAlone ? (isHere ? 'page' : undefined) : isHere && !isOpen ? 'true' : undefined}>
          {title}
          {!(isOpen && !isAlone) && <Count of={sumOf(places, counts)} />}
        </Link>
        {!isAlone && (
          <button
            type="button"
            aria-label={`Screens of ${title}`}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => onOpen(!isOpen)}
          />
        )}
      </div>
      {!isAlone && (
        <ul id={id} hidden={!isOpen} className="ml-3 mb-1 border-l-2 border-[#4a5290]">
          {places.map((place) => (
            <li key={place.to}>
              <Link to={place.to} aria-current={place.to === current?.to ? 'page' : undefined}>
                {place.short ?? place.label}
                <Count of={sumOf([place], counts)} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function Count({ of }: { of: number }) {
  if (of === 0) return null
  return (
    <span className="ml-auto px-2 rounded-full bg-[#4a5290] text-on-night text-xs">
      {figure(of)}
      <span className="visually-hidden"> waiting</span>
    </span>
  )
}

/** Links between the screens that the side bar shows as one. */
export function PlaceTabs({ label }: { label: string }) {
  const { pathname } = useLocation()
  const user = usePageUser()
  const tabs = user ? tabsAt(pathname, user) : []
  if (tabs.length === 0) return null
  return (
    <div className="my-4">
      <ChoiceNav label={label} choices={tabs.map(({ to, name }) => ({ to, label: name, isChosen: to === pathname }))} />
    </div>
  )
}
