import { later } from '#app/ui/later.tsx'

/** The foot of the shop, which links alone need no script for. */
export const Footer = later(async () => (await import('./late-footer.tsx')).Footer)
