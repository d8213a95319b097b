/** The links of the head, with the specification's labels (S39). */
export const NAVIGATION = [
  { to: '/materials', label: 'Packaging' },
  { to: '/producers', label: 'Producers' },
  { to: '/products', label: 'Repurposing' },
  { to: '/resources', label: 'Resources' },
  { to: '/about', label: 'About' },
  { to: '/contact', label: 'Contact' },
] as const

/** How a link stands to the page that is seen: it is the page itself, or the page is a part of it. */
export function currentOf(to: string, pathname: string): 'page' | 'true' | undefined {
  const path = pathname.replace(/\/+$/, '') || '/'
  if (path === to) return 'page'
  return path.startsWith(`${to}/`) || (to === '/materials' && path === '/packaging') ? 'true' : undefined
}
