import { dashboardLinks } from '#app/features/kit/dashboard-links.ts'
import { findPlaces, type OfficeSwitches, officeEntries, officePlaces } from '#app/features/kit/office-places.ts'
import type { SessionUser } from '#contract/identity/auth.ts'
import type { Holder } from '#domain/permissions.ts'

/** A page to go to. */
export interface Place {
  to: string
  label: string
}

/** A user of the back office, or of the shop. */
export type Worker = Holder & Partial<Pick<SessionUser, 'memberKind'>>

const EVERYWHERE = 'admin back office'

/**
 * Returns the back-office pages of a user that a search finds by their names or other words; for an empty search, those with which its side
 * bar begins.
 */
export function workPlaces(
  user: Worker | null,
  search: string,
  switches: OfficeSwitches = { isMember: user?.memberKind === 'member' },
): Place[] {
  const role = user?.role ?? null
  const dashboards = dashboardLinks(role).map((link) => ({ ...link, about: '', words: 'home dashboard' }))
  if (user !== null && search.trim() === '') {
    const first = officeEntries(user, switches).flatMap(({ title, places }) => (title === 'Home' ? [] : places.slice(0, 1)))
    return [...dashboards, ...first]
  }
  return findPlaces(
    [...dashboards, ...officePlaces(user, switches)].map(({ words, ...place }) => ({ ...place, words: `${words} ${EVERYWHERE}` })),
    search,
  )
}
