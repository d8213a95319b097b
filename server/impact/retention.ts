import { sql } from 'drizzle-orm'
import { RETENTION_DAYS } from '#domain/retention.ts'
import { contactMessages, impactResults, quotes } from '#server/platform/db/schema.ts'
import type { RetentionRule } from '#server/platform/jobs/retention-rule.ts'

/** Retention of results of the calculator: of those that belong to nobody. */
export const IMPACT_RETENTION: readonly RetentionRule[] = [
  {
    noun: 'calculation',
    table: impactResults,
    since: impactResults.createdAt,
    days: RETENTION_DAYS.result,
    where: () =>
      sql`${impactResults.isAnonymous} and not exists (select 1 from ${contactMessages}
        where ${contactMessages.impactKey} = ${impactResults.key})
        and not exists (select 1 from ${quotes} where ${quotes.impactKey} = ${impactResults.key})`,
    which: 'of nobody’s account that no message and no quote names',
  },
]
