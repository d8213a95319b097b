import { sql } from 'drizzle-orm'
import { RETENTION_DAYS } from '#domain/retention.ts'
import { addresses, apiTokens, businesses, loginChallenges, sessions, userTokens, vatChecks } from '#server/platform/db/schema.ts'
import type { RetentionRule } from '#server/platform/jobs/retention-rule.ts'

/** Retention of sign-ins, links and checks of VAT IDs. */
export const IDENTITY_RETENTION: readonly RetentionRule[] = [
  { noun: 'session', table: sessions, since: sessions.expiresAt, days: 0 },
  { noun: 'session', table: sessions, since: sessions.idleExpiresAt, days: 0 },
  { noun: 'unfinished sign-in', table: loginChallenges, since: loginChallenges.expiresAt, days: RETENTION_DAYS.challenge },
  { noun: 'API token', table: apiTokens, since: apiTokens.expiresAt, days: RETENTION_DAYS.apiToken },
  { noun: 'API token', table: apiTokens, since: apiTokens.revokedAt, days: RETENTION_DAYS.apiToken },
  { noun: 'link', table: userTokens, since: userTokens.expiresAt, days: RETENTION_DAYS.link },
  {
    noun: 'VAT ID check',
    table: vatChecks,
    since: vatChecks.checkedAt,
    days: RETENTION_DAYS.vatCheck,
    where: () => sql`not exists (select 1 from ${addresses} where ${addresses.form}->>'vatId' = ${vatChecks.vatId})
      and not exists (select 1 from ${businesses} where ${businesses.vatId} = ${vatChecks.vatId})`,
    which: 'that no address and no business has',
  },
]
