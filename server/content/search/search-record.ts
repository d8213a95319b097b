import { sql } from 'drizzle-orm'
import type { SearchCounts } from '#domain/search/outcome.ts'
import type { Db } from '#server/platform/db/client.ts'
import { searchDays } from '#server/platform/db/schema.ts'

/** Adds searches to those of their days, each of which is named once. */
export async function addSearches(db: Db, days: readonly (SearchCounts & { day: string })[]): Promise<void> {
  await db
    .insert(searchDays)
    .values([...days])
    .onConflictDoUpdate({
      target: searchDays.day,
      set: {
        searches: sql`${searchDays.searches} + excluded.searches`,
        nothing: sql`${searchDays.nothing} + excluded.nothing`,
        corrected: sql`${searchDays.corrected} + excluded.corrected`,
        topClicks: sql`${searchDays.topClicks} + excluded.top_clicks`,
      },
    })
}
