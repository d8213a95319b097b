/** States of a blog post, chosen freely by staff (B187). */
export const BLOG_STATUSES = ['draft', 'published', 'archived'] as const

/** One of `BLOG_STATUSES`. */
export type BlogStatus = (typeof BLOG_STATUSES)[number]

/**
 * Says whether the public may read a post: published, and its time has come; this is also the wire's `published` flag (D144).
 * @param post.publishedAt null: never published, so not visible
 */
export function isVisible(post: { status: BlogStatus; publishedAt: Date | null }, now: Date): boolean {
  return post.status === 'published' && post.publishedAt !== null && post.publishedAt <= now
}

/** Who readers see as the author of a post that names none (D145). */
export const DEFAULT_AUTHOR = 'Reflute Team'

const WORDS_PER_MINUTE = 220

/** Whole minutes that reading `content` (Markdown) takes, at least 1. */
export function readingMinutes(content: string): number {
  const words = content.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE))
}

/** A category as people read it: `void-fill` gives 'void fill' (S120). */
export function categoryText(category: string): string {
  return category.replaceAll('-', ' ')
}
