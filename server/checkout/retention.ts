import { sql } from 'drizzle-orm'
import { RETENTION_DAYS } from '#domain/retention.ts'
import { newBuyerOrders } from '#server/platform/db/schema.ts'
import type { RetentionRule } from '#server/platform/jobs/retention-rule.ts'

const order = { table: newBuyerOrders, since: newBuyerOrders.placedAt, days: RETENTION_DAYS.network }

/** Retention of the networks of new buyers' orders. */
export const CHECKOUT_RETENTION: readonly RetentionRule[] = [
  {
    ...order,
    noun: 'order network',
    where: () => sql`${newBuyerOrders.confirmBy} is not null and ${newBuyerOrders.network} is not null`,
    which: 'of new buyers who must confirm their email',
    reduce: { set: sql`network = null`, words: 'the network is cleared' },
  },
  {
    ...order,
    noun: 'order network',
    where: () => sql`${newBuyerOrders.confirmBy} is null`,
    which: 'without a deadline to confirm',
  },
]
