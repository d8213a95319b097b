import { sql } from 'drizzle-orm'
import { bigserial, boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { WEBHOOK_OFF_REASONS } from '#domain/webhook.ts'
import { at, bytea, createdAt, id, oneOf, version } from './columns.ts'
import { businesses } from './identity.ts'

/** Addresses of other systems that are notified of events: of a business, or of the platform (null). */
export const webhooks = pgTable(
  'webhooks',
  {
    id: id(),
    businessId: uuid().references(() => businesses.id, { onDelete: 'cascade' }),
    url: text().notNull(),
    /** Of `WEBHOOK_EVENTS`. */
    events: text().array().notNull(),
    /** Encrypted with a key of SECRETS_KEYS, as is the one before a rotation, which signs until `oldSecretUntil`. */
    secret: bytea().notNull(),
    oldSecret: bytea(),
    oldSecretUntil: at(),
    /** Time of the first attempt that failed after the last that succeeded; null: none did. */
    failingSince: at(),
    disabledAt: at(),
    offReason: text({ enum: WEBHOOK_OFF_REASONS }),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [index('webhooks_business_idx').on(t.businessId), oneOf('webhooks_off_reason_check', t.offReason, WEBHOOK_OFF_REASONS)],
)

/**
 * Events that were not turned into deliveries yet. Triggers on the tables of the objects write them in the transaction of the change, where
 * a webhook wants them.
 */
export const webhookEvents = pgTable('webhook_events', {
  id: bigserial({ mode: 'number' }).primaryKey(),
  type: text().notNull(),
  objectId: uuid().notNull(),
  /** Business whose webhooks are notified; null: none. */
  businessId: uuid(),
  /** The webhooks of the platform are notified, too. */
  forPlatform: boolean().notNull(),
  at: createdAt(),
})

/** One event for one webhook. Its payload is made for each attempt, so that no copy of it is stored. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** The id of the message, the same in every attempt. */
    id: id(),
    webhookId: uuid()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    type: text().notNull(),
    /** Null for a test. */
    objectId: uuid(),
    /** Business that the event is about; null: an order as a whole. */
    businessId: uuid(),
    /** When it happened. */
    at: createdAt(),
    createdAt: createdAt(),
    attempts: integer().notNull().default(0),
    /** Null once it is delivered or given up. */
    nextAttemptAt: at(),
    /** End of the lease of an attempt that is being made. */
    leasedUntil: at(),
    attemptedAt: at(),
    deliveredAt: at(),
    /** Answer of the last attempt: its status, and the beginning of its text, or why there was none. */
    status: integer(),
    answer: text(),
  },
  (t) => [
    index('webhook_deliveries_due_idx').on(t.webhookId, t.nextAttemptAt).where(sql`${t.nextAttemptAt} is not null`),
    index('webhook_deliveries_leased_idx').on(t.webhookId).where(sql`${t.leasedUntil} is not null`),
    index('webhook_deliveries_log_idx').on(t.webhookId, t.createdAt, t.id),
    index('webhook_deliveries_created_idx').on(t.createdAt),
  ],
)
