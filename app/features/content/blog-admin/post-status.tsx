import { day } from '#app/lib/format.ts'
import type { OwnPost } from '#contract/content/blog-posts.ts'
import type { BlogStatus } from '#domain/blog-post.ts'

export const STATUS_LABELS: Record<BlogStatus, string> = { draft: 'Draft', published: 'Published', archived: 'Archived' }

type State = Pick<OwnPost, 'status' | 'published' | 'publishedAt' | 'deletedAt'>

/** Returns whether a published post is scheduled for later. */
const isScheduled = ({ status, published, deletedAt }: State): boolean => status === 'published' && !published && deletedAt === null

function toneOf(post: State): string {
  if (post.deletedAt) return 'bad'
  if (isScheduled(post)) return 'warn'
  return post.status === 'published' ? 'ok' : 'idle'
}

/** Status badge of a post. */
export function PostStatusBadge({ post }: { post: State }) {
  const word = post.deletedAt ? 'Deleted' : isScheduled(post) ? 'Planned' : STATUS_LABELS[post.status]
  return <span className={`status ${toneOf(post)}`}>{word}</span>
}

/** Describes when readers could or can read a post; null for a post that never had a time. */
export function whenRead(post: State): string | null {
  return post.publishedAt && (isScheduled(post) ? `from ${day(post.publishedAt)}` : day(post.publishedAt))
}
