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
