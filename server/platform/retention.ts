import { sql } from 'drizzle-orm'
import { RETENTION_DAYS } from '#domain/retention.ts'
import { idempotencyKeys, notifications, outbox } from '#server/platform/db/schema.ts'
import type { RetentionRule } from './jobs/retention-rule.ts'
import { MAX_ATTEMPTS } from './mail/queued-mails.ts'

/** Retention of what the platform stores. Calls to the payment provider stay until they are settled. */
export const PLATFORM_RETENTION: readonly RetentionRule[] = [
  { noun: 'idempotency key', table: idempotencyKeys, since: idempotencyKeys.createdAt, days: RETENTION_DAYS.idempotencyKey },
  { noun: 'email', table: outbox, since: outbox.sentAt, days: RETENTION_DAYS.email, which: 'sent' },
  {
    noun: 'unsent email',
    table: outbox,
    since: outbox.createdAt,
    days: RETENTION_DAYS.unsentEmail,
    where: () => sql`${outbox.kind} = 'mail' and ${outbox.sentAt} is null and ${outbox.attempts} >= ${MAX_ATTEMPTS}`,
    which: 'that are tried no more',
  },
  { noun: 'notification', table: notifications, since: notifications.createdAt, days: RETENTION_DAYS.notification },
]
