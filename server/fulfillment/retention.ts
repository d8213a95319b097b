import { sql } from 'drizzle-orm'
import { RETENTION_DAYS } from '#domain/retention.ts'
import { returns, withdrawals } from '#server/platform/db/schema.ts'
import type { RetentionRule } from '#server/platform/jobs/retention-rule.ts'

/** Retention of withdrawals that belong to no order, and of the pictures of returns; their files are unused then. */
export const FULFILLMENT_RETENTION: readonly RetentionRule[] = [
  {
    noun: 'unconfirmed withdrawal',
    table: withdrawals,
    since: withdrawals.createdAt,
    days: RETENTION_DAYS.unconfirmedWithdrawal,
    where: () => sql`${withdrawals.receivedAt} is null`,
  },
  {
    noun: 'withdrawal',
    table: withdrawals,
    since: withdrawals.receivedAt,
    days: RETENTION_DAYS.withdrawal,
    where: () => sql`${withdrawals.orderId} is null`,
    which: 'that belong to no order',
  },
  {
    noun: 'closed return',
    table: returns,
    since: returns.updatedAt,
    days: RETENTION_DAYS.returnPhoto,
    where: () => sql`${returns.status} in ('refunded', 'declined') and ${returns.photos} <> '[]'::jsonb`,
    which: 'with pictures',
    reduce: { set: sql`photos = '[]'::jsonb`, words: 'the pictures are deleted' },
  },
]
