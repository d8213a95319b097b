import { RETENTION_DAYS } from '#domain/retention.ts'
import { blogPosts, searchClicks, searchDays, zeroResultCounts, zeroResultSearches } from '#server/platform/db/schema.ts'
import type { RetentionRule } from '#server/platform/jobs/retention-rule.ts'

/** Retention of deleted articles and of what is counted of searches. */
export const CONTENT_RETENTION: readonly RetentionRule[] = [
  { noun: 'article', table: blogPosts, since: blogPosts.deletedAt, days: RETENTION_DAYS.deleted, which: 'that were deleted' },
  {
    noun: 'zero-result search',
    plural: 'zero-result searches',
    table: zeroResultCounts,
    since: zeroResultCounts.lastAt,
    days: RETENTION_DAYS.zeroResultSearch,
  },
  {
    noun: 'zero-result search',
    plural: 'zero-result searches',
    table: zeroResultSearches,
    since: zeroResultSearches.lastAt,
    days: RETENTION_DAYS.zeroResultSearch,
  },
  { noun: 'search click', table: searchClicks, since: searchClicks.day, days: RETENTION_DAYS.searchClick },
  { noun: 'day of searches', plural: 'days of searches', table: searchDays, since: searchDays.day, days: RETENTION_DAYS.searchDay },
]
