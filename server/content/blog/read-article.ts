import type { BlogArticle } from '#contract/content/blog.ts'
import { isVisible } from '#domain/blog-post.ts'
import { isStaffRole } from '#domain/user.ts'
import type { Db } from '#server/platform/db/client.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { presentArticle } from './present-post.ts'
import { findNeighbors, findPostBySlug, listRelatedPosts, type Reader } from './published-posts.ts'
import type { RenderPost } from './render-post.ts'

const RELATED = 3

/**
 * Returns the whole post with this slug for this reader.
 * @throws RefusalError blog_not_found; blog_not_available when the reader may not see it
 */
export async function readArticle(db: Db, render: RenderPost, reader: Reader, slug: string): Promise<BlogArticle> {
  const post = (await findPostBySlug(db, slug)) ?? refuse('blog_not_found')
  if (!isVisible(post, reader.now) && !isStaffRole(reader.role)) refuse('blog_not_available')
  const neighbors = await findNeighbors(db, post, reader.now)
  const related = await listRelatedPosts(db, post, reader.now, RELATED)
  return presentArticle(post, { ...neighbors, related, body: await render(post) }, reader.now)
}
