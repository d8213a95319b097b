import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { NOTICE_DECISIONS, NOTICE_STATUSES } from '#domain/notice.ts'
import { products } from './catalog.ts'
import { at, createdAt, id, lower, oneOf, version } from './columns.ts'
import { businesses, users } from './identity.ts'
import { impactResults } from './impact.ts'

export const contactMessages = pgTable(
  'contact_messages',
  {
    id: id(),
    reference: text().notNull().unique(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text(),
    company: text(),
    topic: text({ enum: ['contact', 'consultation', 'quote'] })
      .notNull()
      .default('contact'),
    message: text().notNull(),
    /** Fields of a quote request beyond the message, as its form names them. */
    details: jsonb().$type<Record<string, string>>(),
    /** The calculation that came along. */
    impactKey: text().references(() => impactResults.key),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The Idempotency-Key of a quote and what was sent under it; null for messages. */
    requestKey: text().unique(),
    requestFingerprint: text(),
    status: text({ enum: ['open', 'answered'] })
      .notNull()
      .default('open'),
    /** Notes of staff for each other; the sender of the message never sees them. */
    note: text().notNull().default(''),
    answeredAt: at(),
    answeredById: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    index('contact_messages_created_idx').on(t.createdAt),
    oneOf('contact_messages_topic_check', t.topic, ['contact', 'consultation', 'quote']),
    oneOf('contact_messages_status_check', t.status, ['open', 'answered']),
  ],
)

/** Replies of staff to a message, each emailed to its sender. */
export const messageReplies = pgTable(
  'message_replies',
  {
    id: id(),
    messageId: uuid()
      .notNull()
      .references(() => contactMessages.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The Idempotency-Key of its request and the user who sent it; null without one. */
    requestKey: text().unique(),
    createdAt: createdAt(),
  },
  (t) => [index('message_replies_message_idx').on(t.messageId, t.createdAt)],
)

/** Notices of people who take content of the shop to be illegal. */
export const notices = pgTable(
  'notices',
  {
    id: id(),
    number: text().notNull().unique(),
    /** Path of the page. */
    address: text().notNull(),
    /** Product and business that the page is about; null for pages of the shop, and once they are gone. */
    productId: uuid().references(() => products.id, { onDelete: 'set null' }),
    businessId: uuid().references(() => businesses.id, { onDelete: 'set null' }),
    reason: text().notNull(),
    /** The person who reported it; the email is empty once the account was erased. */
    name: text().notNull(),
    email: text().notNull(),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    status: text({ enum: NOTICE_STATUSES }).notNull().default('new'),
    decision: text({ enum: NOTICE_DECISIONS }),
    reasons: text().notNull().default(''),
    /** The last decision. */
    decidedAt: at(),
    decidedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Objection of the seller to the first decision; empty for none. */
    objection: text().notNull().default(''),
    objectedAt: at(),
    createdAt: createdAt(),
    version: version(),
  },
  (t) => [
    index('notices_created_idx').on(t.createdAt, t.id),
    index('notices_business_idx').on(t.businessId, t.createdAt).where(sql`${t.businessId} is not null`),
    index('notices_product_idx').on(t.productId).where(sql`${t.productId} is not null`),
    oneOf('notices_status_check', t.status, NOTICE_STATUSES),
    oneOf('notices_decision_check', t.decision, NOTICE_DECISIONS),
    check('notices_decided_check', sql`(${t.status} = 'decided') = (${t.decision} is not null and ${t.decidedAt} is not null)`),
  ],
)

export const newsletterSubscribers = pgTable(
  'newsletter_subscribers',
  {
    id: id(),
    email: text().notNull(),
    status: text({ enum: ['pending', 'confirmed', 'unsubscribed'] })
      .notNull()
      .default('pending'),
    /** Of the link that confirms. */
    tokenHash: text().notNull(),
    /** Part of the unsubscribe link in every newsletter; anyone who has it can end the subscription, nothing else. */
    unsubscribeToken: text().notNull().unique(),
    consentText: text().notNull(),
    createdAt: createdAt(),
    confirmBy: at().notNull(),
    confirmedAt: at(),
    unsubscribedAt: at(),
  },
  (t) => [
    uniqueIndex('newsletter_email_key').on(lower(t.email)),
    index('newsletter_token_idx').on(t.tokenHash),
    oneOf('newsletter_status_check', t.status, ['pending', 'confirmed', 'unsubscribed']),
  ],
)
