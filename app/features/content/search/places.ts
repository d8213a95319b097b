import { officePlaces } from '#app/features/kit/office-places.ts'
import type { SessionUser } from '#contract/identity/auth.ts'
import { dashboardLinks } from '#domain/access.ts'

/** A page with the words by which people look for it. */
export interface Place {
  to: string
  label: string
  words: string
}

/** Suggestions for an empty search. */
export const QUICK_LINKS: readonly Place[] = [
  { to: '/products', label: 'All equipment', words: '' },
  { to: '/materials', label: 'All packaging materials', words: '' },
  { to: '/producers', label: 'Producers', words: '' },
  { to: '/impact-calculator', label: 'Impact calculator', words: '' },
  { to: '/support', label: 'Support', words: '' },
]

/** Returns the back-office pages of a role whose names or keywords begin with every word of the search; all of them for an empty search. */
export function workPlaces(user: Pick<SessionUser, 'role'> | null, search: string): Place[] {
  const role = user?.role ?? null
  const dashboards = dashboardLinks(role).map((link) => ({ ...link, words: 'admin dashboard back office' }))
  const screens = officePlaces(role).map(({ to, label, about }) => ({ to, label, words: `admin back office ${about.toLowerCase()}` }))
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return [...dashboards, ...screens].filter(({ label, words: known }) => {
    const text = ` ${label.toLowerCase()} ${known}`
    return words.every((word) => text.includes(` ${word}`))
  })
}
