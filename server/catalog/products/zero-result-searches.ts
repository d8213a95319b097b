import { desc, inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'
import { searchMisses } from '#server/platform/db/schema.ts'

/** Counts one more search for `term` that found nothing. */
export async function countMiss(db: Db, term: string, at: Date): Promise<void> {
  await db
    .insert(searchMisses)
    .values({ term, lastAt: at })
    .onConflictDoUpdate({ target: searchMisses.term, set: { times: sql`${searchMisses.times} + 1`, lastAt: at } })
}

/** Forgets all but the `most` terms that were searched most often, then last. */
export async function forgetRareMisses(db: Db, most: number): Promise<void> {
  const rare = db
    .select({ term: searchMisses.term })
    .from(searchMisses)
    .orderBy(desc(searchMisses.times), desc(searchMisses.lastAt))
    .offset(most)
  await db.delete(searchMisses).where(inArray(searchMisses.term, rare))
}
