import { normalizeText } from '#domain/search/words.ts'

/** Returns the text of a post that searches match; stored with the post at every change. */
export function postSearchText(post: {
  title: string
  excerpt: string
  category: string
  tags: readonly string[]
  content: string
}): string {
  return [post.title, post.excerpt, post.category, ...post.tags, post.content].map(normalizeText).join('\n')
}
