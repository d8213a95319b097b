import { and, eq, gte, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { blogPosts, businesses, mediaFiles, orderLines, products, returns } from '#server/platform/db/schema.ts'
import { takeLock } from '#server/platform/db/take-lock.ts'

/** Returns the number of pictures that a business (or, for staff, a user) has uploaded since then. */
export async function countUploads(db: Db, by: { businessId: string | null; userId: string }, since: Date): Promise<number> {
  const who = by.businessId
    ? eq(mediaFiles.businessId, by.businessId)
    : and(isNull(mediaFiles.businessId), eq(mediaFiles.userId, by.userId))
  return db.$count(mediaFiles, and(who, gte(mediaFiles.createdAt, since)))
}

/** Locks the uploads of this business or user until the transaction ends. */
export async function lockUploads(tx: Db, { businessId, userId }: { businessId: string | null; userId: string }): Promise<void> {
  await takeLock(tx, `media:${businessId ?? userId}`)
}

/** Records stored pictures. @returns their ids in the same order */
export async function insertPictures(db: Db, rows: (typeof mediaFiles.$inferInsert)[]): Promise<string[]> {
  const inserted = await db.insert(mediaFiles).values(rows).returning({ id: mediaFiles.id, url: mediaFiles.url })
  const ids = new Map(inserted.map(({ id, url }) => [url, id]))
  return rows.map(({ url }) => ids.get(url) ?? '')
}

/** Condition: pictures that an actor may delete; a seller those of their business, staff (null) all. */
const ownedBy = (businessId: string | null): SQL | undefined => (businessId === null ? undefined : eq(mediaFiles.businessId, businessId))

/** Returns a picture, locked for deletion; null if there is none or it belongs to someone else. */
export async function lockPicture(tx: Db, id: string, businessId: string | null) {
  const [row] = await tx
    .select({ id: mediaFiles.id, url: mediaFiles.url, purpose: mediaFiles.purpose })
    .from(mediaFiles)
    .where(and(eq(mediaFiles.id, id), ownedBy(businessId)))
    .for('update')
  return row ?? null
}

/** Returns true if there is such a picture that an actor may delete. */
export async function hasPicture(db: Db, id: string, businessId: string | null): Promise<boolean> {
  return (await db.$count(mediaFiles, and(eq(mediaFiles.id, id), ownedBy(businessId)))) > 0
}

/** Returns the place where a picture is used, for people; null if unused. Deleted products count, because they can be restored. */
export async function findUse(db: Db, url: string): Promise<string | null> {
  const [product] = await db
    .select({ name: products.name })
    .from(products)
    .where(sql`${products.images} @> ${JSON.stringify([{ url }])}::jsonb`)
    .limit(1)
  if (product) return product.name
  const [business] = await db.select({ name: businesses.name }).from(businesses).where(eq(businesses.logo, url)).limit(1)
  if (business) return `the logo of ${business.name}`
  const [post] = await db
    .select({ title: blogPosts.title })
    .from(blogPosts)
    .where(or(eq(blogPosts.coverImage, url), sql`position(${url} in ${blogPosts.content}) > 0`))
    .limit(1)
  if (post) return post.title
  const [line] = await db.select({ name: orderLines.name }).from(orderLines).where(eq(orderLines.image, url)).limit(1)
  if (line) return `orders of ${line.name}`
  const [found] = await db
    .select({ number: returns.number })
    .from(returns)
    .where(sql`${returns.photos} @> ${JSON.stringify([url])}::jsonb`)
    .limit(1)
  return found ? `return ${found.number}` : null
}

/** Deletes the row of a picture. */
export async function deletePicture(tx: Db, id: string): Promise<void> {
  await tx.delete(mediaFiles).where(eq(mediaFiles.id, id))
}
