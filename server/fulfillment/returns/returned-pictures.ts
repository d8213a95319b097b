import { and, eq, exists, or, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { mediaFiles, returns } from '#server/platform/db/schema.ts'

/** User who asks for a photo. `isStaff`: for any return. */
interface PhotoReader {
  userId: string
  businessId: string | null
  isStaff: boolean
}

/** Returns whether there is such a photo that a user may see: one they uploaded, one of a return to their business, or for staff any. */
export async function hasPhoto(db: Db, url: string, { userId, businessId, isStaff }: PhotoReader): Promise<boolean> {
  const inReturn = db
    .select({ one: sql`1` })
    .from(returns)
    .where(and(eq(returns.businessId, businessId ?? sql`null`), sql`${returns.photos} @> ${JSON.stringify([url])}::jsonb`))
  const whose = isStaff ? undefined : or(eq(mediaFiles.userId, userId), exists(inReturn))
  return (await db.$count(mediaFiles, and(eq(mediaFiles.url, url), eq(mediaFiles.purpose, 'return'), whose))) > 0
}

const isPublic = and(eq(mediaFiles.purpose, 'return'), sql`${mediaFiles.url} like '/media/%'`)

/** Returns the addresses of photos that are among the public pictures, where earlier versions stored them. */
export async function listPublicPhotos(db: Db): Promise<string[]> {
  const rows = await db.select({ url: mediaFiles.url }).from(mediaFiles).where(isPublic).limit(1000)
  return rows.map(({ url }) => url)
}

/** Gives a photo another address, in its returns too. */
export async function renamePhoto(tx: Db, from: string, to: string): Promise<void> {
  await tx.update(mediaFiles).set({ url: to }).where(eq(mediaFiles.url, from))
  await tx.execute(sql`
    update returns set photos = (select jsonb_agg(case photo when ${from} then ${to} else photo end order by at)
        from jsonb_array_elements_text(photos) with ordinality as each(photo, at))
      where photos @> ${JSON.stringify([from])}::jsonb`)
}
