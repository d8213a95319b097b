/** The links of the head, with the specification's labels (S39). */
export const NAVIGATION = [
  { to: '/materials', label: 'Packaging' },
  { to: '/producers', label: 'Producers' },
  { to: '/products', label: 'Repurposing' },
  { to: '/resources', label: 'Resources' },
  { to: '/about', label: 'About' },
  { to: '/contact', label: 'Contact' },
] as const

/** Returns `aria-current` of a link: 'page' for the open page, 'true' for a page above it. */
export function currentOf(to: string, pathname: string): 'page' | 'true' | undefined {
  const path = pathname.replace(/\/+$/, '') || '/'
  if (path === to) return 'page'
  return path.startsWith(`${to}/`) || (to === '/materials' && path === '/packaging') ? 'true' : undefined
}
