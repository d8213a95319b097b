import type { OwnPost } from '#contract/content/blog-posts.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { presentOwnPost } from './present-own-post.ts'
import type { PostRow } from './published-posts.ts'
import { findOwnPost, lockPost, updatePost } from './staff-post-list.ts'

/** The post whose status changes, with the actor and request. */
interface StatusChange {
  id: string
  actor: Actor
  requestId: string
}

type Change = Partial<Pick<PostRow, 'status' | 'publishedAt' | 'deletedAt'>>

async function changeStatus(
  tx: Db,
  post: PostRow,
  { actor, requestId }: StatusChange,
  action: string,
  change: Change,
  now: Date,
): Promise<void> {
  await updatePost(tx, post, change, now)
  const before = Object.fromEntries(Object.keys(change).map((name) => [name, post[name as keyof Change]])) // names are columns
  await recordAudit(tx, { actor, action, targetType: 'post', targetId: post.id, before, after: change, requestId })
}

/** Publishes a draft now (B68); a published post stays as it is. Refuses `post_archived`, and `not_found` for a deleted one. */
export async function publishPost({ db, now }: Deps, change: StatusChange): Promise<OwnPost> {
  return inTransaction(db, async (tx) => {
    const at = now()
    const post = found(await lockPost(tx, change.id))
    if (post.deletedAt) refuse('not_found')
    if (post.status === 'archived') refuse('post_archived')
    if (post.status === 'draft') await changeStatus(tx, post, change, 'post.publish', { status: 'published', publishedAt: at }, at)
    return presentOwnPost(found(await findOwnPost(tx, change.id)), at)
  })
}

/** Deletes a post; the second time it is not found. Staff can restore it. */
export async function deletePost({ db, now }: Deps, change: StatusChange): Promise<void> {
  await inTransaction(db, async (tx) => {
    const post = found(await lockPost(tx, change.id))
    if (post.deletedAt) refuse('not_found')
    await changeStatus(tx, post, change, 'post.delete', { deletedAt: now() }, now())
  })
}

/** Restores a deleted post in its previous status; any other post stays as it is. */
export async function restorePost({ db, now }: Deps, change: StatusChange): Promise<OwnPost> {
  return inTransaction(db, async (tx) => {
    const at = now()
    const post = found(await lockPost(tx, change.id))
    if (post.deletedAt) await changeStatus(tx, post, change, 'post.restore', { deletedAt: null }, at)
    return presentOwnPost(found(await findOwnPost(tx, change.id)), at)
  })
}
