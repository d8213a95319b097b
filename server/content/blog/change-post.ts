import type { OwnPost, PostBody } from '#contract/content/blog-posts.ts'
import { appearsAt, changedPart } from '#domain/blog-post.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { violatedConstraint } from '#server/platform/db/failure.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse, refuseStale } from '#server/platform/http/refusal.ts'
import { inventSlug, refuseSlug, takeSlug } from './choose-slug.ts'
import { timeOf } from './create-post.ts'
import { presentOwnPost } from './present-own-post.ts'
import type { PostRow } from './published-posts.ts'
import { refuseEmpty } from './render-post.ts'
import { findOwnPost, lockPost, type PostValues, storeFormerSlug, updatePost } from './staff-post-list.ts'

type Change = Partial<PostValues>

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

async function slugOf(tx: Db, post: PostRow, typed: string | null | undefined, title: string): Promise<string> {
  if (typed === undefined || typed === post.slug) return post.slug
  return typed ? takeSlug(tx, typed, post.id) : inventSlug(tx, title, post.id)
}

/** Returns the fields that differ. */
async function changeOf(tx: Db, post: PostRow, form: PostBody, now: Date): Promise<Change> {
  const { title = post.title, excerpt = post.excerpt, category = post.category, content = post.content } = form
  const { tags = post.tags, status = post.status } = form
  const typedAt = form.publishedAt === undefined ? post.publishedAt : timeOf(form.publishedAt)
  const wanted: PostValues = {
    title,
    excerpt,
    category,
    content,
    tags,
    status,
    publishedAt: appearsAt({ status, publishedAt: typedAt }, now),
    coverImage: form.coverImage === undefined ? post.coverImage : form.coverImage || null,
    authorLabel: form.authorLabel === undefined ? post.authorLabel : form.authorLabel || null,
    slug: await slugOf(tx, post, form.slug, title),
  }
  // names are columns
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => !isSame(post[name as keyof PostRow], value)))
}

/** Returns the audit entry's values; of a long text, only the part that differs. */
function auditOf(post: PostRow, change: Change) {
  const before = Object.fromEntries(Object.keys(change).map((name) => [name, post[name as keyof PostRow]])) // names are columns
  if (change.content === undefined) return { before, after: change }
  const difference = changedPart(post.content, change.content)
  return { before: { ...before, content: difference.before }, after: { ...change, content: difference.after } }
}

async function store(tx: Db, post: PostRow, change: Change, now: Date): Promise<void> {
  await updatePost(tx, post, change, now).catch((error: unknown) => {
    if (violatedConstraint(error) === 'blog_posts_slug_unique') refuseSlug()
    throw error
  })
  if (change.slug) await storeFormerSlug(tx, post.id, { former: post.slug, present: change.slug })
}

/**
 * Changes a post; omitted fields and the author stay.
 * Refuses `not_found` for a deleted one, a text that shows nothing, `post_slug_taken`, and `edit_conflict` with the `current` post.
 */
export async function changePost(
  { db, now }: Deps,
  actor: Actor,
  form: PostBody,
  { id, requestId }: { id: string; requestId: string },
): Promise<OwnPost> {
  await refuseEmpty(form.content)
  return inTransaction(db, async (tx) => {
    const at = now()
    const post = found(await lockPost(tx, id))
    if (post.deletedAt) refuse('not_found')
    if (form.version !== undefined && form.version !== post.version) {
      refuseStale(['post', id], presentOwnPost(found(await findOwnPost(tx, id)), at))
    }
    const change = await changeOf(tx, post, form, at)
    if (Object.keys(change).length > 0) {
      await store(tx, post, change, at)
      await recordAudit(tx, { actor, action: 'post.edit', targetType: 'post', targetId: id, ...auditOf(post, change), requestId })
    }
    return presentOwnPost(found(await findOwnPost(tx, id)), at)
  })
}
