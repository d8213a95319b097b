import { desc, eq, sql } from 'drizzle-orm'
import type { SearchLanguage } from '#domain/search/search-language.ts'
import type { Db } from '#server/platform/db/client.ts'
import { zeroResultCounts } from '#server/platform/db/schema.ts'

/** A search without results; `times`: searches for it that have not been counted, by default 1. */
interface ZeroResult {
  term: string
  language: SearchLanguage
  times?: number | undefined
}

/** Counts one more search without results; one that staff have dismissed is counted from the beginning, and is on their list again. */
export async function countZeroResult(db: Db, { term, language, times = 1 }: ZeroResult, at: Date): Promise<void> {
  const { times: before, firstAt, dismissedAt } = zeroResultCounts
  await db
    .insert(zeroResultCounts)
    .values({ term, language, times, firstAt: at, lastAt: at })
    .onConflictDoUpdate({
      target: [zeroResultCounts.term, zeroResultCounts.language],
      set: {
        times: sql`case when ${dismissedAt} is null then ${before} else 0 end + ${times}`,
        firstAt: sql`case when ${dismissedAt} is null then ${firstAt} else ${at.toISOString()}::timestamptz end`,
        lastAt: at,
        dismissedAt: null,
        dismissedBy: null,
      },
    })
}

/** Says whether searches for a term are counted already, in any language. */
export const isCounted = async (db: Db, term: string): Promise<boolean> =>
  (await db.$count(zeroResultCounts, eq(zeroResultCounts.term, term))) > 0

/** Deletes all but the `most` most frequent, then most recent, terms of a language. */
export async function deleteRareSearches(db: Db, most: number): Promise<void> {
  const { language, term, times, lastAt } = zeroResultCounts
  const rare = db.select({ language, term }).from(zeroResultCounts).orderBy(desc(times), desc(lastAt)).offset(most)
  await db.delete(zeroResultCounts).where(sql`(${language}, ${term}) in ${rare}`)
}
