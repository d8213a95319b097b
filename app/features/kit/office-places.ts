import { DUTY_KEYS, type Holder, mayAct, type Permission } from '#domain/permissions.ts'
import { type Role, STAFF_ROLES } from '#domain/user.ts'
import { dashboardLinks } from './dashboard-links.ts'
import type { Entry, OfficeSwitch, Screen } from './menu/screen.ts'
import { SELLER_ENTRIES } from './menu/seller-screens.ts'
import { STAFF_ENTRIES } from './menu/staff-screens.ts'

/**
 * Conditions of links beside the role: the switches of the settings, all off without them, as in a new shop; and whether the user is a
 * member of a business, no owner.
 */
export type OfficeSwitches = Partial<Record<OfficeSwitch | 'isMember', boolean>>

/** A screen with the title of its entry, its roles and the key that application admins need. */
export type OfficePlace = Screen & { group: string; roles: readonly Role[]; needs: Permission | null }

interface Listed extends OfficePlace {
  tabs: readonly OfficePlace[]
}

/** An entry of the side bar of a user, with its screens. */
export interface OfficeEntry {
  title: string
  places: readonly Listed[]
}

const entriesOf = (entries: readonly Entry[], usual: readonly Role[]): OfficeEntry[] =>
  entries.map(({ title, needs = null, screens }) => {
    const place = (screen: Screen): OfficePlace => ({ needs, ...screen, group: title, roles: screen.roles ?? usual })
    return { title, places: screens.map((screen) => ({ ...place(screen), tabs: (screen.tabs ?? []).map(place) })) }
  })

const ENTRIES = [...entriesOf(STAFF_ENTRIES, STAFF_ROLES), ...entriesOf(SELLER_ENTRIES, ['business_admin'])]
const ALL = ENTRIES.flatMap(({ places }) => places.flatMap((place) => [place, ...place.tabs]))

/** Every list and form of the back office, beside the dashboards. */
export const OFFICE_PLACES: readonly OfficePlace[] = ALL.filter(({ to }) => !to.includes('?'))

/** Returns true if nothing but the key decides whether an application_admin may open a place, and the key is held. */
const holdsKey = (user: Holder, needs: Permission | null) => user.role !== 'application_admin' || needs === null || mayAct(user, needs)

function isOpenTo(user: Holder, { roles, needs, superAdminsNeed, ownersOnly = false }: OfficePlace, switches: OfficeSwitches): boolean {
  if (!roles.includes(user.role) || !holdsKey(user, needs) || (ownersOnly && switches.isMember === true)) return false
  return user.role !== 'super_admin' || superAdminsNeed === undefined || switches[superAdminsNeed] === true
}

/** The screens that a user may open, and views of them, in the order shown; none for a customer or a visitor (null). */
export const officePlaces = (user: Holder | null, switches: OfficeSwitches = {}): OfficePlace[] =>
  user === null ? [] : ALL.filter((place) => isOpenTo(user, place, switches))

/** The side bar of a user: its dashboards under Home, then its screens by entry; those of a screen that is closed stand by themselves. */
export function officeEntries(user: Holder, switches: OfficeSwitches = {}): OfficeEntry[] {
  const isOpen = (place: OfficePlace) => isOpenTo(user, place, switches)
  const shown = (place: Listed): Listed[] => {
    const tabs = place.tabs.filter(isOpen)
    return isOpen(place) ? [{ ...place, tabs }] : tabs.map((tab) => ({ ...tab, tabs: [] }))
  }
  const links = dashboardLinks(user.role).map((link) => ({ ...link, group: 'Home', roles: [user.role], needs: null }))
  const home = links.map((link) => ({ ...link, about: '', words: '', tabs: [] }))
  const entries = ENTRIES.map(({ title, places }) => ({ title, places: places.flatMap(shown) }))
  return [{ title: 'Home', places: home }, ...entries].filter(({ places }) => places.length > 0)
}

interface Address {
  pathname: string
  search: string
}

/** Returns how much of an address is that of a screen, of something in it, or of a view of it; 0 for another one. */
function matchOf({ to, holds }: Pick<Screen, 'to' | 'holds'>, { pathname, search }: Address): number {
  const [path = '', query] = to.split('?')
  if (query === undefined) return pathname === path || (path !== '/admin' && pathname.startsWith(`${path}/`)) ? to.length : 0
  const asked = new URLSearchParams(search)
  if (pathname === path && [...new URLSearchParams(query)].every(([name, value]) => asked.get(name) === value)) return to.length
  return holds !== undefined && pathname.startsWith(holds) ? holds.length : 0
}

