import { and, desc, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import type { OwnPostQuery } from '#contract/content/blog-posts.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isOneOf, type ListPart, readIds } from '#server/platform/db/read-ids.ts'
import { blogPostSlugs, blogPosts, users } from '#server/platform/db/schema.ts'
import { hasAllWords, isThere, type PostRow } from './published-posts.ts'
import { postSearchText } from './search-text.ts'

/** A post with its author's name; null for the shop's own articles. */
export interface OwnPostRow {
  post: PostRow
  authorName: string | null
}

/** The fields of a post that staff edit; the search text is derived. */
export type PostValues = Pick<
  PostRow,
  'title' | 'excerpt' | 'category' | 'content' | 'tags' | 'coverImage' | 'status' | 'publishedAt' | 'authorLabel' | 'slug'
>

const own = { post: blogPosts, authorName: users.name }

const matches = ({ status, category, search }: OwnPostQuery): SQL | undefined =>
  and(
    status === 'Deleted' ? isNotNull(blogPosts.deletedAt) : isThere,
    status && status !== 'Deleted' ? eq(blogPosts.status, status) : undefined,
    category ? eq(blogPosts.category, category) : undefined,
    hasAllWords(search),
  )

const byText = (column: typeof blogPosts.title | typeof blogPosts.category) => sql`lower(${column}) collate "C"`
const SORTS: Record<string, SQL> = {
  updatedAt: sql`${blogPosts.updatedAt}`,
  createdAt: sql`${blogPosts.createdAt}`,
  publishedAt: sql`coalesce(${blogPosts.publishedAt}, ${blogPosts.createdAt})`,
  title: byText(blogPosts.title),
  category: byText(blogPosts.category),
  status: sql`${blogPosts.status}`,
}

function orderOf({ sort = '-updatedAt' }: OwnPostQuery): SQL[] {
  const order = SORTS[sort.replace(/^-/, '')] ?? sql`${blogPosts.updatedAt}`
  return [sort.startsWith('-') ? desc(order) : order, desc(blogPosts.id)]
}

/** Returns the ids of all posts that match, in the order of the list. */
export function listPostIds(db: Db, filter: OwnPostQuery): Promise<string[]> {
  const matching = db.select({ id: blogPosts.id }).from(blogPosts).where(matches(filter))
  return readIds(db, matching.orderBy(...orderOf(filter)))
}

/** Returns one part of the posts for staff, last changed first by default; deleted ones only where the filter asks for them. */
export async function listOwnPosts(db: Db, filter: OwnPostQuery, { limit, offset, ids }: ListPart): Promise<OwnPostRow[]> {
  return db
    .select(own)
    .from(blogPosts)
    .leftJoin(users, eq(users.id, blogPosts.authorId))
    .where(ids ? isOneOf(blogPosts.id, ids) : matches(filter))
    .orderBy(...orderOf(filter))
    .limit(limit)
    .offset(offset)
}

/** Counts the posts that match the filter. */
export async function countOwnPosts(db: Db, filter: OwnPostQuery): Promise<number> {
  return db.$count(blogPosts, matches(filter))
}

/** Returns one post, deleted or not, or null. */
export async function findOwnPost(db: Db, id: string): Promise<OwnPostRow | null> {
  const [row] = await db.select(own).from(blogPosts).leftJoin(users, eq(users.id, blogPosts.authorId)).where(eq(blogPosts.id, id))
  return row ?? null
}

/** Returns the post with this id, deleted or not, locked until the transaction ends, or null. */
export async function lockPost(tx: Db, id: string): Promise<PostRow | null> {
  const [row] = await tx.select().from(blogPosts).where(eq(blogPosts.id, id)).for('update')
  return row ?? null
}

/**
 * Adds a post.
 * @returns null, changing nothing, when its slug is taken
 */
export async function insertPost(tx: Db, post: PostValues & { authorId: string; createdAt: Date }): Promise<PostRow | null> {
  const [row] = await tx
    .insert(blogPosts)
    .values({ ...post, updatedAt: post.createdAt, searchText: postSearchText(post) })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

/**
 * Changes a post and increments its version.
 * @throws when the slug is taken
 */
export async function updatePost(
  tx: Db,
  post: PostRow,
  change: Partial<PostValues> & { deletedAt?: Date | null },
  now: Date,
): Promise<void> {
  await tx
    .update(blogPosts)
    .set({ ...change, searchText: postSearchText({ ...post, ...change }), updatedAt: now, version: sql`${blogPosts.version} + 1` })
    .where(eq(blogPosts.id, post.id))
}

/** Returns whether a post other than `exceptId` has, or once had, this slug. */
export async function isSlugTaken(tx: Db, slug: string, exceptId: string | null): Promise<boolean> {
  const isOther = exceptId === null ? undefined : ne(blogPosts.id, exceptId)
  const [present] = await tx
    .select({ id: blogPosts.id })
    .from(blogPosts)
    .where(and(eq(blogPosts.slug, slug), isOther))
  if (present) return true
  const [former] = await tx
    .select({ id: blogPostSlugs.postId })
    .from(blogPostSlugs)
    .where(and(eq(blogPostSlugs.slug, slug), exceptId === null ? undefined : ne(blogPostSlugs.postId, exceptId)))
  return former !== undefined
}

/** Takes a slug from deleted posts: they get another one, and their former slugs no longer redirect. */
export async function releaseSlug(tx: Db, slug: string): Promise<void> {
  const isDeleted = isNotNull(blogPosts.deletedAt)
  const deleted = tx.select({ id: blogPosts.id }).from(blogPosts).where(isDeleted)
  await tx.delete(blogPostSlugs).where(and(eq(blogPostSlugs.slug, slug), sql`${blogPostSlugs.postId} in ${deleted}`))
  await tx
    .update(blogPosts)
    .set({ slug: sql`left(${blogPosts.slug}, 71) || '-' || left(${blogPosts.id}::text, 8)` })
    .where(and(eq(blogPosts.slug, slug), isDeleted))
}

/** Makes a former slug redirect to its post, and removes the current one from the former ones. */
export async function storeFormerSlug(tx: Db, postId: string, slugs: { former: string; present: string }): Promise<void> {
  await tx.delete(blogPostSlugs).where(and(eq(blogPostSlugs.postId, postId), eq(blogPostSlugs.slug, slugs.present)))
  await tx.insert(blogPostSlugs).values({ slug: slugs.former, postId }).onConflictDoNothing()
}
