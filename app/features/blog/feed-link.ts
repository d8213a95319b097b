/** Tells feed readers where the feed is; part of the head of the blog and its articles. */
export const feedLink = { tagName: 'link' as const, rel: 'alternate', type: 'application/rss+xml', title: 'Reflute blog', href: '/rss.xml' }