/** Returns the screen that an address belongs to: the one that it has the most of. */
function nearest<Place extends Pick<Screen, 'to' | 'holds'>>(places: readonly Place[], address: Address): Place | null {
  const found = places.map((place) => ({ place, match: matchOf(place, address) })).filter(({ match }) => match > 0)
  return found.sort((one, other) => other.match - one.match)[0]?.place ?? null
}

/** Returns the screen of the side bar that an address belongs to, with those that the side bar leaves to it; null for none. */
export function currentPlace(entries: readonly OfficeEntry[], address: Address): Listed | null {
  const places = entries.flatMap((entry) => entry.places)
  const shown = places.flatMap((place) => [place, ...place.tabs].map(({ to, holds: more }) => ({ to, holds: more, place })))
  return nearest(shown, address)?.place ?? null
}

/** Returns the screens between which tabs lead a user at an address, each with its name among them; none where there is only one. */
export function tabsAt(pathname: string, user: Holder): { to: string; name: string }[] {
  const place = currentPlace(officeEntries(user), { pathname, search: '' })
  if (!place || place.tabs.length === 0) return []
  const others = place.tabs.map(({ to, label, short }) => ({ to, name: short ?? label }))
  return [{ to: place.to, name: place.tab ?? place.label }, ...others]
}

/** Returns whether a user's duties read the screen at an address, and whether they change what it is about, if any duty does. */
export function dutiesAt(pathname: string, user: Holder): { mayRead: boolean; mayWrite: boolean } {
  const needs = nearest(OFFICE_PLACES, { pathname, search: '' })?.needs ?? null
  const writing = [needs ?? []].flat().map((key) => key.replace('.read', '.write')) // what only super admins change has none
  const keys = DUTY_KEYS.all.filter((key) => writing.includes(key))
  const mayWrite = holdsKey(user, keys.length === 0 ? null : keys)
  return { mayRead: holdsKey(user, needs) && (mayWrite || !pathname.endsWith('/new')), mayWrite }
}

/** Returns whether a user may open the screen at an address. */
export function isOpenAt(address: string, user: Holder, switches: OfficeSwitches): boolean {
  const [pathname = ''] = address.split(/[?#]/)
  const place = nearest(OFFICE_PLACES, { pathname, search: '' })
  return dutiesAt(pathname, user).mayRead && (place === null || isOpenTo(user, place, switches))
}

/** Returns the title of the screen at an address, as its tab has it. */
export function titleAt(pathname: string): string {
  const dashboards = (['super_admin', 'business_admin'] as const).flatMap(dashboardLinks)
  return (
    nearest<Pick<OfficePlace, 'to' | 'holds' | 'label'>>([...OFFICE_PLACES, ...dashboards], { pathname, search: '' })?.label ??
    'Back office'
  )
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}%]+/u)
    .filter(Boolean)

/** Returns a word without its ending, so that "categories" is "category" and "refunded" is "refund". */
const stemOf = (word: string): string => (word.length > 3 ? word.replace(/ies$/, 'y').replace(/(?:s|es|ed|ing)$/, '') : word)

const isSame = (word: string, typed: string) => word.startsWith(typed) || stemOf(word).startsWith(stemOf(typed))

/** Returns the screens whose names, descriptions or other words begin with every word of a search; all of them for an empty one. */
export function findPlaces<Place extends Pick<OfficePlace, 'label' | 'short' | 'about' | 'words'>>(
  places: readonly Place[],
  search: string,
): Place[] {
  const typed = wordsOf(search)
  const ranked = places.flatMap((place) => {
    const names = wordsOf(`${place.label} ${place.short ?? ''}`)
    const all = [...names, ...wordsOf(`${place.about} ${place.words}`)]
    if (!typed.every((one) => all.some((word) => isSame(word, one)))) return []
    return [{ place, rank: typed.every((one) => names.some((word) => isSame(word, one))) ? 0 : 1 }]
  })
  return ranked.sort((one, other) => one.rank - other.rank).map(({ place }) => place)
}
