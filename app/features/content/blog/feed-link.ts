import { getShop } from '#app/lib/shop.ts'

/** Link to the feed, for the head of the blog and its articles. */
export const feedLink = () => ({
  tagName: 'link' as const,
  rel: 'alternate',
  type: 'application/rss+xml',
  title: `${getShop().name} blog`,
  href: '/rss.xml',
})
