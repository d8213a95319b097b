import type { ArticleNode } from '#domain/article.ts'
import { DEFAULT_AUTHOR } from '#domain/blog-post.ts'
import { escapeMarkup } from '#domain/markup.ts'
import { articleHtml } from '#server/platform/vendors/markdown.ts'
import type { PostRow } from './published-posts.ts'

const element = (name: string, text: string) => `<${name}>${escapeMarkup(text)}</${name}>`

function itemOf(post: PostRow, body: ArticleNode[], publicUrl: string): string {
  const address = `${publicUrl}/blog/${post.slug}`
  const categories = [...new Set([post.category, ...post.tags])].map((category) => element('category', category))
  return [
    '<item>',
    element('title', post.title),
    element('link', address),
    `<guid isPermaLink="false">urn:uuid:${post.id}</guid>`,
    element('pubDate', (post.publishedAt ?? post.createdAt).toUTCString()),
    element('dc:creator', post.authorLabel ?? DEFAULT_AUTHOR),
    ...categories,
    element('description', post.excerpt),
    element('content:encoded', articleHtml(body, address)),
    '</item>',
  ].join('\n')
}

/** Writes an RSS 2.0 feed of these whole posts. `publicUrl` has no trailing slash. */
export function writeFeed(
  posts: readonly { post: PostRow; body: ArticleNode[] }[],
  { publicUrl, shopName }: { publicUrl: string; shopName: string },
): string {
  const changedAt = posts.map(({ post }) => post.updatedAt.getTime())
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    '<channel>',
    element('title', `${shopName} blog`),
    element('link', `${publicUrl}/blog`),
    `<atom:link href="${escapeMarkup(publicUrl)}/rss.xml" rel="self" type="application/rss+xml"/>`,
    element('description', 'Turning used cardboard into packing material: machines, board, figures and rules.'),
    element('language', 'en-us'),
    ...(changedAt.length > 0 ? [element('lastBuildDate', new Date(Math.max(...changedAt)).toUTCString())] : []),
    ...posts.map(({ post, body }) => itemOf(post, body, publicUrl)),
    '</channel>',
    '</rss>',
    '',
  ].join('\n')
}
