import { desc, inArray, sql } from 'drizzle-orm'
import type { SearchLanguage } from '#domain/search/search-language.ts'
import type { Db } from '#server/platform/db/client.ts'
import { zeroResultSearches } from '#server/platform/db/schema.ts'

/** Counts one more search for `term` without results. */
export async function countZeroResult(db: Db, { term, language }: { term: string; language: SearchLanguage }, at: Date): Promise<void> {
  await db
    .insert(zeroResultSearches)
    .values({ term, language, lastAt: at })
    .onConflictDoUpdate({ target: zeroResultSearches.term, set: { times: sql`${zeroResultSearches.times} + 1`, lastAt: at, language } })
}

/** Deletes all but the `most` most frequent, then most recent, terms. */
export async function deleteRareSearches(db: Db, most: number): Promise<void> {
  const rare = db
    .select({ term: zeroResultSearches.term })
    .from(zeroResultSearches)
    .orderBy(desc(zeroResultSearches.times), desc(zeroResultSearches.lastAt))
    .offset(most)
  await db.delete(zeroResultSearches).where(inArray(zeroResultSearches.term, rare))
}
