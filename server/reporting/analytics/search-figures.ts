import { and, gte, lte } from 'drizzle-orm'
import type { Analytics } from '#contract/reporting/analytics.ts'
import { type DayRange, startOfStep, stepsOf } from '#domain/analytics.ts'
import { addCounts, NO_SEARCHES, percentOf, type SearchCounts } from '#domain/search/outcome.ts'
import type { Db } from '#server/platform/db/client.ts'
import { searchDays } from '#server/platform/db/schema.ts'

const present = (counts: SearchCounts) => ({
  ...counts,
  nothingPercent: percentOf(counts.nothing, counts),
  correctedPercent: percentOf(counts.corrected, counts),
  topClicksPercent: percentOf(counts.topClicks, counts),
})

/** Returns the searches of a range by week, also of weeks without any, and in all. */
export async function readSearches(db: Db, range: DayRange): Promise<Analytics['searches']> {
  const days = await db
    .select()
    .from(searchDays)
    .where(and(gte(searchDays.day, range.from), lte(searchDays.day, range.to)))
  const sums = new Map<string, SearchCounts>()
  for (const { day, ...counts } of days) {
    const week = startOfStep(day, 'week')
    sums.set(week, addCounts(sums.get(week) ?? NO_SEARCHES, counts))
  }
  const weeks = stepsOf(range, 'week').map(({ key, from, to }) => ({ from, to, ...present(sums.get(key) ?? NO_SEARCHES) }))
  return { totals: present([...sums.values()].reduce(addCounts, NO_SEARCHES)), weeks }
}
