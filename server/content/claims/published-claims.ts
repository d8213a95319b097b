import { and, asc, eq, sql } from 'drizzle-orm'
import type { ClaimCounter } from '#domain/claim.ts'
import { isPublic } from '#server/content/blog/published-posts.ts'
import type { Db } from '#server/platform/db/client.ts'
import { blogPosts, businesses, claims, users } from '#server/platform/db/schema.ts'
import { maySell } from '#server/sellers/businesses/public-businesses.ts'

export type ClaimRow = typeof claims.$inferSelect

export async function findClaim(db: Db, id: string): Promise<ClaimRow | null> {
  const [row] = await db.select().from(claims).where(eq(claims.id, id))
  return row ?? null
}

/** Returns a claim, locked until the transaction ends, or null. */
export async function lockClaim(tx: Db, id: string): Promise<ClaimRow | null> {
  const [row] = await tx.select().from(claims).where(eq(claims.id, id)).for('update')
  return row ?? null
}

/** Changes a claim and increments its version. */
export async function updateClaim(tx: Db, id: string, change: Partial<ClaimRow>, now: Date): Promise<void> {
  await tx
    .update(claims)
    .set({ ...change, updatedAt: now, version: sql`${claims.version} + 1` })
    .where(eq(claims.id, id))
}

/** Returns every claim, in the order of the page "How we count". */
export function listClaims(db: Db) {
  return db.select().from(claims).orderBy(asc(claims.position), asc(claims.id))
}

/** Counts articles that are public at `now`, active customers, and businesses that are active and approved. */
export async function countClaims(db: Db, now: Date): Promise<Record<ClaimCounter, number>> {
  const count = { total: sql<number>`count(*)::int` }
  const [articles] = await db.select(count).from(blogPosts).where(isPublic(now))
  const [customers] = await db
    .select(count)
    .from(users)
    .where(and(eq(users.role, 'customer'), eq(users.status, 'Active')))
  const [companies] = await db.select(count).from(businesses).where(maySell)
  return { articles: articles?.total ?? 0, customers: customers?.total ?? 0, companies: companies?.total ?? 0 }
}
