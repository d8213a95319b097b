import { useLocation, useMatches } from 'react-router'

/** The links of the head, with the specification's labels (S39). */
export const NAVIGATION = [
  { to: '/materials', label: 'Packaging' },
  { to: '/producers', label: 'Producers' },
  { to: '/products', label: 'Repurposing' },
  { to: '/resources', label: 'Resources' },
  { to: '/about', label: 'About' },
  { to: '/contact', label: 'Contact' },
] as const

/** Places of the menu of a small screen. */
export const MENU = [...NAVIGATION, { to: '/cart', label: 'Cart' }] as const

/** More places for the menu of a small screen, where the foot is far away. */
export const MORE_PLACES = [
  { to: '/impact-calculator', label: 'Impact Calculator' },
  { to: '/blog', label: 'Blog' },
  { to: '/faq', label: 'FAQ' },
  { to: '/support', label: 'Support' },
] as const

/** Returns which links of head and menu are marked, all that differs in them from page to page. */
export function useMarked(): string {
  const { pathname } = useLocation()
  const section = useSection()
  const marked = [...MENU.map(({ to }) => currentOf(to, pathname, section)), ...MORE_PLACES.map(({ to }) => currentOf(to, pathname))]
  return marked.join()
}

/** Returns the link that the open screen belongs to where its address does not say so: `section` of what the screen has loaded. */
export function useSection(): string | undefined {
  const sections = useMatches().flatMap(({ loaderData: data }) =>
    typeof data === 'object' && data !== null && 'section' in data && typeof data.section === 'string' ? [data.section] : [],
  )
  return sections.at(-1)
}

/** Returns `aria-current` of a link: 'page' for the open page, 'true' for a page above it or the section that the page belongs to. */
export function currentOf(to: string, pathname: string, section?: string): 'page' | 'true' | undefined {
  const path = pathname.replace(/\/+$/, '') || '/'
  if (path === to) return 'page'
  if (section !== undefined) return section === to ? 'true' : undefined
  return path.startsWith(`${to}/`) || (to === '/materials' && path === '/packaging') ? 'true' : undefined
}
