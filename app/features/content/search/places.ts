import { dashboardLinks } from '#app/features/kit/dashboard-links.ts'
import { officePlaces } from '#app/features/kit/office-places.ts'
import type { SessionUser } from '#contract/identity/auth.ts'

/** A page with the words by which people look for it. */
export interface Place {
  to: string
  label: string
  keywords: string
}

/** Suggestions for an empty search. */
export const QUICK_LINKS: readonly Place[] = [
  { to: '/products', label: 'All equipment', keywords: '' },
  { to: '/materials', label: 'All packaging materials', keywords: '' },
  { to: '/producers', label: 'Producers', keywords: '' },
  { to: '/impact-calculator', label: 'Impact calculator', keywords: '' },
  { to: '/support', label: 'Support', keywords: '' },
]

/** Returns the back-office pages of a role whose names or keywords begin with every word of the search; all of them for an empty search. */
export function workPlaces(user: Pick<SessionUser, 'role'> | null, search: string): Place[] {
  const role = user?.role ?? null
  const dashboards = dashboardLinks(role).map((link) => ({ ...link, keywords: 'admin dashboard back office' }))
  const screens = officePlaces(role).map(({ to, label, about }) => ({ to, label, keywords: `admin back office ${about.toLowerCase()}` }))
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return [...dashboards, ...screens].filter(({ label, keywords }) => {
    const text = ` ${label.toLowerCase()} ${keywords}`
    return words.every((word) => text.includes(` ${word}`))
  })
}
