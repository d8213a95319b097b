import { normalizeText } from '#server/platform/text/search-text.ts'

/** What a search reads of a post; stored with it, written with every change of it. */
export function postSearchText(post: {
  title: string
  excerpt: string
  category: string
  tags: readonly string[]
  content: string
}): string {
  return [post.title, post.excerpt, post.category, ...post.tags, post.content].map(normalizeText).join('\n')
}
