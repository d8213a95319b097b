import { and, desc, eq, ne, not, type SQL, sql } from 'drizzle-orm'
import type { BlogQuery } from '#contract/content/blog.ts'
import { isStaffRole } from '#domain/user.ts'
import type { Db } from '#server/platform/db/client.ts'
import { blogPostSlugs, blogPosts } from '#server/platform/db/schema.ts'
import { likeAnywhere, searchWords } from '#server/platform/text/search-text.ts'
import { postSearchText } from './search-text.ts'

/** The role as which the reader reads posts (a visitor has none), and the time of reading. */
export interface Reader {
  role: string | null
  now: Date
}

export type PostRow = typeof blogPosts.$inferSelect

/** True for posts that are not deleted. */
export const isThere = sql`${blogPosts.deletedAt} is null`

/** True for posts that the public may read at `now`: the one rule for the blog, its feed, the sitemap, the search and the claims. */
export const isPublic = (now: Date) =>
  sql`(${blogPosts.status} = 'published' and ${blogPosts.publishedAt} is not null and ${blogPosts.publishedAt} <= ${now} and ${isThere})`

/**
 * Matches the posts this reader may see, for staff every post that is not deleted; with `published`, only those that are (or are not)
 * public.
 */
function visibleTo(reader: Reader, published: boolean | undefined): SQL | undefined {
  const readable = isPublic(reader.now)
  return and(isStaffRole(reader.role) ? isThere : readable, published === undefined ? undefined : published ? readable : not(readable))
}

/** Matches posts whose search text has every word of a search; undefined without words. */
export function hasAllWords(search: string | undefined): SQL | undefined {
  return and(
    ...searchWords(search).flatMap(({ readings }) => readings.map((word) => sql`${blogPosts.searchText} like ${likeAnywhere(word)}`)),
  )
}

const hasTag = (tag: string) => sql`${blogPosts.tags} @> ${JSON.stringify([tag])}::jsonb`

function matches(reader: Reader, { category, tag, search, published, exclude }: BlogQuery): SQL | undefined {
  return and(
    visibleTo(reader, published),
    category ? eq(blogPosts.category, category) : undefined,
    tag ? hasTag(tag) : undefined,
    exclude ? ne(blogPosts.id, exclude) : undefined,
    hasAllWords(search),
  )
}

const byTitle = sql`lower(${blogPosts.title}) collate "C"`
/** Time to sort by; a draft has that of its creation. */
const appeared = sql`coalesce(${blogPosts.publishedAt}, ${blogPosts.createdAt})`
const SORTS: Record<NonNullable<BlogQuery['sort']>, SQL> = {
  '-publishedAt': desc(appeared),
  publishedAt: appeared,
  '-createdAt': desc(blogPosts.createdAt),
  createdAt: sql`${blogPosts.createdAt}`,
  title: byTitle,
  '-title': desc(byTitle),
}

/** Returns one page of the posts that this reader may see, newest first by default, and their total. */
export async function listPosts(
  db: Db,
  reader: Reader,
  query: BlogQuery,
  page: { limit: number; offset: number },
): Promise<{ rows: PostRow[]; total: number }> {
  const where = matches(reader, query)
  const [count] = await db.select({ total: sql<number>`count(*)::int` }).from(blogPosts).where(where)
  const rows = await db
    .select()
    .from(blogPosts)
    .where(where)
    .orderBy(SORTS[query.sort ?? '-publishedAt'], desc(blogPosts.id))
    .limit(page.limit)
    .offset(page.offset)
  return { rows, total: count?.total ?? 0 }
}

/** Counts the posts this reader may see by category and by tag, most frequent first. */
export async function countPosts(db: Db, reader: Reader, { published }: Pick<BlogQuery, 'published'>) {
  const visible = visibleTo(reader, published)
  const count = sql<number>`count(*)::int`
  const categories = await db
    .select({ value: blogPosts.category, count })
    .from(blogPosts)
    .where(visible)
    .groupBy(blogPosts.category)
    .orderBy(desc(count), sql`${blogPosts.category} collate "C"`)
  const tag = sql<string>`tag.value`
  const tags = await db
    .select({ value: tag, count })
    .from(sql`${blogPosts} cross join lateral jsonb_array_elements_text(${blogPosts.tags}) as tag(value)`)
    .where(visible)
    .groupBy(tag)
    .orderBy(desc(count), sql`${tag} collate "C"`)
  return { categories, tags }
}

/** Returns the undeleted post with this current or former slug, regardless of the reader, or null. */
export async function findPostBySlug(db: Db, slug: string): Promise<PostRow | null> {
  const [row] = await db
    .select()
    .from(blogPosts)
    .where(and(eq(blogPosts.slug, slug), isThere))
  if (row) return row
  const [renamed] = await db
    .select({ post: blogPosts })
    .from(blogPostSlugs)
    .innerJoin(blogPosts, eq(blogPosts.id, blogPostSlugs.postId))
    .where(and(eq(blogPostSlugs.slug, slug), isThere))
  return renamed?.post ?? null
}

const link = { slug: blogPosts.slug, title: blogPosts.title }
const place = sql`(${blogPosts.publishedAt}, ${blogPosts.id})`
const placeOf = (id: string) => sql`(select own.published_at, own.id from ${blogPosts} own where own.id = ${id})`

/** Returns the public posts just before and after this one in time, or null. */
export async function findNeighbors(db: Db, { id }: PostRow, now: Date) {
  const [previous] = await db
    .select(link)
    .from(blogPosts)
    .where(and(isPublic(now), sql`${place} < ${placeOf(id)}`))
    .orderBy(desc(blogPosts.publishedAt), desc(blogPosts.id))
    .limit(1)
  const [next] = await db
    .select(link)
    .from(blogPosts)
    .where(and(isPublic(now), sql`${place} > ${placeOf(id)}`))
    .orderBy(blogPosts.publishedAt, blogPosts.id)
    .limit(1)
  return { previous: previous ?? null, next: next ?? null }
}

/** Returns the public posts most similar to this one: a shared category counts as two tags; newest first among equals. */
export async function listRelatedPosts(db: Db, { id, category, tags }: PostRow, now: Date, limit: number): Promise<PostRow[]> {
  const sharedTags = sql`(select count(*) from jsonb_array_elements_text(${blogPosts.tags}) as tag(value)
    where ${JSON.stringify(tags)}::jsonb @> to_jsonb(tag.value))`
  const nearness = sql`${sharedTags} + case when ${blogPosts.category} = ${category} then 2 else 0 end`
  return db
    .select()
    .from(blogPosts)
    .where(and(isPublic(now), ne(blogPosts.id, id)))
    .orderBy(desc(nearness), desc(blogPosts.publishedAt), desc(blogPosts.id))
    .limit(limit)
}

/** Returns whether any post exists, in any status. */
export async function hasPosts(db: Db): Promise<boolean> {
  return (await db.select({ id: blogPosts.id }).from(blogPosts).limit(1)).length > 0
}

/** Stores new posts with their search texts; posts whose slug is taken are left out. */
export async function insertPosts(db: Db, posts: readonly Omit<typeof blogPosts.$inferInsert, 'searchText'>[]): Promise<void> {
  if (posts.length === 0) return
  const rows = posts.map((post) => ({ ...post, searchText: postSearchText({ ...post, tags: post.tags ?? [] }) }))
  await db.insert(blogPosts).values(rows).onConflictDoNothing()
}
