import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { LEGAL_AREAS, PRICE_DISPLAYS } from '#domain/market.ts'
import type { NotificationChoices } from '#domain/notification-kinds.ts'
import { at, bytea, createdAt, id, oneOf, version } from './columns.ts'
import { businesses, users } from './identity.ts'

const MEDIA_PURPOSES = ['product', 'logo', 'cover', 'return'] as const

/** Uploaded pictures. Each lies in the media folder in several sizes under a name that is never used again. */
export const mediaFiles = pgTable(
  'media_files',
  {
    id: id(),
    /** Address of the largest size, `/media/….webp`. */
    url: text().notNull().unique(),
    /** The business that uploaded it; null: staff. */
    businessId: uuid().references(() => businesses.id),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    purpose: text({ enum: MEDIA_PURPOSES }).notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    bytes: integer().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('media_files_business_idx').on(t.businessId, t.createdAt)],
)

/** Notifications in the bell of a user. */
export const notifications = pgTable(
  'notifications',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    title: text().notNull(),
    text: text().notNull().default(''),
    /** Path of the screen that it is about. */
    path: text().notNull(),
    dedupeKey: text().notNull(),
    createdAt: createdAt(),
    readAt: at(),
    /** Business whose people it was meant for: shown only to who acts for it. */
    businessId: uuid(),
  },
  (t) => [
    unique('notifications_once').on(t.userId, t.dedupeKey),
    index('notifications_user_idx').on(t.userId, t.id),
    index('notifications_unread_idx').on(t.userId).where(sql`${t.readAt} is null`),
  ],
)

/** Answers of calls that must act once. Claimed by the insert, in the transaction of the effect. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    fingerprint: text().notNull(),
    status: integer(),
    response: jsonb().$type<unknown>(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('idempotency_keys_created_idx').on(t.createdAt)],
)

/** Named groups of settings; absent ones have the defaults of `domain/`. */
export const settings = pgTable('settings', {
  name: text().primaryKey(),
  value: jsonb().$type<unknown>().notNull(),
  version: version(),
  updatedAt: createdAt(),
})

/** Countries that the shop sells to, or sold to before they were closed. */
export const markets = pgTable(
  'markets',
  {
    /** ISO 3166, two letters. */
    country: text().primaryKey(),
    isOpen: boolean().notNull(),
    /** Prices that private persons see: without or with tax. */
    priceDisplay: text({ enum: PRICE_DISPLAYS }).notNull(),
    sellsToConsumers: boolean().notNull().default(true),
    /** Consumer law of its private buyers. */
    legal: text({ enum: LEGAL_AREAS }).notNull(),
    position: integer().notNull(),
  },
  (t) => [oneOf('markets_price_display_check', t.priceDisplay, PRICE_DISPLAYS), oneOf('markets_legal_check', t.legal, LEGAL_AREAS)],
)

/** Text that a search of the audit log reads. */
export const auditWords = (t: { actorName: AnyPgColumn; action: AnyPgColumn; targetType: AnyPgColumn; targetId: AnyPgColumn }) =>
  sql`lower(${t.actorName} || ' ' || ${t.action} || ' ' || ${t.targetType} || ' ' || ${t.targetId})`

/** Audit log: actor, action and target. Append-only: a trigger refuses changes, but for the purge of old entries. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    at: createdAt(),
    actorId: uuid(),
    actorName: text().notNull(),
    actorRole: text().notNull(),
    action: text().notNull(),
    targetType: text().notNull(),
    targetId: text().notNull(),
    before: jsonb().$type<unknown>(),
    after: jsonb().$type<unknown>(),
    requestId: text(),
  },
  (t) => [
    index('audit_entries_target_idx').on(t.targetType, t.targetId),
    index('audit_entries_at_idx').on(t.at),
    index('audit_entries_actor_idx').on(t.actorId),
    index('audit_entries_action_idx').on(t.action, t.id),
    index('audit_entries_search_idx').using('gin', sql`(${auditWords(t)}) gin_trgm_ops`),
  ],
)

/**
 * Seals of the audit log, a chain of hashes in the order of `seq`, without gaps. Append-only; the seal of an entry that was purged stays.
 */
