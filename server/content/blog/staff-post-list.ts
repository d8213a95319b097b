import { and, desc, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import type { OwnPostQuery } from '#contract/content/blog-posts.ts'
import type { Db } from '#server/platform/db/client.ts'
import { blogPostSlugs, blogPosts, users } from '#server/platform/db/schema.ts'
import { hasAllWords, isThere, type PostRow } from './published-posts.ts'
import { postSearchText } from './search-text.ts'

/** A post with the name of who wrote it; null for the shop's own articles. */
export interface OwnPostRow {
  post: PostRow
  authorName: string | null
}

/** What staff write of a post; the search text follows by itself. */
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

/** One page of posts for staff, the last changed first unless asked otherwise; deleted ones only where the filter asks for them. */
export async function listOwnPosts(db: Db, filter: OwnPostQuery, page: { limit: number; offset: number }): Promise<OwnPostRow[]> {
  const { sort = '-updatedAt' } = filter
  const order = SORTS[sort.replace(/^-/, '')] ?? sql`${blogPosts.updatedAt}`
  return db
    .select(own)
    .from(blogPosts)
    .leftJoin(users, eq(users.id, blogPosts.authorId))
    .where(matches(filter))
    .orderBy(sort.startsWith('-') ? desc(order) : order, desc(blogPosts.id))
    .limit(page.limit)
    .offset(page.offset)
}

/** How many posts the filter leaves. */
export async function countOwnPosts(db: Db, filter: OwnPostQuery): Promise<number> {
  return db.$count(blogPosts, matches(filter))
}

/** One post, a deleted one too; null where there is none. */
export async function findOwnPost(db: Db, id: string): Promise<OwnPostRow | null> {
  const [row] = await db.select(own).from(blogPosts).leftJoin(users, eq(users.id, blogPosts.authorId)).where(eq(blogPosts.id, id))
  return row ?? null
}

/** The post with this id, a deleted one too, locked until the transaction ends; null where there is none. */
export async function lockPost(tx: Db, id: string): Promise<PostRow | null> {
  const [row] = await tx.select().from(blogPosts).where(eq(blogPosts.id, id)).for('update')
  return row ?? null
}

/** Adds a post. @returns null, changing nothing, when its slug is taken. */
export async function insertPost(tx: Db, post: PostValues & { authorId: string; createdAt: Date }): Promise<PostRow | null> {
  const [row] = await tx
    .insert(blogPosts)
    .values({ ...post, updatedAt: post.createdAt, searchText: postSearchText(post) })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

/** Changes a post and counts its version up. @throws when the slug is another's */
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

/** Whether a post other than `exceptId` has this slug or had it. */
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

/** Takes a slug from deleted posts: they go on under one of their own, and what led to them does so no more. */
export async function freeSlug(tx: Db, slug: string): Promise<void> {
  const isDeleted = isNotNull(blogPosts.deletedAt)
  const deleted = tx.select({ id: blogPosts.id }).from(blogPosts).where(isDeleted)
  await tx.delete(blogPostSlugs).where(and(eq(blogPostSlugs.slug, slug), sql`${blogPostSlugs.postId} in ${deleted}`))
  await tx
    .update(blogPosts)
    .set({ slug: sql`left(${blogPosts.slug}, 71) || '-' || left(${blogPosts.id}::text, 8)` })
    .where(and(eq(blogPosts.slug, slug), isDeleted))
}

/** Lets a former slug lead to its post, and forgets that the present one was a former one. */
export async function keepFormerSlug(tx: Db, postId: string, slugs: { former: string; present: string }): Promise<void> {
  await tx.delete(blogPostSlugs).where(and(eq(blogPostSlugs.postId, postId), eq(blogPostSlugs.slug, slugs.present)))
  await tx.insert(blogPostSlugs).values({ slug: slugs.former, postId }).onConflictDoNothing()
}
