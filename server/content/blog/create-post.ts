import type { NewPostBody, OwnPost } from '#contract/content/blog-posts.ts'
import { appearsAt } from '#domain/blog-post.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found } from '#server/platform/http/refusal.ts'
import { inventSlug, refuseSlug, takeSlug } from './choose-slug.ts'
import { presentOwnPost } from './present-own-post.ts'
import type { PostRow } from './published-posts.ts'
import { refuseEmpty } from './render-post.ts'
import { findOwnPost, insertPost } from './staff-post-list.ts'

/** Retries: posts created concurrently with the same title find their slug taken only on insert. */
const TRIES = 3

/** Parses a typed time; null when empty. */
export const timeOf = (typed: string | null | undefined): Date | null => (typed ? new Date(typed) : null)

async function store(tx: Db, actor: Actor, form: NewPostBody, createdAt: Date): Promise<PostRow> {
  const { title, excerpt, category, content, tags = [], status = 'draft' } = form
  const publishedAt = appearsAt({ status, publishedAt: timeOf(form.publishedAt) }, createdAt)
  const values = { title, excerpt, category, content, tags, status, publishedAt, authorId: actor.userId, createdAt }
  const more = { coverImage: form.coverImage || null, authorLabel: form.authorLabel || null }
  for (let tries = 0; tries < TRIES; tries += 1) {
    const slug = form.slug ? await takeSlug(tx, form.slug, null) : await inventSlug(tx, title, null)
    const post = await insertPost(tx, { ...values, ...more, slug })
    if (post) return post
  }
  return refuseSlug()
}

/** Creates a post by the caller. Refuses a text that shows nothing, and `post_slug_taken` for a typed slug. */
export async function createPost({ db, now }: Deps, actor: Actor, form: NewPostBody, requestId: string): Promise<OwnPost> {
  await refuseEmpty(form.content)
  return inTransaction(db, async (tx) => {
    const at = now()
    const { id, title, slug, status, publishedAt } = await store(tx, actor, form, at)
    await recordAudit(tx, {
      actor,
      action: 'post.create',
      targetType: 'post',
      targetId: id,
      after: { title, slug, status, publishedAt },
      requestId,
    })
    return presentOwnPost(found(await findOwnPost(tx, id)), at)
  })
}