export const auditSeals = pgTable('audit_seals', {
  /** Counted by the sealer, because a sequence leaves gaps. */
  seq: bigint({ mode: 'number' }).primaryKey(),
  entryId: bigint({ mode: 'number' }).notNull().unique('audit_seals_entry_key'),
  /** SHA-256 of the hash before and the entry. */
  hash: bytea().notNull(),
})

/** Recipient of an email of the outbox, in lower case. */
export const recipientOf = (t: { payload: AnyPgColumn }) => sql`lower(${t.payload}->>'to')`

/**
 * Messages to send after the commit that caused them: mails, calls to payment. Delivered at least once; `dedupeKey` keeps a message single.
 */
export const outbox = pgTable(
  'outbox',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    kind: text().notNull(),
    dedupeKey: text().notNull().unique(),
    payload: jsonb().$type<unknown>().notNull(),
    createdAt: createdAt(),
    dueAt: createdAt(),
    attempts: integer().notNull().default(0),
    sentAt: at(),
    lastError: text(),
    /** The step of a trace that caused it (W3C Trace Context); null without traces. */
    traceparent: text(),
  },
  (t) => [
    index('outbox_due_idx').on(t.dueAt).where(sql`${t.sentAt} is null`),
    index('outbox_sent_idx').on(t.kind, t.sentAt),
    index('outbox_order_idx').on(sql`(${t.payload}->'facts'->>'orderId')`).where(sql`${t.payload}->'facts'->>'orderId' is not null`),
    index('outbox_recipient_idx').using('gin', sql`(${recipientOf(t)}) gin_trgm_ops`),
  ],
)

/** Time zone and choices of a person for notifications. */
export const notificationChoices = pgTable('notification_choices', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Time zone of the daily email; null: that of the shop. */
  timeZone: text(),
  /** Kinds without a choice are emailed at once. */
  choices: jsonb().$type<NotificationChoices>().notNull().default({}),
})

/** Emails that wait for the daily email of their recipient, which deletes these rows. */
export const heldMails = pgTable(
  'held_mails',
  {
    mailId: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => outbox.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    dueAt: at().notNull(),
  },
  (t) => [index('held_mails_due_idx').on(t.dueAt), index('held_mails_user_idx').on(t.userId)],
)

const OPERATIONS = ['backup', 'drill', 'restore'] as const

/** Backups of this database, drills with them, and the restore that made it. No archive has these rows: they tell about this database. */
export const operations = pgTable(
  'operations',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    kind: text({ enum: OPERATIONS }).notNull(),
    startedAt: at().notNull(),
    finishedAt: at().notNull(),
    ok: boolean().notNull(),
    /** Size of the archive; null where it is not known. */
    bytes: bigint({ mode: 'number' }),
    /** More about it; of a restore `isLive` and `releasedAt`, until which the outbox is held. */
    detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [index('operations_kind_idx').on(t.kind, t.id), oneOf('operations_kind_check', t.kind, OPERATIONS)],
)

/** Servers that run on this database, and where each stores files. Unlogged. */
export const instances = pgTable('instances', {
  instance: uuid().primaryKey(),
  startedAt: at().notNull(),
  seenAt: at().notNull(),
  /** The id of the folder, or the address of the store. */
  files: text().notNull(),
})

/** Numbers that rise with every change of the catalog, the stock and the settings, see `revisions.ts`. A missing one is 0. */
export const revisions = pgTable('revisions', {
  name: text().primaryKey(),
  value: bigint({ mode: 'number' }).notNull().default(0),
  /**
   * Random, new with every rise by a trigger: unlike the number it is never the same for another state, not even after a failover or a
   * restore.
   */
  stamp: uuid(),
})

/** Locks by name, see `takeLock`. Unlogged: who waits for a lock asks the row, and a missing one is made. */
export const locks = pgTable('locks', { name: text().primaryKey() })

/** Uses that are limited, counted by all servers together. The keys are hashed. Unlogged: after a crash of the database they begin anew. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: varchar({ length: 255 }).primaryKey(),
    points: integer().notNull().default(0),
    /** End of the window, in milliseconds since 1970. */
    expire: bigint({ mode: 'number' }),
  },
  (t) => [index('rate_limits_expire_idx').on(t.expire)],
)
