import { RETENTION_DAYS } from '#domain/retention.ts'
import { webhookDeliveries } from '#server/platform/db/schema.ts'
import type { RetentionRule } from '#server/platform/jobs/retention-rule.ts'

/** Retention of the log of webhooks. */
export const INTEGRATION_RETENTION: readonly RetentionRule[] = [
  {
    noun: 'webhook delivery',
    plural: 'webhook deliveries',
    table: webhookDeliveries,
    since: webhookDeliveries.createdAt,
    days: RETENTION_DAYS.webhookDelivery,
  },
]
