import { desc, eq, inArray, sql } from 'drizzle-orm'
import type { SearchLanguage } from '#domain/search/search-language.ts'
import type { Db } from '#server/platform/db/client.ts'
import { zeroResultSearches } from '#server/platform/db/schema.ts'

/** A search without results; `times`: searches for it that have not been counted, by default 1. */
interface ZeroResult {
  term: string
  language: SearchLanguage
  times?: number | undefined
}

/** Counts one more search without results; one that staff have dismissed is counted from the beginning, and is on their list again. */
export async function countZeroResult(db: Db, { term, language, times = 1 }: ZeroResult, at: Date): Promise<void> {
  const { times: before, dismissedAt } = zeroResultSearches
  await db
    .insert(zeroResultSearches)
    .values({ term, language, times, lastAt: at })
    .onConflictDoUpdate({
      target: zeroResultSearches.term,
      set: {
        times: sql`case when ${dismissedAt} is null then ${before} else 0 end + ${times}`,
        lastAt: at,
        language,
        dismissedAt: null,
        dismissedBy: null,
      },
    })
}

/** Says whether searches for a term are counted already. */
export const isCounted = async (db: Db, term: string): Promise<boolean> =>
  (await db.$count(zeroResultSearches, eq(zeroResultSearches.term, term))) > 0

/** Deletes all but the `most` most frequent, then most recent, terms. */
export async function deleteRareSearches(db: Db, most: number): Promise<void> {
  const rare = db
    .select({ term: zeroResultSearches.term })
    .from(zeroResultSearches)
    .orderBy(desc(zeroResultSearches.times), desc(zeroResultSearches.lastAt))
    .offset(most)
  await db.delete(zeroResultSearches).where(inArray(zeroResultSearches.term, rare))
}
