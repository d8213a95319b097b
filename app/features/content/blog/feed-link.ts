import { getShop } from '#app/lib/shop.ts'

/** Tells feed readers where the feed is; part of the head of the blog and its articles. */
export const feedLink = () => ({
  tagName: 'link' as const,
  rel: 'alternate',
  type: 'application/rss+xml',
  title: `${getShop().name} blog`,
  href: '/rss.xml',
})
