import type { OwnPost } from '#contract/content/blog-posts.ts'
import { presentPost } from './present-post.ts'
import type { OwnPostRow } from './staff-post-list.ts'

/** Presents a post to its authors and staff. */
export function presentOwnPost({ post, authorName }: OwnPostRow, now: Date): OwnPost {
  const { authorId, authorLabel, deletedAt } = post
  const shown = presentPost(post, now)
  return {
    ...shown,
    published: shown.published && deletedAt === null,
    authorId,
    authorName,
    authorLabel,
    deletedAt: deletedAt?.toISOString() ?? null,
  }
}
